import { FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import { pageOf } from '../../../src/store/lists/page.ts'
import type { Holder } from '../../../src/store/memory/memory-turns.ts'
import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  LateResult,
  Resumable,
  SessionChange,
  SessionEnding,
  SessionFilter,
  SessionKey,
  SessionPage,
  SessionQuery,
  Transcript,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
  TurnStore,
} from '../../../src/store/turn-store.ts'
import type { KeptSessions } from './kept-sessions.ts'
import type { SessionRecord } from './session-record.ts'

/** Turns and sessions in memory, as one of those who opened them has them. */
export class KeptTurns implements TurnStore, Holder {
  readonly #own: KeptSessions
  /** Of every registration that shares the store. */
  readonly #shelves: ReadonlyMap<string, KeptSessions>
  #isOpen = true

  constructor(own: KeptSessions, shelves: ReadonlyMap<string, KeptSessions>) {
    this.#own = own
    this.#shelves = shelves
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  async open(opening: TurnOpening): Promise<TurnOpened> {
    this.#checkOpen()
    return this.#own.open(opening, this)
  }

  async close(closing: TurnClosing): Promise<boolean> {
    this.#checkOpen()
    return this.#own.close(closing)
  }

  async finish(result: LateResult): Promise<boolean> {
    this.#checkOpen()
    return this.#own.finish(result)
  }

  async begin(effect: EffectBeginning): Promise<EffectBegun> {
    this.#checkOpen()
    return this.#own.begin(effect, this)
  }

  async conclude(conclusion: EffectConclusion): Promise<void> {
    this.#checkOpen()
    this.#own.conclude(conclusion)
  }

  async resumable(key: string): Promise<Resumable | null> {
    this.#checkOpen()
    return this.#own.resumable(key)
  }

  async seen(session: SessionKey): Promise<void> {
    this.#checkOpen()
    this.#own.seen(session)
  }

  async note(note: TurnNote): Promise<void> {
    this.#checkOpen()
    this.#own.note(note)
  }

  async end(ending: SessionEnding): Promise<{ readonly isFirst: boolean; readonly state: string | null }> {
    this.#checkOpen()
    return this.#own.end(ending)
  }

  watch(session: SessionKey, listener: (change: SessionChange) => void): () => void {
    return this.#own.watch(session, listener)
  }

  async sweep(keep: number, most: number): Promise<number> {
    this.#checkOpen()
    return this.#own.sweep(keep, most)
  }

  async list(query: SessionQuery): Promise<SessionPage> {
    this.#checkOpen()
    const sessions = [...(this.#shelves.get(query.registration)?.all ?? [])].filter(fitsSession(query))
    const { items, next } = pageOf(sessions, query.limit, query.cursor)
    return { sessions: items.map((session) => session.toSummary()), next }
  }

  async get(registration: string, sessionId: string): Promise<readonly Transcript[]> {
    this.#checkOpen()
    return [...(this.#shelves.get(registration)?.all ?? [])]
      .filter((session) => session.sessionId === sessionId)
      .sort((one, other) => other.order - one.order)
      .map((session) => session.toTranscript())
  }

  /** What runs here is lost to others. */
  release(): void {
    this.#isOpen = false
    this.#own.release(this)
  }

  #checkOpen(): void {
    if (!this.#isOpen) throw new FMW_STORE_UNAVAILABLE('memory', 'it was closed')
  }
}

function fitsSession({ kind, phoneKey, since, until }: SessionFilter): (session: SessionRecord) => boolean {
  return (session) =>
    (kind === undefined || session.kind === kind) &&
    (phoneKey === undefined || session.phoneKey === phoneKey) &&
    (since === undefined || session.at >= since) &&
    (until === undefined || session.at < until)
}
