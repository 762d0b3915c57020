import { describe, expect, it } from 'vitest'
import { forEachRequest } from './for-each-request.ts'
import { loadRivals } from './rivals.ts'
import { openOrders } from './shop.ts'
import { answering, dialling } from './wire.ts'

describe.each(await loadRivals())('the same turn twice in $name, with a menu for each request', (rival) => {
  it('buys twice when both copies come at once', async () => {
    const orders = openOrders()
    const run = forEachRequest(rival, { orders })
    for (const push of [dialling(), answering(2, '1'), answering(3, '2')]) await run(push)
    await Promise.all([run(answering(4, '1')), run(answering(4, '1'))])
    expect(orders.made).toEqual([
      { item: 'rice', quantity: 2 },
      { item: 'rice', quantity: 2 },
    ])
  })

  it('takes the second copy for the answer to the next question', async () => {
    const run = forEachRequest(rival, {})
    await run(dialling())
    expect(await run(answering(2, '1'))).toMatchObject({ Message: 'How many?' })
    expect(await run(answering(2, '1'))).toMatchObject({ Message: 'Pay 60?\n1. Yes\n2. No' })
  })

  it('goes back into the menu when a copy comes after the end', async () => {
    const run = forEachRequest(rival, {})
    for (const push of [dialling(), answering(2, '1'), answering(3, '2')]) await run(push)
    expect(await run(answering(4, '1'))).toMatchObject({ Type: 'Release' })
    expect(await run(answering(4, '1'))).toEqual({ Type: 'Response', Message: 'How many?' })
  })
})
