import type { SessionWatchers } from '../../session-watchers.ts'
import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  EffectTurn,
  LateResult,
  LeftState,
  Resumable,
  ResumeMark,
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
import { keepText, keptOrNot, readText, shownOrNull } from '../rows/values.ts'
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

  async open(opening: TurnOpening): Promise<TurnOpened> {
    const { attempt, isCopy } = opening
    const kept = { ...keptStart(opening), attempt: keepText(attempt), isCopy }
    return shownOpening(await this.#ask('open', [this.#name, kept, this.#holder, this.#shared.nextFence(), this.#room]))
  }

  async close(closing: TurnClosing): Promise<boolean> {
    const { session } = closing
    const state = keptOrNot(session.state)
    const kept: TurnClosing = {
      ...closing,
      ...keptKey(closing),
      turn: keepText(closing.turn),
      reply: keepText(closing.reply),
      screen: keepText(closing.screen),
      source: keepText(closing.source),
      session: { ...session, state, late: keptOrNot(session.late) },
      resume: keptMark(closing.resume),
    }
    const tell = (written: Written): boolean => this.#tellWritten(closing, written)
    return tell(await this.#ask('close', [this.#name, kept], tell))
  }

  async finish(result: LateResult): Promise<boolean> {
    const { reply, state, resume } = result
    const texts = { reply: keepText(reply), state: keptOrNot(state), resume: keptMark(resume) }
    const tell = (written: Written): boolean => this.#tellWritten(result, written)
    return tell(await this.#ask('finish', [this.#name, { ...result, ...keptKey(result), ...texts }], tell))
  }

  async begin(effect: EffectBeginning): Promise<EffectBegun> {
    const { key, attempt, turn, left } = effect
    const texts = { key: keepText(key), attempt: keepText(attempt) }
    const kept = { ...effect, ...texts, turn: turn && keptTurn(turn), left: left && keptLeft(left) }
    const tell = ({ ended }: { readonly ended: SessionKey | undefined }): void => this.#tellEnded(ended)
    const answer = await this.#ask('begin', [this.#name, kept, this.#holder], tell)
    tell(answer)
    const { begun } = answer
    return begun.status === 'concluded' ? { ...begun, outcome: readText(begun.outcome) } : begun
  }

  async conclude({ key, attempt, outcome, about }: EffectConclusion): Promise<void> {
    const own = about && { name: keepText(about.name), whose: keepText(about.whose) }
    const kept = { key: keepText(key), attempt: keepText(attempt), outcome: keptOrNot(outcome), about: own }
    await this.#ask('conclude', [this.#name, kept])
  }

  async resumable(key: string): Promise<Resumable | null> {
    const found = await this.#ask('resumable', [this.#name, keepText(key)])
    return found && { ...found, state: readText(found.state) }
  }

  async seen(session: SessionKey): Promise<void> {
    await this.#ask('seen', [this.#name, keptKey(session)])
  }

  async note(note: TurnNote): Promise<void> {
    const { reply, screen, source, ms, isOver } = note
    const answer = { reply: keepText(reply), screen: keepText(screen), source: keepText(source), ms, isOver }
    const tell = (): void => {
      if (isOver) this.#tell(note, 'ended')
    }
    await this.#ask('note', [this.#name, { ...keptStart(note), ...answer }, this.#room], tell)
    tell()
  }

  async end(ending: SessionEnding): Promise<{ readonly isFirst: boolean; readonly state: string | null }> {
    const { type, phone, phoneKey } = ending
    const texts = { type: keepText(type), phone: keepText(phone), phoneKey: keepText(phoneKey) }
    const tell = (): void => this.#tell(ending, 'ended')
    const { isFirst, state } = await this.#ask(
      'end',
      [this.#name, { ...ending, ...keptKey(ending), ...texts }, this.#room],
      tell,
    )
    tell()
    return { isFirst, state: shownOrNull(state) }
  }

  watch(session: SessionKey, listener: (change: SessionChange) => void): () => void {
    const key = this.#key(session)
    const { watchers } = this.#shared
    const stop = watchers.add(key, listener)
    // It may have ended before anyone listened. Whoever cannot be told that looks again, which is harmless.
    this.#ask('look', [this.#name, keptKey(session)]).then(
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
    for (const session of left) this.#shared.watchers.tell(this.#key(shownKey(session)), 'free')
  }

  #tellWritten(session: SessionKey, { isWritten, ended }: Written): boolean {
    if (isWritten) this.#tell(session, 'free')
    this.#tellEnded(ended)
    return isWritten
  }

  /** Another session has taken its key. */
  #tellEnded(ended: SessionKey | undefined): void {
    if (ended !== undefined) this.#tell(shownKey(ended), 'ended')
  }

  #tell(session: SessionKey, change: SessionChange): void {
    this.#shared.watchers.tell(this.#key(session), change)
  }

  #key({ kind, sessionId, owner = '' }: SessionKey): string {
    return `${this.#name}\u0000${kind}\u0000${sessionId}\u0000${owner}`
  }
}

type Start = Omit<TurnOpening, 'attempt' | 'isCopy'>

function keptStart(start: Start): Start {
  const { turn, sequence, entered, type, at, phone, phoneKey, expiry } = start
  return {
    ...keptKey(start),
    turn: keepText(turn),
    sequence,
    entered: keepText(entered),
    type: keepText(type),
    at,
    phone: keepText(phone),
    phoneKey: keepText(phoneKey),
    expiry,
  }
}

function keptKey({ kind, sessionId, owner = '' }: SessionKey): SessionKey {
  return { kind, sessionId: keepText(sessionId), owner: keepText(owner) }
}

function shownKey({ kind, sessionId, owner = '' }: SessionKey): SessionKey {
  return { kind, sessionId: readText(sessionId), owner: readText(owner) }
}

function keptTurn(turn: EffectTurn): EffectTurn {
  const { fence, state, resume } = turn
  return { ...keptKey(turn), fence, state: keepText(state), resume: keptMark(resume) }
}

function keptLeft({ state, resume }: LeftState): LeftState {
  return { state: keepText(state), resume: { ...resume, key: keepText(resume.key) } }
}

function keptMark(mark: ResumeMark | null | undefined): ResumeMark | null | undefined {
  return mark && { ...mark, key: keepText(mark.key) }
}

function shownOpening(opened: TurnOpened): TurnOpened {
  if (opened.status === 'repeated') return { ...opened, reply: readText(opened.reply) }
  if (opened.status !== 'opened' && opened.status !== 'interrupted') return opened
  const { session } = opened
  return { ...opened, session: { ...session, state: shownOrNull(session.state), late: shownOrNull(session.late) } }
}

// In one transaction: a few ms.
const mostSwept = 200
