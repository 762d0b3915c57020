import type { Log } from '../log.ts'
import type { Attempt } from './attempt.ts'
import type { Confirmations } from './confirmations.ts'
import type { Delivery } from './delivery.ts'
import { untilStoreIsBack } from './until-store-is-back.ts'
import type { Instead, Preparation } from './work.ts'

/**
 * A result that the service told: it is delivered as it stands, since it was put into the inbox by that. A push of the
 * same result may have come at the same moment; then that one is delivered, and this is no second payment.
 */
export class ToldResult implements Preparation {
  readonly waitsForOthers = false
  readonly #delivery: Delivery
  readonly #confirmations: Confirmations

  constructor(delivery: Delivery, confirmations: Confirmations) {
    this.#delivery = delivery
    this.#confirmations = confirmations
  }

  get newLog(): (() => Log) | undefined {
    return this.#delivery.newLog
  }

  async prepare({ id, conflictsWith }: Attempt): Promise<Delivery | Instead> {
    if (conflictsWith === null) return this.#delivery
    try {
      const isTold = await this.#confirmations.results.isToldBy(conflictsWith, id)
      return isTold ? { state: 'done', why: 'a push says the same, and is told' } : this.#delivery
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }
}
