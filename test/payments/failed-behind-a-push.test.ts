import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { callback, expectedOf, openShopInTime, reference } from './shop.ts'

/** A shop with a store in memory whose handler fails so many times. What it was told is kept with whether it failed. */
async function shopThatFails(times: number, options: MerchantWebhooksOptions = {}) {
  const jitter = vi.spyOn(Math, 'random').mockReturnValue(0.9)
  onTestFinished(() => jitter.mockRestore())
  const clock = manualClock()
  const calls: string[] = []
  const gaveUp: string[] = []
  const handler = ({ outcome }: { readonly outcome: string }) => {
    calls.push(outcome)
    if (calls.length <= times) throw new Error('the database is away')
  }
  const payment = { handler, onDead: (_event: unknown, { id }: { readonly id: string }) => void gaveUp.push(id) }
  const shop = await openShopInTime({ store: memoryStore({ clock }), payment, ...options }, { clock })
  const { app, service } = shop
  const events: string[] = []
  app.merchant.events.on('notificationDead', ({ id }) => events.push(`dead: ${id}`))
  app.merchant.events.on('needsReview', ({ reasons }) => events.push(`review: ${reasons}`))
  const url = await shop.create()
  const push = async (path: string) => (await post(app, path, callback())).statusCode
  const stateOf = async (id: string) => (await app.merchant.inbox.get(id))?.state
  const isSettled = async () => (await stateOf(expectedOf())) === 'done'
  return { ...shop, service, url, calls, gaveUp, events, push, stateOf, isSettled }
}

describe.each([
  ['the plugin asks first', {}, `checkout:clientReference:${reference}|paid`],
  ['confirming is turned off', { confirmWith: false }, `checkout:signed:${reference}|paid`],
] as const)('with a store that keeps nothing, where %s', (_how, settings, id) => {
  it('a payment whose callback failed and does not come again is retried once its time has come', async () => {
    const shop = await shopThatFails(2, settings)
    shop.service.know(reference, 'Settled')
    expect(await shop.push(shop.url)).toBe(500)
    expect(await shop.stateOf(id)).toBe('dead')
    await shop.passing(60_000, async () => (await shop.isSettled()) && (await shop.stateOf(id)) === 'done')
    expect(shop.calls).toEqual(['paid', 'paid', 'paid'])
    expect(shop.events).toEqual([])
  })

  it('one whose every attempt failed after that is dead, and a person hears of it once', async () => {
    const shop = await shopThatFails(3, { ...settings, retry: { attempts: 2 } })
    shop.service.know(reference, 'Settled')
    expect(await shop.push(shop.url)).toBe(500)
    await shop.passing(60_000, async () => (await shop.isSettled()) && shop.events.length === 2)
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
    await shop.passing(60_000, async () => (await shop.isSettled()) && (await shop.stateOf(id)) === 'done')
    expect(await pushed).toBe(500)
    expect(shop.calls).toEqual(['paid', 'paid'])
  })
})
