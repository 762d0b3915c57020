import { isThenable } from '../is-thenable.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import { fallbackReply, isReplyOf, type Reply } from '../replies/index.ts'
import { FMW_NO_REPLY } from './errors.ts'
import { describe, failureOf } from './failures.ts'
import type { OpenTurn } from './open-turn.ts'
import type { OnDeadline, TurnsSettings } from './turns-settings.ts'

/** What goes out when the budget of a turn has run out; a function of the merchant that fails gives the waiting screen. */
export function deadlineReply<K extends TurnKind>(
  turn: OpenTurn<K>,
  { screens, channel, reports }: Pick<TurnsSettings<K>, 'screens' | 'channel' | 'reports'>,
  onDeadline: OnDeadline<K>,
): Reply<K> {
  const { event } = turn.first
  const wait = (message: string): Reply<K> => fallbackReply(channel, 'response', message, event.clientState)
  const release = (message: string): Reply<K> => fallbackReply(channel, 'release', message, event.clientState)
  if (onDeadline === 'release') return release(screens.failed)
  if (onDeadline === 'wait') return wait(screens.waiting)
  const failed = (error: unknown): void => reports.failed(turn.first, failureOf(turn, 'onDeadline', error))
  try {
    const reply: unknown = onDeadline(event, { wait, release })
    if (isReplyOf(reply, channel)) return reply
    failed(new FMW_NO_REPLY(channel, describe(reply)))
    if (isThenable(reply)) reply.then(undefined, failed)
  } catch (error) {
    failed(error)
  }
  return wait(screens.waiting)
}
