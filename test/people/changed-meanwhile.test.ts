import { describe, expect, it } from 'vitest'
import type { Store, StoreLook } from '../../src/store/store.ts'
import { realStores } from '../store/real-stores.ts'
import { own, pay, report, settled, shopOn } from './shop.ts'

/** A store where something else happens after it was decided what is to be erased, and before it is. */
function storeWith(store: Store, meanwhile: () => Promise<void>): Store {
  const opened = store.look?.bind(store) ?? expect.fail()
  let isFirst = true
  const look = async (): Promise<StoreLook> => {
    const beside = await opened()
    const erase = beside.erase?.bind(beside) ?? expect.fail()
    return {
      ...beside,
      erase: async (erasure) => {
        const isNow = isFirst
        isFirst = false
        if (isNow) await meanwhile()
        return erase(erasure)
      },
    }
  }
  return { ...store, name: store.name, durability: store.durability, open: store.open.bind(store), look }
}

describe.each(realStores)('erasing one person on %s while their entries are replayed', (_name, make) => {
  it('counts what was really erased, names the rest with its state, and says so on the trail', async () => {
    let isStopped = false
    const { promise, resolve } = Promise.withResolvers<void>()
    const meanwhile = async (): Promise<void> => {
      isStopped = true
      const { inbox } = app.merchant
      for (const id of [open, tried]) expect(await inbox.replay(id)).toBe(undefined)
      await expect.poll(() => inbox.get(tried)).toMatchObject({ state: 'done', attempts: { length: 2 } })
      await expect.poll(() => inbox.get(open)).toMatchObject({ state: 'running' })
    }
    const app = await shopOn(storeWith(make()(), meanwhile), {
      deliveryReport: () => (isStopped ? promise : undefined),
      payment: (_payment, attempt) => attempt.once('receipt', () => ({ to: own })).then(() => undefined),
    })
    await pay(app, 'first', own)
    await pay(app, 'tried', own)
    await report(app, 'open', own)
    await report(app, 'gone', own)
    await settled(app)
    const [open, tried] = ['deliveryReport:open|delivered', 'checkout:checkoutId:tried|paid']
    const { erased, masked, kept, results } = await app.merchant.erase({ phone: own, by: 'Esi' })
    expect({ erased, masked, results }).toEqual({ erased: 1, masked: 1, results: 0 })
    expect(kept.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual([
      { kind: 'checkout', id: tried, state: 'done', why: 'changed' },
      { kind: 'deliveryReport', id: open, state: 'running', why: 'open' },
    ])
    const { lines } = await app.merchant.trail.list()
    expect(lines.filter(({ act }) => act.startsWith('erase'))).toMatchObject([
      { act: 'erased', by: 'Esi', about: { phone: '+233...042', erased: 1, masked: 1 } },
      { act: 'erase', by: 'Esi', about: { phone: '+233...042', erased: 2, masked: 2 } },
    ])
    resolve()
    await settled(app)
    isStopped = false
    expect(await app.merchant.inbox.count({ phone: own })).toMatchObject({ done: 2 })
  })
})

it.each(realStores)(
  'erasing one person on %s while somebody else does counts what is gone, whoever did it',
  async (_name, make) => {
    const meanwhile = async (): Promise<void> => {
      expect(await app.merchant.erase({ phone: own, by: 'Kofi' })).toMatchObject({ erased: 1, kept: [] })
    }
    const app = await shopOn(storeWith(make()(), meanwhile))
    await report(app, 'm1', own)
    await settled(app)
    expect(await app.merchant.erase({ phone: own, by: 'Esi' })).toMatchObject({ erased: 1, kept: [] })
    expect(await app.merchant.inbox.count({ phone: own })).toMatchObject({ done: 0 })
  },
)
