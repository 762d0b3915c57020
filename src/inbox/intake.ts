import type { EntryState, NewEntry } from '../store/entry.ts'
import type { Acceptance, InboxStore } from '../store/inbox-store.ts'
import { trace } from '../trace/moments.ts'
import type { AttemptEnd } from './attempt-run.ts'
import type { Deliveries, Succession } from './deliveries.ts'
import { type EntryWork, isPreparation } from './work.ts'

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
  async keep(entry: NewEntry, work: EntryWork): Promise<Taken> {
    const isReserved = this.#deliveries.reserve()
    let acceptance: Acceptance
    try {
      acceptance = await this.#store.accept(entry, isReserved)
    } finally {
      if (isReserved) this.#deliveries.free()
    }
    // What was looked into and not believed is looked into once more: it may be true by now.
    if (isPreparation(work) && acceptance.status === 'repeated') {
      if (acceptance.state === 'rejected') await this.#store.replay(this.#registration, acceptance.id)
      else if (isOver(acceptance.state)) await work.cameAgain?.()
    }
    if (trace.accepted.hasSubscribers) trace.accepted.publish({ ids: [entry.id] })
    return { acceptance, begin: () => this.#begin(acceptance, work) }
  }

  /**
   * Has a notification worked on before its request is answered: a store that keeps nothing can promise no more.
   * One that was handled is not handled again; one that failed is.
   */
  async handle(entry: NewEntry, work: EntryWork): Promise<Handled> {
    const accepting = this.#store.accept(entry, true)
    const acceptance = 'status' in accepting ? accepting : await accepting
    if (acceptance.status !== 'repeated') {
      const id = acceptance.status === 'conflict' ? acceptance.id : entry.id
      const ended = this.#deliveries.waiting.whenEnded(id)
      this.#begin(acceptance, work)
      const end = await ended
      return { acceptance, end: 'successor' in end ? await this.#endOf(end) : end }
    }
    const { id, state } = acceptance
    const isAgain = state === 'dead' || (state === 'rejected' && isPreparation(work))
    if (isOver(state) && !isAgain) {
      if (isPreparation(work)) await work.cameAgain?.()
      return { acceptance, end: { ok: true } }
    }
    const ended = this.#deliveries.waiting.whenEnded(id)
    if (isAgain) await this.#store.replay(this.#registration, id)
    this.#deliveries.wake()
    const end = await ended
    return { acceptance, end: 'successor' in end ? await this.#endOf(end) : end }
  }

  /** Keeps what could not be read. Resolves when it is durable. @throws FMW_STORE_UNAVAILABLE */
  async keepRejected(entry: NewEntry): Promise<void> {
    await this.#store.accept(entry, false)
  }

  /**
   * Keeps an entry of the application's own; one that is known is left as it is. Resolves when it is durable.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async put(entry: NewEntry): Promise<Acceptance> {
    const acceptance = await this.#store.accept(entry, false)
    if (acceptance.status !== 'repeated') this.#deliveries.wake()
    return acceptance
  }

  /** How an entry ends, or the one that goes on in its place: that one may be over by now. */
  async #endOf({ successor }: Succession): Promise<AttemptEnd> {
    const next = this.#deliveries.waiting.whenEnded(successor)
    const state = (await this.#store.get(this.#registration, successor))?.state
    if (state === undefined || finished.includes(state)) {
      const isDead = state === 'dead'
      this.#deliveries.waiting.tell(
        successor,
        isDead ? { ok: false, error: new Error(`${successor} is dead`) } : { ok: true },
      )
    }
    const end = await next
    return 'successor' in end ? await this.#endOf(end) : end
  }

  #begin(acceptance: Acceptance, work: EntryWork): void {
    if (acceptance.status === 'repeated') return
    if (acceptance.claim === undefined) this.#deliveries.wake()
    else this.#deliveries.take(acceptance.claim, work)
  }
}

/** Whether nothing is to be done about an entry any more: one that is gone was finished. */
function isOver(state: EntryState | undefined): boolean {
  return state === undefined || finished.includes(state)
}

const finished: readonly EntryState[] = ['done', 'rejected', 'dead']
