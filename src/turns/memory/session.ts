import type { TurnKind } from '../../pushes/kinds.ts'
import type { Reply } from '../../replies/index.ts'
import { HeldState, type SessionState } from '../state.ts'
import type { OpenTurn, Work } from '../turn.ts'

/** What is kept of a turn for its repeats. Its requests and their bodies are not. */
export interface AnsweredTurn<K extends TurnKind> {
  readonly sequence: number | null
  readonly type: string
  /** A long one as its digest: what is kept of a turn stays small. */
  readonly message: string
  readonly isSecret: boolean
  readonly reply: Reply<K>
  /** The one before it. */
  earlier: AnsweredTurn<K> | undefined
}

/** What is remembered of a session between its turns: an object while somebody has it in hand. */
export class Session<K extends TurnKind> {
  readonly id: string
  /** Monotonic ms since when nothing runs in it. */
  idleSince: number
  /** How many have it in hand: it rests when nobody has and nothing runs in it. */
  hands = 0
  /** The state that the last reply carried: no turn can change another's. */
  state: SessionState | undefined = undefined
  /** In order of arrival. While work is not late the first of them runs; all wait for late work. */
  open: readonly OpenTurn<K>[] = none
  /** The last of the answered turns, which leads to those before it. */
  answered: AnsweredTurn<K> | undefined = undefined
  answeredCount = 0
  /** The highest sequence of its turns, -1 where none has one; half a step more where a turn without one came behind it. */
  highest = -1
  /** Sequences up to this one have been forgotten: their turns never run again. */
  forgottenTo = -1
  /** Its handler is being called: whatever it pushes to its own session meanwhile has to wait. */
  calling: OpenTurn<K> | undefined = undefined
  /** The handler that runs now. */
  work: Work<K> | undefined = undefined
  /** A result that came after its waiting screen and was not shown yet. */
  late: Reply<K> | undefined = undefined
  /** The application or the subscriber ended it. */
  isOver = false
  /** Release or timeout came, and `onLeave` ran. */
  wasEnded = false
  /** The answer to the last screen is left out of logs. */
  masksAnswer = false
  /** What was counted of it when its work began, bytes. */
  weight = 0
  /** What another session finds its state by. */
  resumeKey: string | undefined = undefined

  constructor(id: string, now: number) {
    this.id = id
    this.idleSince = now
  }
}

const none: readonly never[] = Object.freeze([])

/** What a session takes in memory beside what rests as bytes, estimated from above. Bytes. */
export function weightOfHeld({ state, late, answered, resumeKey }: HeldParts): number {
  let units = resumeKey?.length ?? 0
  let objects = 1
  if (late !== undefined) {
    units += late.message.length
    objects++
  }
  for (let turn = answered; turn !== undefined; turn = turn.earlier) {
    units += turn.reply.message.length + turn.message.length
    objects += 2
  }
  return units * unit + objects * object + (state === undefined ? 0 : weightOfState(state))
}

export function weightOfState(state: SessionState): number {
  return object + unit * (state instanceof HeldState ? state.lengthAtMost : state.length)
}

type HeldParts = Pick<Session<TurnKind>, 'state' | 'late' | 'answered' | 'resumeKey'>

// Bytes: of a character that is no Latin one, and of what is small.
const unit = 2
const object = 128
