import { describe, expect, it } from 'vitest'
import type { Attempt, PaymentEvent } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { payingService } from './paying-service.ts'
import { callback, failed, idOf, openShop, reference, sqliteFile } from './shop.ts'
import { notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

type Service = Awaited<ReturnType<typeof payingService>>

const record = { StartDate: '2099-01-01T00:00:00Z', MobileNumber: '+233000000000' }

const reopened = [
  [
    'SQLite',
    () => {
      const file = sqliteFile()
      return () => sqliteHere(file)
    },
  ],
  ['PostgreSQL', () => newPostgres()],
] as const

describe.each(dealt(reopened))('an end that contradicts what was told, on %s', (_name, newStore, it) => {
  it.each([
    ['as its push came', false],
    ['by a push that was rejected before', true],
  ])('names that again after its attempt was cut off: %s', async (_how, wasRejected) => {
    const store = newStore()
    const service = await payingService()
    const begun = Promise.withResolvers<Attempt>()
    const hangs = (payment: PaymentEvent, attempt: Attempt) => {
      if (payment.outcome !== 'failed') return
      begun.resolve(attempt)
      return new Promise(() => undefined)
    }
    const first = await openShop({ store: store(), shutdownTimeout: 1, payment: hangs }, { service })
    const address = await first.create()
    service.know(reference, 'Settled')
    await first.push({}, address)
    await first.until(idOf('paid'), 'done')
    if (wasRejected) {
      await first.push(failed, address)
      await first.until(idOf('failed'), 'rejected')
    }
    service.know(reference, 'Failed')
    await first.push(failed, address)
    const cutOff = await begun.promise
    await first.app.close()
    const next = await openShop({ store: store() }, { service })
    await eventually(() => next.told.length === 1)
    expect(cutOff.conflictsWith).toBe(idOf('paid'))
    expect(next.told).toMatchObject([
      {
        event: { outcome: 'failed', needsReview: ['contradicted'] },
        attempt: { entryId: idOf('failed'), conflictsWith: idOf('paid') },
      },
    ])
  })
})

describe.each([
  ['failed', 'Failed', { ResponseCode: '2001', Message: 'failed' }],
  ['refunded', 'Refunded', { ResponseCode: '0000', Message: 'success' }],
] as const)('a payment that was told as %s at a signed address', (end, Status, envelope) => {
  const terms = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const
  const lost = { ...notice({ TransactionId: 't-one', Status }), ...envelope }

  it('contradicts other money there that was told as paid before its next attempt', async () => {
    const service = await payingService()
    const told: string[] = []
    const shop = await unaskedShop(sqliteHere(sqliteFile()), {
      confirmWith: service.client(),
      retry: { minDelay: 1, maxDelay: 1 },
      payment: async ({ outcome, needsReview }: PaymentEvent, { conflictsWith }: Attempt) => {
        told.push([outcome, ...needsReview, conflictsWith].join(' '))
        if (told.length > 1) return
        await eventually(
          async () => (await post(shop.app, address, notice({ TransactionId: 't-two' }))).statusCode === 200,
        )
        await eventually(() => told.length > 1)
        throw new Error('the books are closed')
      },
    })
    const address = shop.addressOf(terms)
    service.know('one', Status, record)
    service.know('two', 'Settled', record)
    await shop.push(address, lost)
    await eventually(() => told.length > 2)
    const [first, second, last] = told
    expect([first, second]).toEqual([`${end} `, 'paid '])
    expect(last).toMatch(`${end} contradicted ussdPayment:transactionId:t-two|paid@signed:`)
  })
})

const asked = (service: Service) => ({ confirmWith: service.client() })

describe.each(dealt(unaskedStores))(
  'what was told before other money was paid at its address, on %s',
  (_name, make, it) => {
    it.each([
      ['failed, where the service is asked', 'Failed', { ResponseCode: '2001', Message: 'failed' }, asked],
      ['refunded, where the service is asked', 'Refunded', { ResponseCode: '0000', Message: 'success' }, asked],
      ['failed, where nobody is asked', 'Failed', { ResponseCode: '2001', Message: 'failed' }, () => ({})],
    ])('contradicts that when a person replays it: %s', async (_what, Status, envelope, options) => {
      const service = await payingService()
      const shop = await unaskedShop(await make(), options(service))
      const address = shop.addressOf({ kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 })
      service.know('one', Status, record)
      service.know('two', 'Settled', record)
      await shop.push(address, { ...notice({ TransactionId: 't-one', Status }), ...envelope })
      await shop.push(address, notice({ TransactionId: 't-two' }))
      const [first, paid] = shop.told
      await shop.app.merchant.inbox.replay(`${first?.id}`)
      await eventually(() => shop.told.length === 3)
      expect(shop.told.map(({ event, conflictsWith }) => [event.outcome, event.needsReview, conflictsWith])).toEqual([
        [Status.toLowerCase(), [], null],
        ['paid', [], null],
        [Status.toLowerCase(), ['contradicted'], paid?.id],
      ])
    })
  },
)

describe.each(unaskedStores.slice(1))('where nobody is asked, on %s', (_name, make) => {
  const terms = { kind: 'checkout', reference, amount: 50 } as const

  it('paid is contradicted by what failed in line before it, after it was told with a doubt', async () => {
    const gate = Promise.withResolvers<void>()
    const told: string[] = []
    const shop = await unaskedShop(await make(), {
      payment: async ({ outcome, needsReview }: PaymentEvent, { conflictsWith }: Attempt) => {
        told.push([outcome, ...needsReview, conflictsWith ?? 'nothing'].join(' '))
        if (outcome === 'pending') await gate.promise
      },
    })
    const address = shop.addressOf(terms)
    await shop.push(address, callback({ Amount: undefined }))
    for (const fields of [{ Status: 'Pending' }, failed, {}]) {
      expect((await post(shop.app, address, callback(fields))).statusCode).toBe(200)
    }
    gate.resolve()
    await eventually(() => told.length === 4)
    expect(told).toEqual([
      'paid amountUnknown nothing',
      'pending nothing',
      expect.stringMatching(/^failed contradicted checkout:/),
      'paid contradicted checkout:signed:order-17|failed',
    ])
  })
})
