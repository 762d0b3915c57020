import { describe, expect, it } from 'vitest'
import { forEachRequest } from './for-each-request.ts'
import { loadRivals } from './rivals.ts'
import { settled } from './settled.ts'
import { openOrders } from './shop.ts'
import { answering, dialling } from './wire.ts'

const rivals = await loadRivals()
const ends = ['Timeout', 'Release']

describe.each(rivals)('a subscriber who is gone in $name, with a menu for each request', (rival) => {
  it.each(ends)('%s during a slow purchase buys a second time', async (Type) => {
    const orders = openOrders()
    const run = forEachRequest(rival, { orders })
    for (const push of [dialling(), answering(2, '1'), answering(3, '2')]) await run(push)
    const finish = orders.hold()
    const bought = run(answering(4, '1'))
    await settled()
    const gone = run(answering(5, '', { Type }))
    await settled()
    finish()
    await Promise.all([bought, gone])
    expect(orders.made).toHaveLength(2)
  })

  it.each(ends)('%s at a question is taken for an answer', async (Type) => {
    const run = forEachRequest(rival, {})
    await run(dialling())
    await run(answering(2, '1'))
    expect(await run(answering(3, '', { Type }))).toMatchObject({ Message: 'From 1 to 20, please. How many?' })
  })
})
