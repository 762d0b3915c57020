import type { InboxEntryDetails } from '../../admin/inbox-entry.ts'
import type { MerchantEvents } from '../../registration/events/activity.ts'
import type { Merchant } from '../../registration/merchant.ts'
import { messageOf } from '../../text/message-of.ts'
import { trace } from '../../trace/moments.ts'
import type { PayOptions, PhonePayment } from '../phone/phone-options.ts'
import { connect, isAddress, registrationOf, type Target, type TargetOptions, type WireAnswer } from '../target.ts'
import type { PaymentNotice } from './payment-notice.ts'

/** A notice that was posted. */
export interface PostedNotice {
  readonly payment: PhonePayment
  /** Why it is not handled; undefined where it is. */
  readonly problem: string | undefined
}

/**
 * Posts the notice of a payment as the service does, and waits until it was handled. At an address only the answer can be
 * waited for.
 *
 * @throws FMW_TESTING_TARGET, FMW_TESTING_NO_ROUTE, FMW_NAME_UNKNOWN
 */
export async function postNotice(
  target: Target,
  notice: PaymentNotice,
  { registration, headers }: TargetOptions,
  options: PayOptions,
): Promise<PostedNotice> {
  const url = addressOf(notice, options)
  if (url === undefined && notice.kind === 'ussdPayment') {
    return { payment: paymentOf(notice, undefined, undefined), problem: noCallbackUrl }
  }
  if (url === undefined && isAddress(target)) {
    return { payment: paymentOf(notice, undefined, undefined), problem: nowhereToGo }
  }
  const send = await connect(target, notice.kind, { registration, headers, url })
  const request = {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json' }),
    payload: JSON.stringify(notice.body),
  } as const
  const watch = isAddress(target) ? seeNothing : new InboxWatch(registrationOf(target, registration), notice)
  const { times = 1, within = 4_000 } = options
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, within, undefined)
  try {
    const before = await watch.look()
    const answers = Promise.all(Array.from({ length: times }, () => send(request)))
    const posted = answers.then((all) => judge(all, notice, watch, before))
    return (await Promise.race([posted, late.promise])) ?? tooLate(notice, await watch.look(), within)
  } finally {
    clearTimeout(timer)
    watch.stop()
  }
}

const noCallbackUrl =
  'the reply has no CallbackUrl, so the service would post no notice: set publicUrl, and a payment handler; ' +
  "or post it to a path, as with pay({ url: '/push/ussd-payment' })"
const nowhereToGo = 'nobody knows where the notice goes: the phone has the address of one route; give url'

/** Where the notice goes; undefined where the registered address is meant. */
function addressOf({ callbackUrl }: PaymentNotice, { url }: PayOptions): string | undefined {
  if (url === undefined || callbackUrl === null) return url ?? callbackUrl ?? undefined
  const [, query] = callbackUrl.split(/\?(.*)/s)
  // The signature of the address is in it.
  return query === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

async function judge(
  answers: readonly WireAnswer[],
  notice: PaymentNotice,
  watch: NoticeWatch,
  before: SeenNotice | undefined,
): Promise<PostedNotice> {
  const refused = answers.find(({ status }) => status < 200 || status > 299)
  const seen = refused === undefined ? await watch.ended(before) : await watch.look()
  const payment = paymentOf(notice, (refused ?? answers[0])?.status, seen)
  if (payment.error !== undefined)
    return { payment, problem: `the notice was not handled: ${messageOf(payment.error)}` }
  if (refused === undefined) return { payment, problem: undefined }
  return { payment, problem: `the notice was refused with ${refused.status}: ${refused.body.slice(0, shownLength)}` }
}

function tooLate(notice: PaymentNotice, seen: SeenNotice | undefined, within: number): PostedNotice {
  const payment = paymentOf(notice, undefined, seen)
  const where = seen === undefined ? 'no answer came' : `in the inbox it is ${seen.entry.state}`
  const why = payment.error === undefined ? '' : `: ${messageOf(payment.error)}`
  return { payment, problem: `the notice was not handled within ${within} ms: ${where}${why}` }
}

function paymentOf({ body }: PaymentNotice, status: number | undefined, seen: SeenNotice | undefined): PhonePayment {
  const event = seen?.entry.event
  const isPayment = event?.kind === 'ussdPayment' || event?.kind === 'fulfilment'
  return { notice: body, status, id: seen?.entry.id, event: isPayment ? event : undefined, error: seen?.error }
}

// Enough to see what came, short enough for a terminal.
const shownLength = 500

/** What an inbox knows of a notice. */
interface SeenNotice {
  readonly entry: InboxEntryDetails
  /** What its handler failed with, or why none was called; undefined where it succeeded or is not done. */
  readonly error: unknown
}

/** Sees what becomes of a notice. To be made before that is posted, and to be stopped. */
interface NoticeWatch {
  /** As it is now; undefined where the inbox has no such notice. */
  look(): Promise<SeenNotice | undefined>
  /** As it is once its handler is done, or has failed again. @param before as it was before it was posted */
  ended(before: SeenNotice | undefined): Promise<SeenNotice | undefined>
  stop(): void
}

/** Whoever has an address alone sees nothing but the answer. */
const seeNothing: NoticeWatch = {
  look: async () => undefined,
  ended: async () => undefined,
  stop: () => undefined,
}

/** Watches the inbox of a registration: each time that something is settled there it looks again. */
class InboxWatch implements NoticeWatch {
  readonly #merchant: Merchant
  readonly #notice: PaymentNotice
  readonly #errors = new Map<string, unknown>()
  #settled = Promise.withResolvers<void>()

  constructor(merchant: Merchant, notice: PaymentNotice) {
    this.#merchant = merchant
    this.#notice = notice
    trace.settled.subscribe(this.#onSettled)
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
    events.off('notificationFailed', this.#onError)
    events.off('notificationDead', this.#onError)
  }

  #errorOf({ id, state, attempts, reason }: InboxEntryDetails): unknown {
    if (state === 'done') return undefined
    const why = reason !== null && state !== 'rejected' ? `no handler was called yet: ${reason}` : reason
    return [this.#errors.get(id), attempts.at(-1)?.error, why].find((error) => error !== undefined && error !== null)
  }

  readonly #onSettled = (): void => {
    this.#settled.resolve()
    this.#settled = Promise.withResolvers()
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
