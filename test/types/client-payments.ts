/**
 * Invoices and the status of payments, as types. Nothing here runs: `tsc --noEmit` fails when a line under
 * `@ts-expect-error` compiles after all, or any other line does not.
 */
import {
  type CallErrorCode,
  type ClientFieldError,
  MerchantClient,
  type ServiceCallError,
} from '../../src/client/index.ts'
import type { Outcome } from '../../src/index.ts'

const client = new MerchantClient({
  baseUrl: 'https://api.example',
  apiId: process.env.API_ID,
  apiKey: process.env.API_KEY,
  paths: { checkout: '/items/initiate' },
  fetch,
  log: console,
})
const request = {
  clientReference: 'order-17',
  totalAmount: 50,
  description: 'Rice',
  callbackUrl: 'https://shop.example/push',
  returnUrl: 'https://shop.example/thanks',
  cancellationUrl: 'https://shop.example/cart',
}

const invoice = await client.checkout.create({ ...request, payeeName: undefined }, { signal: undefined })
export const page: string = invoice.isPaidByHand ? '/thanks' : invoice.checkoutUrl
// @ts-expect-error an order that is paid by hand may have no page
export const anyPage: string = invoice.checkoutUrl

// @ts-expect-error an amount is a number, however it is written on the wire
await client.checkout.create({ ...request, totalAmount: '50.00' })
// @ts-expect-error the names of the wire are not those of the client
await client.checkout.create({ ...request, PayeeName: 'A customer' })
// @ts-expect-error a callback address is needed
await client.checkout.create({ ...request, callbackUrl: undefined })

const answer = await client.transactions.status({ clientReference: 'order-17' }, { timeout: 1_000 })
export const outcome: Outcome = answer.outcome
export const evidence: 'confirmed' = answer.evidence
export const minor: number | null | undefined = answer.transaction?.refunded.amountMinor
// @ts-expect-error there may be no record
export const amount: number | null = answer.transaction.amount
// @ts-expect-error no such identifier
await client.transactions.status({ reference: 'order-17' })

// @ts-expect-error a client has an address
new MerchantClient({ apiId: 'id', apiKey: 'key' })

declare const error: ServiceCallError | ClientFieldError
export const code: CallErrorCode | 'FMW_CLIENT_FIELD' = error.code
