/**
 * What must and must not compile where the plugin is registered. Nothing here runs: `tsc --noEmit` fails when a
 * line under `@ts-expect-error` compiles after all, or any other line does not.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, {
  allOf,
  basic,
  type CheckoutEvent,
  type CheckoutHandler,
  type DeliveryReportEvent,
  type InboundMessageEvent,
  type Kind,
  type MerchantWebhooksOptions,
  memoryStore,
  type NotificationHandler,
  type PaymentEvent,
  type PaymentHandler,
  type ProgrammableHandler,
  type Reply,
  secretHeader,
  secretPath,
  sourceAddresses,
  type UssdHandler,
  type Verifier,
} from '../../src/index.ts'

declare const app: FastifyInstance
declare function settle(reference: string | null, amount: number | null): Promise<void>
declare function expectType<Expected>(value: Expected): void

// The public face of the design.
await app.register(merchantWebhooks, {
  prefix: '/push',
  publicUrl: process.env.PUBLIC_URL,
  verify: secretPath(process.env.PUSH_SECRET),
  store: memoryStore(),

  ussd: (push, turn) => {
    if (push.type === 'initiation') return turn.prompt('Welcome\n1. Tea, 5.00\n2. Leave')
    if (push.message === '1') return turn.pay('Approve the prompt', { amount: 5, description: 'Tea' })
    return turn.end('Goodbye')
  },
  payment: async (payment, attempt) => {
    expectType<string>(attempt.entryId)
    expectType<AbortSignal>(attempt.signal)
    if (payment.outcome === 'paid') await settle(payment.clientReference, payment.amount)
  },
  deliveryReport: async (report) => {
    expectType<DeliveryReportEvent>(report)
  },
  inboundMessage: async (message) => {
    expectType<InboundMessageEvent>(message)
  },
})
console.table(app.merchant.urls)

// Whatever kind of application it is.
await Fastify({ http2: true }).register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('a') })
await Fastify({ https: {} }).register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('a') })

// A variable of the options, an unset setting, and options made late.
const options: MerchantWebhooksOptions = { verify: 'none', ussd: undefined, budget: undefined, deliveryReport: () => 1 }
await app.register(merchantWebhooks, options)
await app.register(merchantWebhooks, () => options)

/** Handlers, as inline functions infer them, with what they may return. */
export const compile: readonly MerchantWebhooksOptions[] = [
  { ussd: (_push, turn) => turn.menu('Welcome', ['Tea'], { as: 'select' }) },
  { ussd: async (_push, { prompt }) => prompt('Welcome', { state: { step: 1 }, maskNext: true }) },
  {
    ussd: {
      budget: 5_000,
      handler: (push, turn) => {
        expectType<'initiation' | 'response'>(push.type)
        expectType<unknown>(turn.state)
        expectType<number>(turn.remaining())
        return turn.end(push.answers.join())
      },
      onUnknownType: (push, turn) => {
        expectType<string>(push.type)
        return turn.end('Goodbye')
      },
      onLeave: async (push, end) => {
        expectType<'ussd'>(push.kind)
        end.log.info({ state: end.state }, 'left')
      },
      onDeadline: (push, late) => (push.message === '1' ? late.wait('A moment') : late.release('Later')),
    },
  },
  {
    programmable: (push, turn) => {
      expectType<'initiation' | 'response' | 'addToCart'>(push.type)
      return turn.pay('Confirm', { items: [{ name: 'Tea', quantity: 1, price: 5 }], reference: 'order-1' })
    },
  },
  // A notification's handler may return anything, or nothing.
  { payment: () => undefined, deliveryReport: (report) => report.status.length, inboundMessage: async () => undefined },
  { payment: { handler: (payment) => payment.source }, checkout: { path: '/paid' }, fulfilment: false },
  { checkout: (event) => event.paymentDetails.cardNumber, fulfilment: ({ order }) => order.items.length },
  { ussdPayment: { handler: ({ charges }) => charges, identity: ({ transactionId }) => `${transactionId}` } },
  { classify: (body) => ('OrderId' in body ? 'fulfilment' : undefined) },
  { verify: allOf(basic({ username: 'a', password: process.env.PASSWORD }), sourceAddresses(['192.0.2.1'])) },
  { acknowledge: { status: 202 }, reply: { names: 'camel' }, screens: { waiting: 'A moment' }, country: 'GH' },
]

/** Which facts a payment has, whatever its source, and which only by it. */
export const onPayment: PaymentHandler = (payment) => {
  expectType<PaymentEvent>(payment)
  expectType<string | null>(payment.clientReference)
  expectType<'paid' | 'failed' | 'cancelled' | 'pending' | 'refunded' | 'undetermined'>(payment.outcome)
  expectType<number | null>(payment.amountMinor)
  if (payment.source === 'fulfilment') expectType<string | null>(payment.orderId)
  if (payment.kind === 'checkout') expectType<CheckoutEvent>(payment)
  // @ts-expect-error only a checkout has one
  payment.checkoutId
  // @ts-expect-error an event is not changed
  payment.outcome = 'paid'
  // @ts-expect-error no such outcome
  return payment.outcome === 'success'
}

interface Cart {
  readonly items: readonly string[]
}

/** A handler that knows its state. */
export const withCart: UssdHandler<Cart> = (push, turn) => {
  expectType<Cart | undefined>(turn.state)
  const items = [...(turn.state?.items ?? []), push.message]
  // @ts-expect-error no such field of the state
  turn.state?.price
  // @ts-expect-error the next state travels in the reply
  turn.state = { items }
  return turn.prompt('More?', { state: { items } satisfies Cart })
}
export const onCart: ProgrammableHandler<Cart> = async (_push, turn) => turn.end(`${turn.state?.items.length}`)
await app.register(merchantWebhooks, { verify: 'none', ussd: withCart, programmable: { handler: onCart } })

