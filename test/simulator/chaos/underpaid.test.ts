import { describe, expect, it } from 'vitest'
import { type Delivered, playStory } from '../../../src/simulator/index.ts'
import { shopThatAsksFor } from './shop.ts'

const tooLittle = { rule: 'deliveredUnpaid', text: 'a bill of 10: delivered, and only 1 was paid' }

describe('a delivery for less than was asked', () => {
  it('is found, though something was paid', async () => {
    expect(await play({ amount: 1 }, { reference: 'order-17' })).toEqual(tooLittle)
  })

  it('is found where the books say that it was worth more than was paid', async () => {
    expect(await play({ amount: 1 }, { reference: 'order-17', amount: 10 })).toEqual(tooLittle)
  })

  it('is none where the books say that it was worth what was paid, as a top-up is', async () => {
    expect(await play({ amount: 1 }, { reference: 'order-17', amount: 1 })).toBeNull()
  })

  it('is none where payments add up to what was asked', async () => {
    expect(await play({ amount: 5, times: 2 }, { reference: 'order-17' })).toBeNull()
  })

  it('is none where nothing was delivered', async () => {
    expect(await play({ amount: 1 })).toBeNull()
  })
})

/** What is said of a shop that was paid so, and delivered that. */
function play(approve: { readonly amount: number; readonly times?: number }, ...delivered: readonly Delivered[]) {
  const shop = shopThatAsksFor(10, (_, books) => {
    if (books.length === 0) books.push(...delivered)
  })
  return playStory(shop, { dialogue: 'too little', steps: [{ dial: '*713#' }, { approve }] }, { blocked: 60_000 })
}
