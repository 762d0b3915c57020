import { expect, it } from 'vitest'
import { playStory } from '../../../src/simulator/index.ts'
import { shopThatAsksFor } from './shop.ts'

const paid = { dialogue: 'paid', steps: [{ dial: '*713#' }, { approve: {} }] }

it('an application that delivers just after its handler returned is not accused', async () => {
  const shop = shopThatAsksFor(5, ({ reference }, books) => void setTimeout(() => books.push({ reference }), 10))
  expect(await playStory(shop, paid, { blocked: 60_000 })).toBeNull()
})

it('one that never delivers is', async () => {
  const shop = shopThatAsksFor(5, () => undefined)
  expect(await playStory(shop, paid, { blocked: 60_000 })).toMatchObject({ rule: 'paidUndelivered' })
})