/** One script on both channels. */
const either = <R>(turn: { prompt(message: string): R }): R => turn.prompt('Welcome')
await app.register(merchantWebhooks, {
  verify: 'none',
  ussd: (_push, turn) => either(turn),
  programmable: (_push, turn) => either(turn),
})

/** What is no handler, or none of its kind. */
export const mustNotCompile: readonly MerchantWebhooksOptions[] = [
  {
    // @ts-expect-error a handler returns a reply
    ussd: () => undefined,
  },
  {
    // @ts-expect-error the reply was not returned
    ussd: (_push, turn) => {
      turn.prompt('Welcome')
    },
  },
  {
    // @ts-expect-error the reply was not returned
    ussd: async (_push, turn) => {
      turn.prompt('Welcome')
    },
  },
  {
    // @ts-expect-error not every way returns a reply
    ussd: (push, turn) => {
      if (push.type === 'initiation') return turn.prompt('Welcome')
    },
  },
  {
    // @ts-expect-error nor here, in full
    ussd: { handler: (_push, turn) => void turn.prompt('Welcome') },
  },
  {
    // @ts-expect-error a text is no reply
    ussd: () => 'Welcome',
  },
  {
    // @ts-expect-error a plain object is no reply
    ussd: () => ({ type: 'response', message: 'Welcome' }),
  },
  {
    ussd: (_push, turn) => turn.pay('Approve', { name: 'Tea', quantity: 1, price: 5 }),
  },
  {
    programmable: (_push, turn) => turn.pay('Confirm', { amount: 5, description: 'Tea' }),
  },
  {
    // @ts-expect-error no such option
    ussd: (_push, turn) => turn.end('Goodbye', { clientstate: 'x' }),
  },
  {
    // @ts-expect-error release goes to onLeave
    ussd: (push, turn) => (push.type === 'release' ? turn.end('a') : turn.prompt('b')),
  },
  {
    // @ts-expect-error AddToCart is no word of USSD
    ussd: (push, turn) => (push.type === 'addToCart' ? turn.end('a') : turn.prompt('b')),
  },
  {
    // @ts-expect-error onUnknownType answers, too
    ussd: { handler: withCart, onUnknownType: () => undefined },
  },
  {
    // @ts-expect-error a deadline is answered with what it offers
    ussd: { handler: withCart, onDeadline: () => 'wait' },
  },
  {
    // @ts-expect-error a kind in full has a handler
    ussd: { path: '/menu' },
  },
  {
    // @ts-expect-error and so has a notification that is no payment
    deliveryReport: { path: '/reports' },
  },
  {
    // @ts-expect-error three kinds have no path in common
    payment: { handler: onPayment, path: '/paid' },
  },
  // @ts-expect-error no such option
  { ussdd: withCart },
  // @ts-expect-error no such kind of verifier
  { verify: 'all' },
  // @ts-expect-error a secret is no verifier
  { verify: process.env.PUSH_SECRET },
  // @ts-expect-error no such country
  { country: 'XX' },
  // @ts-expect-error no such kind
  { classify: () => 'order' },
  // @ts-expect-error no such screen
  { screens: { hello: 'Welcome' } },
  // @ts-expect-error ms are a number
  { budget: '6000' },
  // @ts-expect-error the store is one
  { store: 'memory' },
]

/** Handlers of their own types fit where they belong and nowhere else. */
export function handlers(checkout: CheckoutHandler, any: NotificationHandler<PaymentEvent>): MerchantWebhooksOptions[] {
  return [
    { checkout, payment: any },
    // Who takes any payment takes a checkout.
    { checkout: any, fulfilment: any, ussdPayment: any },
    // @ts-expect-error a checkout is not any payment
    { payment: checkout },
    // @ts-expect-error a report is no checkout
    { deliveryReport: checkout },
    {
      // @ts-expect-error a reply of the other channel
      programmable: (_push, turn): Reply<'ussd'> => turn.end('Goodbye'),
    },
  ]
}

/** `app.merchant` is typed on every application. */
export function merchant({ merchant: { urls, counts, events, name, get } }: FastifyInstance): void {
  expectType<Kind | undefined>(urls[0]?.kind)
  expectType<string>(name)
  expectType<number | undefined>(counts.ussd?.handler)
  expectType<number | undefined>(counts.checkout?.handled)
  expectType<number | undefined>(counts.askedPayment?.dead)
  // @ts-expect-error no such count
  counts.ussd?.handeld
  // @ts-expect-error a turn is answered, not accepted
  counts.ussd?.accepted
  expectType<string>(get('tickets').name)
  events.on('deadline', ({ did, ms }) => {
    expectType<'wait' | 'release'>(did)
    expectType<number>(ms)
  })
  events.on('notificationFailed', ({ kind, error }) => {
    expectType<Kind>(kind)
    expectType<unknown>(error)
  })
  // @ts-expect-error no such event
  events.on('payment', () => undefined)
  // @ts-expect-error addresses are not changed
  urls[0] = undefined
}

/** A verifier of one's own. */
export const own: readonly Verifier[] = [
  { name: 'own', check: ({ headers }) => headers['x-token'] === 'a' },
  { name: 'own', needsBody: true, check: async ({ rawBody }) => rawBody?.length === 3 },
  secretHeader('x-token', [process.env.NEW_SECRET, process.env.OLD_SECRET]),
  // @ts-expect-error it has a name
  { check: () => true },
  // @ts-expect-error it says yes or no
  { name: 'own', check: () => 'yes' },
]
