import type { Log } from '../log.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { Reply } from '../replies/index.ts'
import { RingLink } from './ring.ts'
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
  /** No room for another session, or for another turn that waits in one. */
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

/** A turn that waits for its answer: it runs, queues behind what runs, or takes the result of that. */
export interface OpenTurn<K extends TurnKind> {
  /** The request whose event the handler sees. */
  readonly first: Asked<K>
  /** Requests that repeat it and get the same answer. */
  readonly others: Asked<K>[]
  /** The first push of its session. */
  readonly isNew: boolean
  /** What the user entered stays out of logs. */
  readonly isSecret: boolean
  /** Monotonic ms: when the first of its requests arrived. */
  arrivedAt: number
  cancelDeadline: (() => void) | undefined
}

/** What is kept of a turn for its repeats. Its requests and their bodies are not. */
export interface AnsweredTurn<K extends TurnKind> {
  readonly sequence: number | null
  readonly type: string
  readonly message: string
  readonly isSecret: boolean
  readonly reply: Reply<K>
}

/** What is remembered of a session between its turns. */
export class Session<K extends TurnKind> extends RingLink {
  readonly id: string
  /** Monotonic ms since when nothing runs in it. */
  idleSince: number
  /** The state that the last reply carried, as JSON: no turn can change another's. */
  state: string | undefined = undefined
  /** In order of arrival. While work is not late the first of them runs; all wait for late work. */
  open: OpenTurn<K>[] = []
  /** In order of their answers, the last ones only. */
  readonly answered: AnsweredTurn<K>[] = []
  /** Sequences up to this one have been forgotten: their turns never run again. */
  forgottenTo = 0
  /** The handler that runs now. */
  work: Work<K> | undefined = undefined
  /** A result that came after its waiting screen and was not shown yet. */
  late: Reply<K> | undefined = undefined
  /** The application or the subscriber ended it. */
  isOver = false
  /** Release or timeout came, and `onEnd` ran. */
  wasEnded = false
  /** The answer to the last screen is left out of logs. */
  masksAnswer = false

  constructor(id: string, now: number) {
    super()
    this.id = id
    this.idleSince = now
  }
}
