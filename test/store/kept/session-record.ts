import type { ChainLink } from '../../../src/chain.ts'
import type { TurnKind } from '../../../src/pushes/kinds.ts'
import type { Holder } from '../../../src/store/memory/memory-turns.ts'
import {
  isFallback,
  type SessionKey,
  type SessionState,
  type SessionSummary,
  type Transcript,
  type TranscriptTurn,
  type TurnClosing,
  type TurnOpened,
  type TurnRef,
} from '../../../src/store/turn-store.ts'

/** The work that goes on in a session. */
export interface SessionWork {
  readonly turn: StoredTurn
  readonly fence: string
  readonly holder: Holder
  /** Names the opening, and what it was told: asked again it is told the same. */
  readonly attempt: string
  readonly opened: TurnOpened
  /** Its turn was answered with a waiting screen. */
  isAnswered: boolean
}

/** A turn that is remembered. */
export interface StoredTurn extends TranscriptTurn {
  /** What it is known by; undefined for the end of a session. */
  readonly key: string | undefined
  screen: string | null
  source: string | null
  ms: number | null
  /** As JSON; undefined until it is answered. */
  reply: string | undefined
  /** With which it was closed. */
  closedWith?: string | undefined
  /** With which its late result was taken in. */
  finishedWith?: string | undefined
}

/** How a session begins. */
export interface SessionStart extends SessionKey {
  readonly order: number
  readonly phone: string
  readonly phoneKey: string
  /** Epoch ms. */
  readonly at: number
}

/** A session in memory; once it has expired only its transcript is left of it. */
export class SessionRecord implements ChainLink<SessionRecord>, SessionStart {
  readonly order: number
  readonly kind: TurnKind
  readonly sessionId: string
  readonly owner: string | undefined
  readonly phone: string
  readonly phoneKey: string
  readonly at: number
  lastAt: number
  /** ms */
  expiry: number
  /** Epoch ms. */
  expiresAt = 0
  isRetired = false
  state: string | null = null
  isOver = false
  masksAnswer = false
  late: string | null = null
  /** What may have run in it lost its right to go on. */
  wasFenced = false
  /** Whoever runs `onLeave` was told. */
  wasEnded = false
  work: SessionWork | undefined = undefined
  /** Where it may be resumed, unless another session has that key now. */
  resumeKey: string | undefined = undefined
  earlier: SessionRecord | undefined = undefined
  later: SessionRecord | undefined = undefined
  /** Turns with a sequence up to this one never run again. */
  #forgottenTo = -1
  #turns: readonly StoredTurn[] = []
  #turnCount = 0
  #fallbacks = 0

  constructor(start: SessionStart, expiry: number) {
    this.order = start.order
    this.kind = start.kind
    this.sessionId = start.sessionId
    this.owner = start.owner
    this.phone = start.phone
    this.phoneKey = start.phoneKey
    this.at = start.at
    this.lastAt = start.at
    this.expiry = expiry
  }

  get key(): string {
    return sessionKey(this)
  }

  /** Whether a handler works in it, here or elsewhere. */
  get isWorking(): boolean {
    return this.work?.holder.isOpen === true
  }

  /** Whether no turn of it is known. */
  get isUntouched(): boolean {
    return this.#turnCount === 0
  }

  /** Whether nothing is known of it but that its subscriber has left. */
  get isOnlyEnded(): boolean {
    return this.wasEnded && this.#turnCount === 1
  }

  /** Whether another turn can be remembered beside the one that works. */
  get hasRoom(): boolean {
    return this.#turns.length < turnsKept || this.#turns[0] !== this.work?.turn
  }

  find({ turn }: TurnRef): StoredTurn | undefined {
    return this.#turns.findLast(({ key }) => key === turn)
  }

  /** The last turn, beside the end by the subscriber. */
  get last(): StoredTurn | undefined {
    return this.#turns.findLast(({ key }) => key !== undefined)
  }

