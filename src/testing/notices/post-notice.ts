import type { PayOptions, PhonePayment } from '../phone/phone-options.ts'
import { connect, isAddress, registrationOf, type Target, type TargetOptions, type WireAnswer } from '../target.ts'
import { InboxWatch, type NoticeWatch, type SeenNotice, seeNothing } from './notice-watch.ts'
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

const nowhereToGo =
  'nobody knows where the notice goes: the reply names no address, and the phone has that of one route; give url'

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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// Enough to see what came, short enough for a terminal.
const shownLength = 500
