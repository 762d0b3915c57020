import { describe, expect, it } from 'vitest'
import type { Attempt, MerchantWebhooksOptions, PaymentEvent } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { payingService } from './paying-service.ts'
import { notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const record = { MobileNumber: '+233000000000', TransactionId: 't-1', StartDate: '2099-01-01T00:00:00Z' }

/** Who is asked: nobody, nobody though there is a client, or the service. */
const ways: readonly (readonly [name: string, of: (service: Service) => MerchantWebhooksOptions])[] = [
  ['nobody can be asked', () => ({})],
  ['nobody is asked', (service) => ({ client: service.client(), confirmWith: false })],
  ['the service is asked', (service) => ({ confirmWith: service.client() })],
]

type Service = Awaited<ReturnType<typeof payingService>>

describe.each(unaskedStores)('with %s', (_store, make) => {
  describe.each(ways)('where %s', (way, options) => {
    it.each(['failed', 'cancelled', 'refunded'])(
      'what says %s while its payment is told speaks against it',
      async (end) => {
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
        const address = shop.addressOf({ kind: 'ussdPayment', sessionId: 's-1', reference: 'order-1', amount: 50 })
        service.know('1', 'Settled', record)
        const answers = [post(shop.app, address, notice({ Status: 'Success', TransactionId: 't-1' }))]
        await eventually(() => told.length === 1)
        // Where the service is asked, its word about another transaction counts; here nobody can ask it.
        const TransactionId = way === 'the service is asked' ? undefined : 't-2'
        const body = notice({ Status: end, TransactionId, ClientReference: undefined })
        answers.push(
          post(shop.app, address, { ...body, ResponseCode: end === 'refunded' ? '0000' : '2001', Message: end }),
        )
        await eventually(async () => {
          const { entries } = await shop.app.merchant.inbox.list({ kinds: ['ussdPayment'] })
          return entries.some(({ id, state }) => id.includes(end) && state !== 'rejected')
        })
        work.resolve()
        expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
        await eventually(() => told.length === 2)
        const [paid, other] = told
        expect(other).toEqual([end, expect.arrayContaining(['contradicted']), (paid as string[])[1]])
      },
    )
  })
})
