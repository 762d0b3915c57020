import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { down } from './paying-service.ts'
import {
  idOf,
  inShort,
  keepingStores,
  openShopInTime,
  openSimulatedShop,
  openSimulatedShopInTime,
  reference,
} from './shop.ts'

describe.each(keepingStores)('while the service cannot be reached, on %s', (_name, make) => {
  it('a callback waits, and nothing is guessed; when it is back the handler is told once', async () => {
    const shop = await openSimulatedShop({ store: await make() })
    await shop.create()
    shop.sim.faults.set('statusDown')
    await shop.sim.customer.pays(reference)
    await eventually(() => shop.app.merchant.counts.checkout?.later === 1)
    await shop.until(idOf('paid'), 'waiting')
    expect(shop.told).toEqual([])
    shop.sim.faults.clear()
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
  })
})

describe('while the service cannot be reached', () => {
  it('it is asked after a second, then after a quarter of the age of the callback, and no attempt is used up', async () => {
    const shop = await openShopInTime({ retry: { attempts: 1 } })
    shop.service.answerWith(down)
    await shop.push()
    const later = (times: number) => eventually(() => shop.app.merchant.counts.checkout?.later === times)
    await later(1)
    const dueIn = async () => {
      const entry = (await shop.app.merchant.inbox.list()).entries[0]
      return Number(entry?.dueAt) - shop.clock.now()
    }
    await eventually(async () => (await dueIn()) > 0)
    expect(await dueIn()).toBe(1_000)
    for (const [times, ms, next] of [
      [2, 1_000, 1_000],
      [3, 19_000, 5_000],
      [4, 86_400_000, 3_600_000],
    ] as const) {
      shop.clock.advance(ms)
      await later(times)
      await eventually(async () => (await dueIn()) > 0)
      expect(await dueIn()).toBe(next)
    }
    shop.service.know(reference, 'Settled')
    shop.service.answerWith(undefined)
    shop.clock.advance(3_600_000)
    await shop.untilTold(1)
    expect(shop.told[0]?.attempt).toEqual({ entryId: idOf('paid'), number: 1, replay: false, conflictsWith: null })
  })

  it('a handler that failed is called again with what the service said before, which is not asked again', async () => {
    const outcomes: string[] = []
    const shop = await openSimulatedShopInTime({
      retry: { minDelay: 1, maxDelay: 1 },
      payment: ({ outcome, evidence }) => {
        outcomes.push(`${outcome} ${evidence}`)
        if (outcomes.length === 1) throw new Error('the database is down')
      },
    })
    await shop.create()
    await shop.sim.customer.pays(reference)
    await eventually(() => shop.app.merchant.counts.checkout?.notHandled === 1)
    shop.sim.faults.set('statusDown')
    await shop.passing(1_000, async () => (await shop.entries())[0]?.[1] === 'done')
    expect(outcomes).toEqual(['paid confirmed', 'paid confirmed'])
    expect(shop.questions()).toHaveLength(1)
  })
})
