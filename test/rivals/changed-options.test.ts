import { describe, expect, it } from 'vitest'
import { forEachRequest } from './for-each-request.ts'
import { loadRivals } from './rivals.ts'
import { items, openOrders } from './shop.ts'
import { answering, dialling } from './wire.ts'

describe.each(await loadRivals())('a list that changes between two turns in $name', (rival) => {
  it('sells another item than the one that was on the screen', async () => {
    const orders = openOrders()
    const sessions = new Map()
    const before = forEachRequest(rival, { orders, sessions })
    expect(await before(dialling())).toMatchObject({ Message: expect.stringContaining('1. Rice 5 kg') })
    const after = forEachRequest(rival, { orders, sessions, items: items.slice(1) })
    for (const push of [answering(2, '1'), answering(3, '2'), answering(4, '1')]) await after(push)
    expect(orders.made).toEqual([{ item: 'oil', quantity: 2 }])
  })
})
