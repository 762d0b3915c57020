import type { SessionWatchers } from '../../session-watchers.ts'
import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  LateResult,
  Resumable,
  SessionChange,
  SessionEnding,
  SessionKey,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
  TurnStore,
} from '../../turn-store.ts'
import { SqliteSessions } from '../looks.ts'
import type { Route } from '../main/route.ts'
import { keepText } from '../rows/values.ts'
import type { Written } from './turns-writer.ts'

/** What those who have the turns open in this process share. */
export interface TurnsRoute extends Pick<Route, 'askTurns'> {
  /** Those who wait for a session, of all registrations: nobody else writes the file. */
  readonly watchers: SessionWatchers
  nextFence(): number
  /** Whoever works in sessions, known to be there until it leaves. */
  join(): number
  leave(holder: number): void
}

/** The turns and sessions of a registration, as the application sees them. */
export class SqliteTurns extends SqliteSessions implements TurnStore {
  readonly #shared: TurnsRoute
  readonly #ask: Route['askTurns']
  readonly #name: string
  readonly #holder: number
  /** Bytes. */
  readonly #room: number

  constructor(
    shared: TurnsRoute,
    { askTurns, readTurns }: Pick<Route, 'askTurns' | 'readTurns'>,
    registration: string,
    room: number,
  ) {
    super(readTurns)
    this.#room = room
    this.#shared = shared
    this.#ask = askTurns
    this.#name = keepText(registration)
    this.#holder = shared.join()
  }

  open(opening: TurnOpening): Promise<TurnOpened> {
    return this.#ask('open', [this.#name, opening, this.#holder, this.#shared.nextFence(), this.#room])
  }

  async close(closing: TurnClosing): Promise<boolean> {
    const tell = (written: Written): boolean => this.#tellWritten(closing, written)
    return tell(await this.#ask('close', [this.#name, closing], tell))
  }

  async finish(result: LateResult): Promise<boolean> {
    const tell = (written: Written): boolean => this.#tellWritten(result, written)
    return tell(await this.#ask('finish', [this.#name, result], tell))
  }

  async begin(effect: EffectBeginning): Promise<EffectBegun> {
    const tell = ({ ended }: { readonly ended: SessionKey | undefined }): void => this.#tellEnded(ended)
    const answer = await this.#ask('begin', [this.#name, effect, this.#holder], tell)
    tell(answer)
    return answer.begun
  }

  conclude(conclusion: EffectConclusion): Promise<void> {
    return this.#ask('conclude', [this.#name, conclusion])
  }

  resumable(key: string): Promise<Resumable | null> {
    return this.#ask('resumable', [this.#name, key])
  }

  seen(session: SessionKey): Promise<void> {
    return this.#ask('seen', [this.#name, session])
  }

  async note(note: TurnNote): Promise<void> {
    const tell = (): void => {
      if (note.isOver) this.#tell(note, 'ended')
    }
    await this.#ask('note', [this.#name, note, this.#room], tell)
    tell()
  }

  async end(ending: SessionEnding): Promise<{ readonly isFirst: boolean; readonly state: string | null }> {
    const tell = (): void => this.#tell(ending, 'ended')
    const told = await this.#ask('end', [this.#name, ending, this.#room], tell)
    tell()
    return told
  }

  watch(session: SessionKey, listener: (change: SessionChange) => void): () => void {
    const key = this.#key(session)
    const { watchers } = this.#shared
    const stop = watchers.add(key, listener)
    // It may have ended before anyone listened. Whoever cannot be told that looks again, which is harmless.
    this.#ask('look', [this.#name, session]).then(
      (state) => {
        if (state !== 'working') watchers.tellOne(key, listener, state)
      },
      () => watchers.tellOne(key, listener, 'free'),
    )
    return stop
  }

  sweep(keep: number, most: number): Promise<number> {
    return this.#ask('sweep', [this.#name, keep, Math.min(most, mostSwept)])
  }

  /** When nothing more is asked: what it has begun is lost to others. */
  async leave(): Promise<void> {
    this.#shared.leave(this.#holder)
    const left = await this.#shared.askTurns('leave', [this.#name, this.#holder]).catch(() => [])
    for (const session of left) this.#shared.watchers.tell(this.#key(session), 'free')
  }

  #tellWritten(session: SessionKey, { isWritten, ended }: Written): boolean {
    if (isWritten) this.#tell(session, 'free')
    this.#tellEnded(ended)
    return isWritten
  }

  /** Another session has taken its key. */
  #tellEnded(ended: SessionKey | undefined): void {
    if (ended !== undefined) this.#tell(ended, 'ended')
  }

  #tell(session: SessionKey, change: SessionChange): void {
    this.#shared.watchers.tell(this.#key(session), change)
  }

  #key({ kind, sessionId, owner = '' }: SessionKey): string {
    return `${this.#name}\u0000${kind}\u0000${sessionId}\u0000${owner}`
  }
}

// In one transaction: a few ms.
const mostSwept = 200
