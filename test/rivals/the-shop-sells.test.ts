import { describe, expect, it } from 'vitest'
import { loadRivals } from './rivals.ts'
import { openOrders } from './shop.ts'
import { answering, dialling } from './wire.ts'

describe.each(await loadRivals())('the shop in $name', ({ openMenu }) => {
  it('sells to one caller who does nothing odd', async () => {
    const orders = openOrders()
    const menu = openMenu({ orders })
    const said = [
      await menu.run(dialling()),
      await menu.run(answering(2, '1')),
      await menu.run(answering(3, '2')),
      await menu.run(answering(4, '1')),
    ]
    expect(said).toEqual([
      { Type: 'Response', Message: "Ama's shop\n1. Rice 5 kg\n2. Oil 1 l" },
      { Type: 'Response', Message: 'How many?' },
      { Type: 'Response', Message: 'Pay 120?\n1. Yes\n2. No' },
      { Type: 'Release', Message: 'Approve the prompt' },
    ])
    expect(orders.made).toEqual([{ item: 'rice', quantity: 2 }])
  })

  it('asks again after a wrong answer, where the shop has a state for it', async () => {
    const menu = openMenu()
    await menu.run(dialling())
    await menu.run(answering(2, '1'))
    expect(await menu.run(answering(3, '21'))).toMatchObject({ Message: 'From 1 to 20, please. How many?' })
    expect(await menu.run(answering(4, '20'))).toMatchObject({ Message: 'Pay 1200?\n1. Yes\n2. No' })
    expect(await menu.run(answering(5, 'yes'))).toMatchObject({ Message: 'Pay 1200?\n1. Yes\n2. No' })
  })

  it('draws the same screen again without a word where it has none', async () => {
    const menu = openMenu()
    const first = await menu.run(dialling())
    expect(await menu.run(answering(2, '9'))).toEqual(first)
  })

  it('goes on in another process that has the same sessions', async () => {
    const sessions = new Map()
    await openMenu({ sessions }).run(dialling())
    expect(await openMenu({ sessions }).run(answering(2, '1'))).toMatchObject({ Message: 'How many?' })
  })
})
