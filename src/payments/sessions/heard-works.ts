import { foundWork, type Instead, isPreparation, type NotificationWorks } from '../../inbox/work.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'
import type { AskedPayments } from './asked-payments.ts'

/** Work of fulfilment notices, with the reference of the cart that they are about; they end the wait for them. */
export function cartWorks(
  works: NotificationWorks<FulfilmentEvent>,
  asked: AskedPayments,
): NotificationWorks<FulfilmentEvent> {
  return {
    of(event, incoming, newLog) {
      if (event.sessionId === null) return works.of(event, incoming, newLog)
      return foundWork(async (attempt) => {
        const work = works.of(await asked.told(event, attempt), incoming, newLog)
        // Read again, behind what was kept of the money: who waits for it and looks meanwhile is seen here, or has seen that.
        return (await asked.heardCart(event)) ? work : whileLookedAt
      }, newLog)
    },
  }
}

/** Work of USSD payment notices, which end the wait for them. */
export function heardWorks(
  works: NotificationWorks<UssdPaymentEvent>,
  asked: AskedPayments,
): NotificationWorks<UssdPaymentEvent> {
  return {
    of(event, incoming, newLog) {
      const work = works.of(event, incoming, newLog)
      const { sessionId = null, payer } = event.signed ?? {}
      if (sessionId === null) return work
      const heard = foundWork(async () => ((await asked.heard(sessionId, payer)) ? work : whileLookedAt), newLog)
      if (!isPreparation(work)) return heard
      const { waitsForOthers } = work
      const cameAgain = async (id: string) => work.cameAgain?.(id)
      return { ...heard, waitsForOthers, cameAgain, cameMeanwhile: async (id) => work.cameMeanwhile?.(id) }
    },
  }
}

const whileLookedAt: Instead = { state: 'later', retryIn: 1_000, why: 'what waits for it is looked at' }
