import type { InboxEntryDetails } from '../../admin/inbox-entry.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import type { MerchantEvents } from '../../registration/events/activity.ts'
import type { Merchant } from '../../registration/merchant.ts'
import { trace } from '../../trace.ts'
import type { PaymentNotice } from './payment-notice.ts'

/** What an inbox knows of a notice. */
export interface SeenNotice {
  readonly entry: InboxEntryDetails
  /** What its handler failed with, or why none was called; undefined where it succeeded or is not done. */
  readonly error: unknown
}

/** Sees what becomes of a notice. To be made before that is posted, and to be stopped. */
export interface NoticeWatch {
  /** As it is now; undefined where the inbox has no such notice. */
  look(): Promise<SeenNotice | undefined>
  /** As it is once its handler is done, or has failed again. @param before as it was before it was posted */
  ended(before: SeenNotice | undefined): Promise<SeenNotice | undefined>
  stop(): void
}

/** Whoever has an address alone sees nothing but the answer. */
export const seeNothing: NoticeWatch = {
  look: async () => undefined,
  ended: async () => undefined,
  stop: () => undefined,
}

/** Watches the inbox of a registration: each time that something is settled there it looks again. */
export class InboxWatch implements NoticeWatch {
  readonly #merchant: Merchant
  readonly #notice: PaymentNotice
  readonly #errors = new Map<string, unknown>()
  readonly #postponed = new Map<string, string>()
  #settled = Promise.withResolvers<void>()

  constructor(merchant: Merchant, notice: PaymentNotice) {
    this.#merchant = merchant
    this.#notice = notice
    trace.settled.subscribe(this.#onSettled)
    // Nothing of it is kept: it is no attempt.
    trace.postponed.subscribe(this.#onPostponed)
    // The inbox keeps a line of an error, and a test wants the whole.
    merchant.events.on('notificationFailed', this.#onError)
    merchant.events.on('notificationDead', this.#onError)
  }

  async look(): Promise<SeenNotice | undefined> {
    const { inbox } = this.#merchant
    const { kind, body } = this.#notice
    const posted = JSON.stringify(body)
    const { entries } = await inbox.list({ kinds: kind })
    // By what came: at a signed address another reference is kept, and what the service said has an entry after this one.
    for (const { id } of entries.toReversed()) {
      const entry = await inbox.get(id)
      // A payment may have several: failed, then paid.
      if (JSON.stringify(entry.raw) === posted) return { entry, error: this.#errorOf(entry) }
    }
    return undefined
  }

  async ended(before: SeenNotice | undefined): Promise<SeenNotice | undefined> {
    for (;;) {
      const { promise } = this.#settled
      const seen = await this.look()
      if (seen === undefined || isOver(seen, before)) return seen
      await promise
    }
  }

  stop(): void {
    const { events } = this.#merchant
    trace.settled.unsubscribe(this.#onSettled)
    trace.postponed.unsubscribe(this.#onPostponed)
    events.off('notificationFailed', this.#onError)
    events.off('notificationDead', this.#onError)
  }

  #errorOf({ id, state, attempts, reason }: InboxEntryDetails): unknown {
    if (state === 'done') return undefined
    const known = [this.#errors.get(id), attempts.at(-1)?.error, reason, this.#postponed.get(id)]
    return known.find((error) => error !== undefined && error !== null)
  }

  readonly #onSettled = (): void => {
    this.#settled.resolve()
    this.#settled = Promise.withResolvers()
  }

  readonly #onPostponed = (told: unknown): void => {
    if (!isRecord(told) || !Array.isArray(told.ids)) return
    for (const id of told.ids) this.#postponed.set(id, `no handler was called yet: ${told.why}`)
  }

  readonly #onError = ({ id, error }: MerchantEvents['notificationDead'][0]): void => {
    this.#errors.set(id, error)
  }
}

/** Whether a handler is done with it, or has failed: then it may be tried again, in its own time. */
function isOver(seen: SeenNotice, before: SeenNotice | undefined): boolean {
  return !['waiting', 'running'].includes(seen.entry.state) || lastAttempt(seen) > lastAttempt(before)
}

/** From 1; 0 where there was none. */
function lastAttempt(seen: SeenNotice | undefined): number {
  return seen?.entry.attempts.at(-1)?.number ?? 0
}
