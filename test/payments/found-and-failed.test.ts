import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { callback, idOf, openShopInTime, reference } from './shop.ts'

/** A shop with a store in memory, whose handler fails so many times, for a payment that was found by asking. */
async function shopThatFails(times: number, options: MerchantWebhooksOptions = {}) {
  const jitter = vi.spyOn(Math, 'random').mockReturnValue(0.9)
  onTestFinished(() => jitter.mockRestore())
  const clock = manualClock()
  const calls: string[] = []
  const gaveUp: string[] = []
  const handler = ({ evidence }: { readonly evidence: string }) => {
    calls.push(evidence)
    if (calls.length <= times) throw new Error('the database is away')
  }
  const shop = await openShopInTime(
    {
      store: memoryStore({ clock }),
      payment: { handler, onDead: (_event, { id }) => void gaveUp.push(id) },
      ...options,
    },
    { clock },
  )
  const { app } = shop
  const events: string[] = []
  app.merchant.events.on('notificationFailed', ({ retryIn }) => events.push(`retried: ${retryIn !== null}`))
  app.merchant.events.on('notificationDead', ({ id }) => events.push(`dead: ${id}`))
  app.merchant.events.on('needsReview', ({ reasons }) => events.push(`review: ${reasons}`))
  const url = await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.passing(60_000, () => calls.length === 1)
  const state = async () => (await app.merchant.inbox.get(idOf('paid')))?.state
  const push = async () => (await post(app, url, callback())).statusCode
  return { ...shop, calls, events, gaveUp, push, state }
}

describe.each([
  ['the plugin asks first', {}],
  ['confirming is turned off', { confirmWith: false }],
] as const)('with a store that keeps nothing, where %s', (_how, settings) => {
  it('the handler of a payment that was found by asking is retried', async () => {
    const shop = await shopThatFails(2, settings)
    await shop.passing(60_000, async () => (await shop.state()) === 'done')
    expect(shop.calls).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(shop.events).toEqual(['retried: true', 'retried: true'])
  })

  it('one whose every attempt failed is dead, and a person hears of it', async () => {
    const shop = await shopThatFails(2, { ...settings, retry: { attempts: 2 } })
    await shop.passing(60_000, async () => (await shop.state()) === 'dead')
    expect(shop.gaveUp).toEqual([idOf('paid')])
    await eventually(() => shop.events.length === 3)
    expect(shop.events).toEqual(['retried: true', `dead: ${idOf('paid')}`, 'review: unhandled'])
  })

  it('its callback is acknowledged only once the handler has succeeded', async () => {
    const shop = await shopThatFails(2, { ...settings, retry: { attempts: 1 } })
    await eventually(async () => (await shop.state()) === 'dead')
    const answers = [await shop.push(), await shop.push()]
    await shop.passing(60_000, async () => (await shop.state()) === 'done')
    answers.push(await shop.push())
    expect(answers).toEqual([500, 200, 200])
    expect(shop.calls).toHaveLength(3)
  })

  it('its callback does not wait for a retry that is far away', async () => {
    const hour = 3_600_000
    const shop = await shopThatFails(1, { ...settings, retry: { minDelay: hour, maxDelay: hour } })
    await eventually(async () => (await shop.state()) === 'waiting')
    expect([await shop.push(), await shop.push()]).toEqual([500, 500])
    await shop.passing(hour, async () => (await shop.state()) === 'done')
    expect(await shop.push()).toBe(200)
    expect(shop.calls).toHaveLength(2)
  })
})
