import { isThenable } from '../../is-thenable.ts'
import { AskedPayments } from '../../payments/work/asked-payments.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { isReply, type Reply } from '../../replies/index.ts'
import type { ActiveTurn } from '../../turns/turn.ts'
import type { KindParts } from './kind-parts.ts'
import { readPatience } from './payment-confirmation.ts'

/** The payments that the sessions of a registration ask for, looked after. @throws FMW_OPTION */
export function askedPayments({
  options,
  shared,
  opened,
  intake,
  deliveries,
  time: clock,
}: Pick<KindParts, 'options' | 'shared' | 'opened' | 'intake' | 'deliveries' | 'time'>): AskedPayments {
  const asked = new AskedPayments({
    registration: shared.name,
    inbox: opened.inbox,
    put: (entry) => intake.put(entry),
    after: readPatience(options).after,
    clock,
  })
  deliveries.serve('askedPayment', (entry) => asked.workOf(entry))
  return asked
}

/**
 * What a handler returned, once the payment that it asks for is remembered.
 *
 * @param isAwaited whether the notice of a payment comes to this registration
 */
export function remembering<K extends TurnKind>(asked: AskedPayments, isAwaited: (reply: Reply) => boolean) {
  return (event: SessionEvent<K>, turn: Pick<ActiveTurn<K>, 'log'>, returned: unknown): unknown => {
    const remembered = (reply: unknown) =>
      isReply(reply) && isAwaited(reply) ? asked.remember(event, reply, turn.log).then(() => reply) : reply
    // A promise of our own settles once and never throws, whatever a foreign one does.
    return isThenable(returned) ? new Promise((resolve) => resolve(returned)).then(remembered) : remembered(returned)
  }
}
