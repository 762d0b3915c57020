import { describe, expect } from 'vitest'
import type { Attempt, MerchantWebhooksOptions, PaymentEvent } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { payingService } from './paying-service.ts'
import { notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const record = { MobileNumber: '+233000000000', TransactionId: 't-1', StartDate: '2099-01-01T00:00:00Z' }

/** Who is asked: nobody, nobody though there is a client, or the service. */
const ways: readonly (readonly [name: string, of: (service: Service) => MerchantWebhooksOptions])[] = [
  ['nobody can be asked', () => ({})],
  ['nobody is asked', (service) => ({ client: service.client(), confirmWith: false })],
  ['the service is asked', (service) => ({ confirmWith: service.client() })],
]

const ends = ['failed', 'cancelled', 'refunded'] as const

type Service = Awaited<ReturnType<typeof payingService>>

describe.each(dealt(unaskedStores))('with %s', (_store, make, it) => {
  describe.each(ways)('where %s', (way, options) => {
    it.each([
      ...ends.map((end) => [end, 'there'] as const),
      // Its own terms make it another address.
      ...ends.map((end) => [end, 'at another screen that asks for the same'] as const),
    ])('what says %s while its payment is told speaks against it, %s', async (end, where) => {
      const service = await payingService()
      const work = Promise.withResolvers<void>()
      const told: unknown[] = []
      const shop = await unaskedShop(await make(), {
        ...options(service),
        async payment({ outcome, needsReview }: PaymentEvent, { entryId, conflictsWith }: Attempt) {
          told.push(outcome === 'paid' ? [outcome, entryId] : [outcome, needsReview, conflictsWith])
          if (outcome === 'paid') await work.promise
        },
      })
      const terms = { kind: 'ussdPayment', sessionId: 's-1', reference: 'order-1', amount: 50 } as const
      const address = shop.addressOf(terms)
      const other = where === 'there' ? address : shop.addressOf({ ...terms, currency: 'GHS' })
      service.know('1', 'Settled', record)
      const answers = [post(shop.app, address, notice({ Status: 'Success', TransactionId: 't-1' }))]
      await eventually(() => told.length === 1)
      // Where the service is asked, its word about another transaction counts; here nobody can ask it.
      const TransactionId = way === 'the service is asked' ? undefined : 't-2'
      const body = notice({ Status: end, TransactionId, ClientReference: undefined })
      answers.push(post(shop.app, other, { ...body, ResponseCode: end === 'refunded' ? '0000' : '2001', Message: end }))
      await eventually(async () => {
        const { entries } = await shop.app.merchant.inbox.list({ kinds: ['ussdPayment'] })
        return entries.some(({ id, state }) => id.includes(end) && state !== 'rejected')
      })
      work.resolve()
      expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
      await eventually(() => told.length === 2)
      const [paid, contradicted] = told
      expect(contradicted).toEqual([end, expect.arrayContaining(['contradicted']), (paid as string[])[1]])
    })
  })
})
