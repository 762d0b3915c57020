import { describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { down, payingService } from './paying-service.ts'
import { expectedOf, idOf, inShort, openShop, reference, sqliteFile } from './shop.ts'

describe('an application that was started again', () => {
  it('asks about what was expected before, and tells it once', async () => {
    const service = await payingService()
    const file = sqliteFile()
    const first = await openShop({ store: sqliteStore(file), reconcile: { after: 300 } }, { service })
    await first.create(reference, { currency: 'GHS' })
    await first.app.close()
    service.know(reference, 'Settled', { TransactionAmount: 49, CurrencyCode: 'GHS' })
    const second = await openShop({ store: sqliteStore(file), reconcile: { after: 300 } }, { service })
    await second.untilTold(1)
    expect([...first.told, ...second.told].map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'undetermined', needsReview: ['underpaid'] },
    ])
    await second.app.close()
    const third = await openShop({ store: sqliteStore(file), reconcile: { after: 0 } }, { service })
    expect(await third.entries('expectedPayment')).toEqual([[expectedOf(), 'done']])
    expect(third.told).toEqual([])
  })

  it('goes on with callbacks that waited for the service, by the address that they came to', async () => {
    const service = await payingService()
    const file = sqliteFile()
    const first = await openShop({ store: sqliteStore(file) }, { service })
    service.know(reference, 'Settled')
    const url = await first.create()
    service.answerWith(down)
    await first.push({}, url)
    await eventually(() => first.app.merchant.counts.checkout?.later === 1)
    await first.app.close()
    service.answerWith(undefined)
    const second = await openShop({ store: sqliteStore(file) }, { service })
    await second.untilTold(1, 1)
    expect(second.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
    expect(second.told[0]?.event.signed).toMatchObject({ reference, amountMinor: 5_000 })
  })

  it('leaves what is expected to those who receive its kind', async () => {
    const service = await payingService()
    const file = sqliteFile()
    service.know(reference, 'Pending')
    const first = await openShop({ store: sqliteStore(file), reconcile: { after: 300 } }, { service })
    await first.create()
    await first.app.close()
    const asked = service.questions().length
    const second = await openShop(
      { store: sqliteStore(file), client: undefined, confirmWith: service.client(), checkout: false },
      { service },
    )
    await eventually(() => second.app.merchant.counts.expectedPayment?.later === 1)
    await second.until(expectedOf(), 'waiting')
    expect(service.questions()).toHaveLength(asked)
  })

  it('tells again what its handler did not finish, as the service said it', async () => {
    const service = await payingService()
    const file = sqliteFile()
    service.know(reference, 'Settled')
    const broken = () => {
      throw new Error('the database is down')
    }
    const first = await openShop(
      { store: sqliteStore(file), reconcile: { after: 0 }, retry: { minDelay: 1 }, payment: broken },
      { service },
    )
    await first.create()
    await first.until(expectedOf(), 'done')
    await eventually(() => Number(first.app.merchant.counts.checkout?.notHandled) >= 1)
    await first.app.close()
    service.answerWith(down)
    const second = await openShop({ store: sqliteStore(file) }, { service })
    await second.untilTold(1)
    expect(second.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
    expect(second.told[0]?.event.confirmation).toMatchObject({ status: 'Settled', askedAt: expect.any(Date) })
  })
})
