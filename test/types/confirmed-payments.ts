/**
 * Payments that the service is asked about, as types. Nothing here runs: `tsc --noEmit` fails when a line under
 * `@ts-expect-error` compiles after all, or any other line does not.
 */
import Fastify from 'fastify'
import type { CheckoutInvoice, MerchantClient } from '../../src/client/index.ts'
import merchantWebhooks, {
  type Confirmation,
  memoryStore,
  type PaymentClient,
  type PaymentConfirmer,
  type PaymentEvent,
  type ReviewReason,
  reviewReasons,
  type SafeCheckout,
  type SafeCheckoutRequest,
} from '../../src/index.ts'
import type { FollowUpIncident } from '../../src/registration/events/activity.ts'
import { type EntryKind, type FollowUpKind, followUpKinds } from '../../src/store/index.ts'

const app = Fastify()
declare const client: MerchantClient
declare const payment: PaymentEvent

// A client fits, and so does whatever answers as one.
export const asks: PaymentConfirmer = client
export const sells: PaymentClient = client
const confirmWith: PaymentConfirmer = { transactions: { status: (question) => client.transactions.status(question) } }
await app.register(merchantWebhooks, {
  verify: 'none',
  store: memoryStore(),
  client,
  reconcile: { after: 60_000, giveUpAfter: 86_400_000 },
  payment: { handler: () => undefined, confirmWith },
  checkout: { confirmWith: false },
})
// @ts-expect-error whoever creates no invoices is no client
await app.register(merchantWebhooks, { verify: 'none', client: confirmWith })
// @ts-expect-error true says nobody to ask
await app.register(merchantWebhooks, { verify: 'none', confirmWith: true })

const checkout: SafeCheckout = app.merchant.checkout
const request: SafeCheckoutRequest = {
  clientReference: 'order-17',
  amount: 50,
  currency: 'GHS',
  description: 'Two bags of rice',
  returnUrl: 'https://shop.example/thanks',
  cancellationUrl: 'https://shop.example/cart',
}
export const invoice: CheckoutInvoice = await checkout.create(request, { timeout: 1_000 })
// @ts-expect-error the address of the callback is made here
await checkout.create({ ...request, callbackUrl: 'https://shop.example/push' })
// @ts-expect-error an amount is a number
await checkout.create({ ...request, amount: '50.00' })
// @ts-expect-error without a reference nobody could ask what became of it
await checkout.create({ ...request, clientReference: undefined })

export const reasons: readonly ReviewReason[] = payment.needsReview
export const said: Confirmation | null = payment.confirmation
export const minor: number | null | undefined = payment.confirmation?.amountMinor
export const known: ReviewReason | undefined = reviewReasons.find((reason) => reason === 'underpaid')
// @ts-expect-error no such reason
payment.needsReview.includes('too little')

app.merchant.events.on('followUpDead', (incident: FollowUpIncident & { readonly error: Error }) => incident.id)
await app.merchant.inbox.list({ kinds: followUpKinds, states: 'dead' })
const expected: FollowUpKind = 'expectedPayment'
export const kind: EntryKind = expected
