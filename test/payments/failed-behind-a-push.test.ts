import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { expectedOf, reference } from './shop.ts'
import { shopThatFails } from './shop-that-fails.ts'

type Shop = Awaited<ReturnType<typeof shopThatFails>>

describe.each([
  ['the plugin asks first', {}, `checkout:clientReference:${reference}|paid`],
  ['confirming is turned off', { confirmWith: false }, `checkout:signed:${reference}|paid`],
] as const)('with a store that keeps nothing, where %s', (_how, settings, id) => {
  it('a payment whose callback failed and does not come again is retried once its time has come', async () => {
    const shop = await shopThatFails(2, settings)
    shop.service.know(reference, 'Settled')
    expect(await shop.push()).toBe(500)
    expect(await shop.stateOf(id)).toBe('dead')
    await shop.passing(60_000, async () => (await isSettled(shop)) && (await shop.stateOf(id)) === 'done')
    expect(outcomesOf(shop)).toEqual(['paid', 'paid', 'paid'])
    expect(shop.events).toEqual([])
  })

  it('one whose every attempt failed after that is dead, and a person hears of it once', async () => {
    const shop = await shopThatFails(3, { ...settings, retry: { attempts: 2 } })
    shop.service.know(reference, 'Settled')
    expect(await shop.push()).toBe(500)
    await shop.passing(60_000, async () => (await isSettled(shop)) && shop.events.length === 2)
    expect(await shop.stateOf(id)).toBe('dead')
    expect(shop.gaveUp).toEqual([id])
    expect(shop.events).toEqual([`dead: ${id}`, 'review: unhandled'])
    expect(shop.calls).toHaveLength(3)
  })
})

describe('with a store that keeps nothing', () => {
  it.each([
    ['before the money', false],
    ['after the money', true],
  ])('a push that may be anybody’s, %s, keeps no payment from being retried', async (_when, isPaid) => {
    const shop = await shopThatFails(1)
    const id = `checkout:clientReference:${reference}|paid`
    if (isPaid) shop.service.know(reference, 'Settled')
    const pushed = shop.push('/checkout')
    await eventually(async () => (await shop.entries()).length === 1)
    shop.service.know(reference, 'Settled')
    await shop.passing(60_000, async () => (await isSettled(shop)) && (await shop.stateOf(id)) === 'done')
    expect(await pushed).toBe(500)
    expect(outcomesOf(shop)).toEqual(['paid', 'paid'])
  })
})

function outcomesOf({ calls }: Shop): readonly string[] {
  return calls.map(({ outcome }) => outcome)
}

async function isSettled({ stateOf }: Shop): Promise<boolean> {
  return (await stateOf(expectedOf())) === 'done'
}
