import { describe, expect, it } from 'vitest'
import type { FulfilmentEvent, MerchantWebhooksOptions } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { openShop } from './shop.ts'

/** What the handler is told of a fulfilment notice that says this. */
async function told(options: MerchantWebhooksOptions, { status = 'Paid', isSuccessful = true } = {}) {
  const shop = await openShop(options)
  const Payment = { AmountPaid: 50, AmountAfterCharges: 50, IsSuccessful: isSuccessful }
  const notice = { SessionId: 's1', OrderId: 'o1', OrderInfo: { Status: status, Payment } }
  expect((await post(shop.app, '/fulfilment', notice)).statusCode).toBe(200)
  await shop.untilTold(1)
  // Whoever looks at it later sees what its handler saw.
  const [{ event, attempt }] = [shop.told[0] ?? expect.fail('nothing was told')]
  expect(await shop.app.merchant.inbox.get(attempt.entryId)).toMatchObject({
    event: { outcome: event.outcome, needsReview: event.needsReview },
  })
  return shop.told.map(({ event }) => [event.outcome, event.evidence, event.needsReview])
}

const ofNobody = { client: undefined }
const confirmWith = { transactions: { status: () => Promise.reject(new Error('not asked')) } }
const handler = () => undefined
const unconfirmable = [['paid', 'callback', ['unconfirmable']]]
const plain = [['paid', 'callback', []]]

describe('a fulfilment notice, of which the service cannot be asked', () => {
  it.each<readonly [string, MerchantWebhooksOptions]>([
    ['a client', {}],
    ['somebody to confirm with', { ...ofNobody, confirmWith }],
    ['somebody to confirm checkouts with', { ...ofNobody, checkout: { handler, confirmWith } }],
    ['somebody to confirm USSD payments with', { ...ofNobody, ussdPayment: { handler, confirmWith } }],
  ])('is never plain paid beside %s', async (_who, options) => {
    expect(await told(options)).toEqual(unconfirmable)
    expect(await told(options, { status: 'Refunded' })).toEqual([['refunded', 'callback', ['unconfirmable']]])
    expect(await told(options, { status: 'Failed', isSuccessful: false })).toEqual([['failed', 'callback', []]])
  })

  it('is it too where it is reported, for the handler and for what describes the report', async () => {
    const handled: FulfilmentEvent[] = []
    const described: FulfilmentEvent[] = []
    const describe = (event: FulfilmentEvent) => {
      described.push(event)
      return { serviceStatus: 'success' as const }
    }
    const report = { url: 'http://127.0.0.1:1/reports', describe }
    const shop = await openShop({ fulfilment: { report, handler: (event) => void handled.push(event) } })
    const Payment = { AmountPaid: 50, AmountAfterCharges: 50, IsSuccessful: true }
    await post(shop.app, '/fulfilment', { SessionId: 's1', OrderId: 'o1', OrderInfo: { Status: 'Paid', Payment } })
    await expect.poll(() => described[0]).toEqual(expect.objectContaining({ needsReview: ['unconfirmable'] }))
    expect(described[0]).toEqual(handled[0])
  })

  it.each<readonly [string, MerchantWebhooksOptions]>([
    ['nobody is asked', ofNobody],
    ['confirming is turned off', { confirmWith: false }],
  ])('is what it says where %s', async (_when, options) => {
    expect(await told(options)).toEqual(plain)
  })
})
