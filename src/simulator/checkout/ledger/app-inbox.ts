import { isToldElsewhere } from '../../../payments/work/ended-work.ts'
import type { NotificationKind } from '../../../pushes/kinds.ts'
import type { HandledPayment } from './handled.ts'
import { type LookedAtEntry, type NotificationWork, reviewReasonsOf, textIn, workOf } from './work.ts'

/** The inbox of an application in this process, as far as it is looked at. */
export interface AppInbox {
  all(query: {
    readonly states?: 'done'
    readonly limit: number
    readonly since?: number | undefined
  }): AsyncIterable<{ readonly id: string }>
  get(id: string): Promise<LookedAtEntry>
  /** Newest first. */
  list?(query: {
    readonly kinds: 'askedPayment'
    readonly session: { readonly kind: 'programmable'; readonly sessionId: string }
    readonly limit: number
  }): Promise<{ readonly entries: readonly { readonly id: string }[] }>
  count?(filter?: {
    readonly kinds?: readonly NotificationKind[]
  }): Promise<{ readonly waiting: number; readonly running: number }>
}

/** An application with the plugin, as far as its inbox goes. */
interface WithInbox {
  readonly merchant: { readonly inbox: AppInbox; get(name: string): { readonly inbox: AppInbox } }
}

/** The inbox of an application in this process; undefined for one at an address. */
export function inboxOf(
  app: WithInbox | string | URL,
  { registration }: { readonly registration?: string | undefined },
): AppInbox | undefined {
  if (typeof app === 'string' || app instanceof URL) return undefined
  return (registration === undefined ? app.merchant : app.merchant.get(registration)).inbox
}

/** What became of a notification; undefined where its entry is gone, or the inbox can't be asked. */
export function workIn(inbox: AppInbox, entryId: string): Promise<NotificationWork | undefined> {
  return inbox.get(entryId).then(workOf, () => undefined)
}

/** What became of each notification of a bill, by its own identifier. */
export async function worksOf(inbox: AppInbox, billId: string): Promise<readonly NotificationWork[]> {
  const found: NotificationWork[] = []
  for await (const { id } of inbox.all({ limit: 1_000 })) {
    const entry = await inbox.get(id)
    const event = Object(entry.event)
    if (textIn(event, 'checkoutId') === billId || textIn(event, 'orderId') === billId) found.push(workOf(entry))
  }
  return found
}

/**
 * The payments that handlers took without an error. Two entries that say the same may be one payment that was told in two
 * ways, so each is there once.
 *
 * @param since leaves out what was received before, epoch ms; 0 for none
 */
export async function handledIn(inbox: AppInbox, since?: number): Promise<HandledPayment[]> {
  const found = new Map<string, HandledPayment>()
  for await (const { id } of inbox.all({ states: 'done', limit: 1_000, since })) {
    const payment = await handledBy(inbox, await inbox.get(id))
    if (payment !== undefined) found.set(JSON.stringify(payment), payment)
  }
  return [...found.values()].reverse()
}

/**
 * The payment of one entry, once a handler took it without an error: what another entry tells of counts there. A cart has the
 * reference that its handler got.
 */
export async function handledBy(inbox: AppInbox, entry: LookedAtEntry): Promise<HandledPayment | undefined> {
  const payment = handledOf(entry)
  if (payment === undefined || entry.kind !== 'fulfilment') return payment
  return { ...payment, reference: await referenceOfCart(inbox, Object(entry.event)) }
}

/**
 * A notice of a cart has no reference of the application: its session had, when it sent a cart last. Sessions of the simulator
 * have one phone each.
 */
async function referenceOfCart(inbox: AppInbox, event: object): Promise<string | null> {
  const sessionId = textIn(event, 'sessionId')
  if (sessionId === null || inbox.list === undefined) return null
  const session = { kind: 'programmable', sessionId } as const
  const [asked] = (await inbox.list({ kinds: 'askedPayment', session, limit: 1 })).entries
  return asked === undefined ? null : textIn(Object((await inbox.get(asked.id)).raw), 'reference')
}

function handledOf(entry: LookedAtEntry): HandledPayment | undefined {
  const { kind, state, event, attempts } = entry
  const isHandled = state === 'done' && moneyKinds.has(kind) && typeof event === 'object' && event !== null
  return isHandled && !isToldElsewhere(attempts.at(-1)?.note) ? paymentOf(event, reviewReasonsOf(entry)) : undefined
}

const moneyKinds: ReadonlySet<string> = new Set(['checkout', 'ussdPayment', 'fulfilment'])

function paymentOf(event: object, said: readonly string[]): HandledPayment {
  const text = (name: string): string | null => textIn(event, name)
  const amount: unknown = Reflect.get(event, 'amount')
  const outcome = text('outcome') ?? ''
  // Whoever got no outcome has to look too.
  const needsReview = outcome === 'undetermined' ? [...new Set([...said, outcome])] : said
  return {
    outcome,
    amount: typeof amount === 'number' ? amount : null,
    ...(needsReview.length > 0 && { needsReview }),
    checkoutId: text('checkoutId'),
    orderId: text('orderId'),
    transactionId: text('transactionId'),
    clientReference: text('clientReference'),
    reference: text('reference'),
  }
}
