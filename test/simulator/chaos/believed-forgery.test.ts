import { expect, it } from 'vitest'
import { playStory } from '../../../src/simulator/index.ts'
import { shopThatAsksFor } from './shop.ts'

it('a violation says that a forged notice was acknowledged', async () => {
  const believes = shopThatAsksFor(5, (payment, books) => {
    if (payment.outcome === 'paid' && 'orderId' in payment) books.push({ orderId: payment.orderId })
  })
  const steps = [{ dial: '*713#' }, { approve: { fails: '2001' }, faults: ['forge'] }]
  expect(await playStory(believes, { dialogue: 'forged', seed: 1, steps }, { blocked: 60_000 })).toEqual({
    rule: 'deliveredUnpaid',
    text: 'a bill of 5: delivered, and nobody paid; a forged notice of it was acknowledged',
  })
})
