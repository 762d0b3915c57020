import { describe, expect, it } from 'vitest'
import type { EntryQuery } from '../../src/store/inbox-store.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { newSqlite } from '../store/new-sqlite.ts'
import { keepingStores, openShop, order, reference } from './shop.ts'

describe.each(keepingStores)('on %s, a push that does not say how it ended', (_name, make) => {
  it('has the service asked before a page is made, also where it stands behind another in its lane', async () => {
    const shop = await openShop({ store: await make() })
    const answer = shop.service.holdNext()
    await shop.push({ Status: 'Pending' })
    await eventually(() => shop.service.questions().length === 1)
    shop.service.know(reference, 'Settled')
    await shop.push({ Status: 'Perhaps' })
    await expect(shop.app.merchant.checkout.create(order)).rejects.toThrow('the service says paid of it')
    answer()
  })
})

it('a page is made without a list of anything but its own lane, of which a store knows what is open at once', async () => {
  const store = newSqlite()()
  const lists: EntryQuery[] = []
  const shop = await openShop({
    store: {
      ...store,
      open: (user) => {
        const opened = store.open(user)
        const list = opened.inbox.list.bind(opened.inbox)
        opened.inbox.list = (query) => {
          lists.push(query)
          return list(query)
        }
        return opened
      },
    },
  })
  await shop.create('order-1')
  lists.length = 0
  await shop.create()
  expect(lists.length).toBeGreaterThan(0)
  for (const query of lists) expect(query.session ?? query.lane).toContain(reference)
})
