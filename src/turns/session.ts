import type { Log } from '../log.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { Reply } from '../replies/index.ts'
import type { Work } from './work.ts'

/** How a turn came to its answer. */
export type AnswerSource =
  /** The handler's reply, in time. */
  | 'handler'
  /** The stored or joined reply of the same turn. */
  | 'repeated'
  /** The waiting screen: the work goes on. */
  | 'waiting'
  /** The result of work that an earlier turn started. */
  | 'late'
  /** A polite release in place of what the handler should have said. */
  | 'failed'
  /** A release at the deadline: the work was given up. */
  | 'deadline'
  /** The session is over. */
  | 'ended'
  /** A type that no handler takes. */
  | 'unknownType'
  /** No room for another session. */
  | 'busy'

/** One HTTP request that waits for the answer of a turn. */
export interface Asked<K extends TurnKind> {
  readonly event: SessionEvent<K>
  /** Monotonic ms at which the request arrived: the clock of the budget. */
  readonly arrivedAt: number
  /** Names the kind and the session on every line. */
  readonly log: Log
  /** Called exactly once. */
  answer(reply: Reply<K>, source: AnswerSource): void
}

/** One turn of a session: asked for, perhaps several times, and answered once. */
export interface TurnRecord<K extends TurnKind> {
  readonly sequence: number | null
  readonly type: string
  readonly message: string
  /** The first push of its session. */
  readonly isNew: boolean
  /** Requests that wait; at least one until it is answered, none after. The event is not kept longer. */
  asked: Asked<K>[]
  reply: Reply<K> | undefined
  /** What it waits for: its own work, or the one it queues behind or adopted. */
  work: Work<K>
  cancelDeadline: (() => void) | undefined
}

/** What is remembered of a session between its turns. */
export interface Session<K extends TurnKind> {
  readonly id: string
  /** The state that the last reply carried, as JSON: no turn can change another's. */
  state: string | undefined
  /** Monotonic ms of the last push. */
  seenAt: number
  /** Turns in order of arrival, the last ones only. */
  readonly turns: TurnRecord<K>[]
  /** Sequences up to this one have been forgotten: their turns never run again. */
  forgottenTo: number
  /** The handler that runs now. */
  work: Work<K> | undefined
  /** Turns that wait for it to end, to run then. */
  queue: TurnRecord<K>[]
  /** A result that came after its waiting screen and was not shown yet. */
  late: Reply<K> | undefined
  /** The application or the subscriber ended it. */
  isOver: boolean
  /** Release or timeout came, and `onEnd` ran. */
  wasEnded: boolean
  /** The answer to the last screen is left out of logs. */
  masksAnswer: boolean
}
