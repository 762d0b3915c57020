import { turnKinds } from '../../../pushes/kinds.ts'
import type { SessionState } from '../../turn-store.ts'
import { oneOf } from '../rows/read-row.ts'
import { nullOr, numberOf, shown, textOf } from '../rows/values.ts'

/** The work that goes on in a session. */
export interface SessionWork {
  /** The turn that it began with. */
  readonly turn: number
  readonly fence: string
  readonly holder: number
  /** Names the opening. */
  readonly attempt: string
  readonly facts: WorkFacts
}

/** What the opening was told, to be told again. */
export interface WorkFacts {
  readonly status: 'opened' | 'interrupted'
  readonly isNew: boolean
  readonly isInterrupted: boolean
  readonly isOddSequence: boolean
  readonly missing?: 'turn' | 'answer' | undefined
  /** Its turn was answered with a waiting screen. */
  readonly isAnswered: boolean
}

/** A session as it is worked on: read, changed and written back within one transaction. */
export interface SessionRow {
  readonly number: number
  /** The number of its registration. */
  readonly registration: number
  lastAt: number
  expiry: number
  expiresAt: number
  isOver: boolean
  masksAnswer: boolean
  wasFenced: boolean
  wasEnded: boolean
  /** Turns that it ever had. */
  turns: number
  /** Turns that are kept. */
  kept: number
  fallbacks: number
  /** Turns with a sequence up to this one never run again. */
  forgottenTo: number
  state: string | null
  late: string | null
  /** Where it may be resumed, unless another session has that key now. */
  resumeKey: string | null
  /** What it takes with its turns, as it stands in the file, and what was added since. Bytes. */
  readonly weight: number
  added: number
  work: SessionWork | undefined
}

/** Reads a row of `sessions`. */
export function readSession(row: Readonly<Record<string, unknown>> = {}): SessionRow {
  const [state, late] = [nullOr(row.state, shown), nullOr(row.late, shown)]
  return {
    number: numberOf(row.number),
    registration: numberOf(row.registration),
    lastAt: numberOf(row.last_at),
    expiry: numberOf(row.expiry),
    expiresAt: numberOf(row.expires_at),
    isOver: row.is_over === 1,
    masksAnswer: row.masks_answer === 1,
    wasFenced: row.was_fenced === 1,
    wasEnded: row.was_ended === 1,
    turns: numberOf(row.turns),
    kept: numberOf(row.kept),
    fallbacks: numberOf(row.fallbacks),
    forgottenTo: numberOf(row.forgotten_to),
    state,
    late,
    resumeKey: nullOr(row.resume_key, shown),
    weight: numberOf(row.weight),
    added: -lengthOf(state) - lengthOf(late),
    work: row.work_turn === null ? undefined : readWork(row),
  }
}

function lengthOf(text: string | null): number {
  return text?.length ?? 0
}

/** What it takes once it is written as it is now, bytes. */
export function weightOfSession({ weight, added, state, late }: SessionRow): number {
  return weight + added + lengthOf(state) + lengthOf(late)
}

/** What a turn is told of its session. */
export function stateOfSession({ state, isOver, masksAnswer, late }: SessionRow): SessionState {
  return { state, isOver, masksAnswer, late }
}

/** The kind of a session's row. */
export function kindOf(kind: unknown): (typeof turnKinds)[number] {
  return oneOf(turnKinds, kind)
}

function readWork(row: Readonly<Record<string, unknown>>): SessionWork {
  return {
    turn: numberOf(row.work_turn),
    fence: textOf(row.work_fence),
    holder: numberOf(row.work_holder),
    attempt: shown(row.work_attempt),
    facts: JSON.parse(textOf(row.work_facts)),
  }
}
