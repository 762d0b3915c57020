import type { Log } from '../log.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { Reply } from '../replies/index.ts'

/**
 * How a turn came to its answer.
 *
 * @example
 * const late: readonly AnswerSource[] = ['waiting', 'late', 'deadline']
 * late.map((source) => app.merchant.counts.ussd?.[source] ?? 0)
 */
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
  /** A polite release, because the process ended in which the handler ran: it is not run again. */
  | 'interrupted'
  /** A polite release, because the store that keeps the session could not be used. */
  | 'unavailable'

/** One HTTP request that waits for the answer of a turn. */
export interface PendingRequest<K extends TurnKind> {
  readonly event: SessionEvent<K>
  /** Monotonic ms at which the request arrived: the clock of the budget. */
  readonly arrivedAt: number
  /** Names the kind and the session on every line. */
  readonly log: Log
  /**
   * Called exactly once, unless it is refused.
   *
   * @param isSecret whether what the user entered stays out of logs, where that was known only after the push was taken
   * @param seen called when the answer went out while the service still waited for it
   */
  answer(reply: Reply<K>, source: AnswerSource, isSecret?: boolean, seen?: () => void): void
  /** In place of `answer`: what it tells could not be recorded, and is to be told again. */
  refuse(): void
}