  hasSequence(sequence: number | null): boolean {
    return sequence !== null && this.#turns.some((turn) => turn.sequence === sequence)
  }

  /** The last answered turn, where one has a higher sequence than this one, or none and came behind one that has the same. */
  answeredAfter(sequence: number | null): { readonly turn: string; readonly reply: string } | undefined {
    const answered = this.#turns.filter(({ key, reply }) => key !== undefined && reply !== undefined)
    const last = answered.at(-1)
    if (sequence === null || last?.key === undefined || last.reply === undefined) return undefined
    const same = answered.findIndex((turn) => turn.sequence === sequence)
    const isBehind = (turn: StoredTurn, at: number) =>
      turn.sequence === null ? same !== -1 && at > same : turn.sequence > sequence
    return answered.some(isBehind) ? { turn: last.key, reply: last.reply } : undefined
  }

  /** The highest of each sequence and the turns behind it; undefined where no turn has one. */
  get reached(): number | undefined {
    const last = this.#turns.length - 1
    const each = this.#turns.flatMap(({ sequence }, at) => (sequence === null ? [] : [sequence + last - at]))
    return each.length === 0 ? undefined : Math.max(...each)
  }

  hasForgotten(sequence: number | null): boolean {
    return sequence !== null && sequence <= this.#forgottenTo
  }

  /** Remembers a turn; the oldest is forgotten for it, but never the one that works. */
  add(turn: StoredTurn): StoredTurn {
    if (this.#turns.length >= turnsKept) {
      const oldest = this.#turns.find((kept) => kept !== this.work?.turn)
      this.#forgottenTo = Math.max(this.#forgottenTo, oldest?.sequence ?? -1)
      this.#turns = this.#turns.filter((kept) => kept !== oldest)
    }
    this.#turns = [...this.#turns, turn]
    this.#turnCount++
    if (turn.source !== null) this.#countSource(turn.source)
    return turn
  }

  /** Whether the turn was closed with this fence before. */
  wasClosed({ turn, fence }: TurnClosing): boolean {
    return this.#turns.some(({ key, closedWith }) => key === turn && closedWith === fence)
  }

  /** Whether late work of this fence was taken in before. */
  wasFinished(fence: string): boolean {
    return this.#turns.some(({ finishedWith }) => finishedWith === fence)
  }

  answer(turn: StoredTurn, answer: TurnClosing): void {
    turn.closedWith = answer.fence
    turn.reply = answer.reply
    turn.screen = answer.screen
    turn.source = answer.source
    turn.ms = answer.ms
    this.#countSource(answer.source)
  }

  /** Leaves nothing but the transcript. */
  retire(): void {
    this.isRetired = true
    this.state = null
    this.late = null
    this.work = undefined
    for (const turn of this.#turns) turn.reply = undefined
  }

  toState(): SessionState {
    const { state, isOver, masksAnswer, late } = this
    return { state, isOver, masksAnswer, late }
  }

  toSummary(): SessionSummary {
    const { kind, sessionId, phone, at, lastAt, isOver } = this
    const turns = this.#turnCount
    return { kind, sessionId, phone, startedAt: at, lastAt, turns, isOver, fallbacks: this.#fallbacks }
  }

  toTranscript(): Transcript {
    return { ...this.toSummary(), phoneKey: this.phoneKey, transcript: this.#turns.map(toTranscriptTurn) }
  }

  #countSource(source: string): void {
    if (isFallback(source)) this.#fallbacks++
  }
}

/** What a session is found by within its registration. */
export function sessionKey({ kind, sessionId, owner = '' }: SessionKey): string {
  return `${kind}:${sessionId.length}:${sessionId}${owner}`
}

function toTranscriptTurn({ at, sequence, type, entered, screen, source, ms }: StoredTurn): TranscriptTurn {
  return { at, sequence, type, entered, screen, source, ms }
}

const turnsKept = 64
