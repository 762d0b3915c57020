import type { NewEntry } from '../store/entry.ts'
import type { Acceptance, InboxStore } from '../store/inbox-store.ts'
import { trace } from '../trace.ts'
import type { AttemptEnd } from './attempt-run.ts'
import type { Deliveries } from './deliveries.ts'
import type { Delivery } from './delivery.ts'

/** What became of a notification, and what is left to do once its request is answered. */
export interface Taken {
  readonly acceptance: Acceptance
  /** Begins the work on it, if it was claimed. To be called once, after the answer. */
  begin(): void
}

/** What became of a notification that was worked on before its answer. */
export interface Handled {
  readonly acceptance: Acceptance
  readonly end: AttemptEnd
}

/** Takes notifications into the inbox. */
export class Intake {
  readonly #registration: string
  readonly #store: InboxStore
  readonly #deliveries: Deliveries

  constructor(registration: string, store: InboxStore, deliveries: Deliveries) {
    this.#registration = registration
    this.#store = store
    this.#deliveries = deliveries
  }

  /**
   * Keeps a notification. Resolves when it is durable.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async keep(entry: NewEntry, delivery: Delivery): Promise<Taken> {
    const isReserved = this.#deliveries.reserve()
    let acceptance: Acceptance
    try {
      acceptance = await this.#store.accept(entry, isReserved)
    } finally {
      if (isReserved) this.#deliveries.free()
    }
    if (trace.accepted.hasSubscribers) trace.accepted.publish({ ids: [entry.id] })
    return { acceptance, begin: () => this.#begin(acceptance, delivery) }
  }

  /**
   * Has a notification worked on before its request is answered: a store that keeps nothing can promise no more.
   * One that was handled is not handled again; one that failed is.
   */
  async handle(entry: NewEntry, delivery: Delivery): Promise<Handled> {
    const acceptance = await this.#store.accept(entry, true)
    if (acceptance.status !== 'repeated') {
      const id = acceptance.status === 'conflict' ? acceptance.id : entry.id
      const ended = this.#deliveries.whenEnded(id)
      this.#begin(acceptance, delivery)
      return { acceptance, end: await ended }
    }
    const { id, state } = acceptance
    if (state === 'done' || state === 'rejected' || state === undefined) return { acceptance, end: { ok: true } }
    const ended = this.#deliveries.whenEnded(id)
    if (state === 'dead') await this.#store.replay(this.#registration, id)
    this.#deliveries.wake()
    return { acceptance, end: await ended }
  }

  /** Keeps what could not be read. Resolves when it is durable. @throws FMW_STORE_UNAVAILABLE */
  async keepRejected(entry: NewEntry): Promise<void> {
    await this.#store.accept(entry, false)
  }

  #begin(acceptance: Acceptance, delivery: Delivery): void {
    if (acceptance.status === 'repeated') return
    if (acceptance.claim === undefined) this.#deliveries.wake()
    else this.#deliveries.take(acceptance.claim, delivery)
  }
}
