import type { FastifyInstance } from 'fastify'
import { expect, vi } from 'vitest'
import type { MerchantWebhooksOptions, Store } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'

export const own = '+233000000042'
export const other = '+233000000043'

/** A shop on a store that keeps things. */
export function shopOn(store: Store, options: MerchantWebhooksOptions = {}): Promise<FastifyInstance> {
  return appWith({
    store,
    country: 'GH',
    retry: { attempts: 1 },
    payment: (payment, attempt) => {
      if (payment.paymentId?.startsWith('dead') === true) throw new Error('the ledger is closed')
      // Its digits stand in a longer number too.
      return attempt
        .once('receipt', () => ({ to: own, id: `9${own.slice(1)}` }))
        .then(() => attempt.once('till', () => `9${own.slice(1)}`))
        .then(() => undefined)
    },
    deliveryReport: () => undefined,
    inboundMessage: () => undefined,
    ussd: (push, turn) => (push.type === 'initiation' ? turn.prompt('Your name?') : turn.end(`Bye, ${push.mobile}`)),
    ...options,
  })
}

/** A payment, told by its callback. */
export async function pay(app: FastifyInstance, id: string, mobile: string, data: object = {}): Promise<void> {
  const { checkout } = samples
  const Data = {
    ...checkout.Data,
    CheckoutId: id,
    ClientReference: `order-${id}`,
    CustomerPhoneNumber: mobile,
    PaymentDetails: { MobileMoneyNumber: mobile, PaymentType: 'MobileMoney' },
    Description: 'Two teas for Ama',
    CustomerName: 'Ama Person',
    ...data,
  }
  expect((await post(app, paths.checkout, { ...checkout, Data })).statusCode).toBe(200)
}

/** A report of a message to somebody. */
export async function report(app: FastifyInstance, MessageId: string, To: string): Promise<void> {
  const { statusCode } = await post(app, paths.deliveryReport, { ...samples.deliveryReport, MessageId, To })
  expect(statusCode).toBe(200)
}

/** A message of somebody. */
export async function write(app: FastifyInstance, from: string, fulltext: string): Promise<void> {
  const { statusCode } = await post(app, paths.inboundMessage, { ...samples.inboundMessage, from, fulltext })
  expect(statusCode).toBe(200)
}

/** A session from its first screen to its last. */
export async function call(app: FastifyInstance, mobile: string): Promise<void> {
  await phone(app, { mobile }).dial('*713#').reply('Ama Person')
}

/** Waits until nothing waits or runs. */
export function settled(app: FastifyInstance): Promise<void> {
  return vi.waitFor(async () => {
    const { waiting, running } = await app.merchant.inbox.count()
    expect(waiting + running).toBe(0)
  })
}
