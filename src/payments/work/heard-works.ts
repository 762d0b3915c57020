import type { Attempt } from '../../inbox/attempt.ts'
import {
  type EntryWork,
  type Instead,
  isPreparation,
  type NotificationWorks,
  type Preparation,
  untilStoreIsBack,
} from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'
import type { AskedPayments } from './asked-payments.ts'

/** Work of fulfilment notices, with the reference of the cart that they are about; they end the wait for them. */
export class CartWorks implements NotificationWorks<FulfilmentEvent> {
  readonly #works: NotificationWorks<FulfilmentEvent>
  readonly #asked: AskedPayments

  constructor(works: NotificationWorks<FulfilmentEvent>, asked: AskedPayments) {
    this.#works = works
    this.#asked = asked
  }

  of(event: FulfilmentEvent, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    if (event.sessionId === null) return this.#works.of(event, incoming, newLog)
    const find = async (attempt: Attempt) => {
      const work = this.#works.of(await this.#asked.told(event, attempt), incoming, newLog)
      // Read again, behind what was kept of the money: who waits for it and looks meanwhile is seen here, or has seen that.
      return (await this.#asked.heardCart(event)) ? work : whileLookedAt
    }
    return { waitsForOthers: false, newLog, prepare: preparedBy(find) }
  }
}

/** Work of USSD payment notices, which end the wait for them. */
export class HeardWorks implements NotificationWorks<UssdPaymentEvent> {
  readonly #works: NotificationWorks<UssdPaymentEvent>
  readonly #asked: AskedPayments

  constructor(works: NotificationWorks<UssdPaymentEvent>, asked: AskedPayments) {
    this.#works = works
    this.#asked = asked
  }

  of(event: UssdPaymentEvent, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    const work = this.#works.of(event, incoming, newLog)
    const { sessionId = null, payer } = event.signed ?? {}
    if (sessionId === null) return work
    const hear = async () => ((await this.#asked.heard(sessionId, payer)) ? work : whileLookedAt)
    const prepared = { waitsForOthers: false, newLog, prepare: preparedBy(hear) }
    if (!isPreparation(work)) return prepared
    const { waitsForOthers } = work
    return { ...prepared, waitsForOthers, cameAgain: async () => work.cameAgain?.() }
  }
}

const whileLookedAt: Instead = { state: 'later', retryIn: 1_000, why: 'what waits for it is looked at' }

/** What the store has to be asked first. */
function preparedBy(find: (attempt: Attempt) => Promise<EntryWork | Instead>): Preparation['prepare'] {
  return async (attempt, kept) => {
    try {
      const work = await find(attempt)
      return 'prepare' in work ? await work.prepare(attempt, kept) : work
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }
}
