import { isThenable } from '../../is-thenable.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { fallbackReply, isReplyOf, type Reply } from '../../replies/index.ts'
import { FMW_NO_REPLY } from '../errors.ts'
import type { OpenTurn } from '../turn.ts'
import type { OnDeadline, TurnsSettings } from '../turns-settings.ts'
import { describe, failureOf } from './call-handler.ts'

/** Why work is given up. */
export const closing = 'the application is closing'

/** What is logged of a turn that was told to wait before its time. */
export const toldAtClosing = 'the application is closing: the subscriber was told to wait, and the handler goes on'

// ms: a handler that is about to end may still say so itself.
const closingPatience = 250

/**
 * ms until the deadline of a turn. Where the application closes that comes early, if it only tells the subscriber to wait:
 * the work goes on all the same, and a process that comes after has its result.
 */
export function untilDeadline<K extends TurnKind>(left: number, isClosing: boolean, onDeadline: OnDeadline<K>): number {
  return isClosing && onDeadline === 'wait' ? Math.min(left, closingPatience) : left
}

/** What goes out when the budget of a turn has run out; a function of the merchant that fails gives the waiting screen. */
export function deadlineReply<K extends TurnKind>(
  turn: OpenTurn<K>,
  {
    screensFor,
    channel,
    reports,
    onDeadline,
  }: Pick<TurnsSettings<K>, 'screensFor' | 'channel' | 'reports' | 'onDeadline'>,
): Reply<K> {
  const { event } = turn.first
  const wait = (message: string): Reply<K> => fallbackReply(channel, 'response', message, event.clientState)
  const release = (message: string): Reply<K> => fallbackReply(channel, 'release', message, event.clientState)
  if (onDeadline === 'release') return release(screensFor(event).failed)
  if (onDeadline === 'wait') return wait(screensFor(event).waiting)
  const failed = (error: unknown): void => reports.failed(turn.first, failureOf(turn, 'onDeadline', error))
  try {
    const reply: unknown = onDeadline(event, { wait, release })
    if (isReplyOf(reply, channel)) return reply
    failed(new FMW_NO_REPLY(channel, describe(reply)))
    if (isThenable(reply)) reply.then(undefined, failed)
  } catch (error) {
    failed(error)
  }
  return wait(screensFor(event).waiting)
}
