import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../testing/stores.ts'
import { down } from './paying-service.ts'
import { expectedOf, reference } from './shop.ts'
import { shopThatFails } from './shop-that-fails.ts'

const patience = { reconcile: { after: 1_000, giveUpAfter: 60_000 } }

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
    expect(shop.events).toEqual(['review: unhandled'])
    expect((await shop.app.merchant.inbox.get(id))?.review).toMatchObject({
      settledAt: expect.anything(),
      settledBy: null,
    })
  })

  it('one whose every attempt failed after that is dead, and a person hears of that too', async () => {
    const shop = await shopThatFails(3, { ...settings, retry: { attempts: 2 } })
    shop.service.know(reference, 'Settled')
    expect(await shop.push()).toBe(500)
    await shop.passing(60_000, async () => (await isSettled(shop)) && shop.events.length === 3)
    expect(await shop.stateOf(id)).toBe('dead')
    expect(shop.gaveUp).toEqual([id])
    expect(shop.events).toEqual(['review: unhandled', `dead: ${id}`, 'review: unhandled'])
    expect(shop.calls).toHaveLength(3)
  })
})

describe('with a store that keeps nothing, where confirming is turned off', () => {
  const id = `checkout:signed:${reference}|paid`

  it.each([
    ['says that it is pending', undefined],
    ['is away', down],
  ])('a payment whose signed callback failed is retried while the service %s', async (_what, reply) => {
    const shop = await shopThatFails(2, { confirmWith: false, ...patience })
    shop.service.know(reference, 'Pending')
    shop.service.answerWith(reply)
    expect(await shop.push()).toBe(500)
    await shop.passing(1_000, async () => (await shop.stateOf(id)) === 'done')
    await shop.passing(5_000, async () => (await shop.stateOf(expectedOf())) === 'dead')
    expect(outcomesOf(shop)).toEqual(['paid', 'paid', 'paid'])
  })
})

it.each([
  ['nothing', memoryStore, 3],
  ['what it takes', keptInMemory, 2],
] as const)(
  'a payment is given up that no handler took the callback of, with a store that keeps %s',
  async (_what, storeOf, calls) => {
    const shop = await shopThatFails(calls, { confirmWith: false, retry: { attempts: 2 }, ...patience }, storeOf)
    shop.service.know(reference, 'Pending')
    await shop.push()
    await shop.passing(1_000, () => shop.calls.length === calls)
    await shop.passing(5_000, async () => (await shop.stateOf(expectedOf())) === 'dead' && shop.calls.length > calls)
    expect(outcomesOf(shop)).toEqual([...Array.from({ length: calls }, () => 'paid'), 'undetermined'])
    expect(shop.calls.at(-1)).toMatchObject({ needsReview: ['givenUp'] })
  },
)

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
