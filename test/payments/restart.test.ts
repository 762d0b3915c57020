import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { expectedOf, idOf, inShort, openSimulatedShop, reference, sqliteFile, startSimulator } from './shop.ts'

describe('an application that was started again', () => {
  it('asks about what was expected before, and tells it once', async () => {
    const sim = await startSimulator()
    const file = sqliteFile()
    const first = await openSimulatedShop({ store: sqliteHere(file), reconcile: { after: 300 } }, { sim })
    await first.create(reference, { currency: 'GHS' })
    await first.app.close()
    // Nobody is there to be told.
    await sim.customer.pays(reference, { amount: 49 })
    const second = await openSimulatedShop({ store: sqliteHere(file), reconcile: { after: 300 } }, { sim })
    await second.untilTold(1)
    expect([...first.told, ...second.told].map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'undetermined', needsReview: ['underpaid'] },
    ])
    await second.app.close()
    const third = await openSimulatedShop({ store: sqliteHere(file), reconcile: { after: 0 } }, { sim })
    expect(await third.entries('expectedPayment')).toEqual([[expectedOf(), 'done']])
    expect(third.told).toEqual([])
  })

  it('goes on with callbacks that waited for the service, by the address that they came to', async () => {
    const sim = await startSimulator()
    const file = sqliteFile()
    const first = await openSimulatedShop({ store: sqliteHere(file) }, { sim })
    await first.create()
    sim.faults.set('statusDown')
    await sim.customer.pays(reference)
    await eventually(() => first.app.merchant.counts.checkout?.later === 1)
    await first.app.close()
    sim.faults.clear()
    const second = await openSimulatedShop({ store: sqliteHere(file) }, { sim })
    await second.untilTold(1, 1)
    expect(second.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
    expect(second.told[0]?.event.signed).toMatchObject({ reference, amountMinor: 5_000 })
  })

  it('leaves what is expected to those who receive its kind', async () => {
    const sim = await startSimulator()
    const file = sqliteFile()
    const first = await openSimulatedShop({ store: sqliteHere(file), reconcile: { after: 300 } }, { sim })
    await first.create()
    await sim.customer.pays(reference, { hangs: true })
    await first.app.close()
    const asked = first.questions().length
    const confirmWith = new MerchantClient(sim.clientOptions)
    const second = await openSimulatedShop(
      { store: sqliteHere(file), client: undefined, confirmWith, checkout: false },
      { sim },
    )
    await eventually(() => second.app.merchant.counts.expectedPayment?.later === 1)
    await second.until(expectedOf(), 'waiting')
    expect(second.questions()).toHaveLength(asked)
  })

  it('tells again what its handler did not finish, as the service said it', async () => {
    const sim = await startSimulator()
    const file = sqliteFile()
    const broken = () => {
      throw new Error('the database is down')
    }
    const first = await openSimulatedShop(
      { store: sqliteHere(file), reconcile: { after: 100 }, retry: { minDelay: 1 }, payment: broken },
      { sim },
    )
    await first.create()
    sim.faults.set('drop')
    await sim.customer.pays(reference)
    await first.until(expectedOf(), 'done')
    await eventually(() => Number(first.app.merchant.counts.checkout?.notHandled) >= 1)
    await first.app.close()
    sim.faults.set('statusDown')
    const second = await openSimulatedShop({ store: sqliteHere(file) }, { sim })
    await second.untilTold(1)
    expect(second.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
    expect(second.told[0]?.event.confirmation).toMatchObject({ status: 'Settled', askedAt: expect.any(Date) })
  })
})
