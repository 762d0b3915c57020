import { describe, expect, it } from 'vitest'
import type { MerchantWebhooksOptions } from '../../src/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { idOf, reference } from './shop.ts'
import { shopThatFails } from './shop-that-fails.ts'

/** The same, for a payment that was found by asking. */
async function shopThatFound(times: number, options: MerchantWebhooksOptions = {}) {
  const shop = await shopThatFails(times, options)
  const { app, events, calls } = shop
  app.merchant.events.on('notificationFailed', ({ retryIn }) => events.push(`retried: ${retryIn !== null}`))
  shop.service.know(reference, 'Settled')
  await shop.passing(60_000, () => calls.length === 1)
  return { ...shop, state: () => shop.stateOf(idOf('paid')) }
}

describe.each([
  ['the plugin asks first', {}],
  ['confirming is turned off', { confirmWith: false }],
] as const)('with a store that keeps nothing, where %s', (_how, settings) => {
  it('the handler of a payment that was found by asking is retried', async () => {
    const shop = await shopThatFound(2, settings)
    await shop.passing(60_000, async () => (await shop.state()) === 'done')
    expect(shop.calls.map(({ evidence }) => evidence)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(shop.events).toEqual(['retried: true', 'retried: true'])
  })

  it('one whose every attempt failed is dead, and a person hears of it', async () => {
    const shop = await shopThatFound(2, { ...settings, retry: { attempts: 2 } })
    await shop.passing(60_000, async () => (await shop.state()) === 'dead')
    expect(shop.gaveUp).toEqual([idOf('paid')])
    await eventually(() => shop.events.length === 3)
    expect(shop.events).toEqual(['retried: true', `dead: ${idOf('paid')}`, 'review: unhandled'])
  })

  it('its callback is acknowledged only once the handler has succeeded', async () => {
    const shop = await shopThatFound(2, { ...settings, retry: { attempts: 1 } })
    await eventually(async () => (await shop.state()) === 'dead')
    const answers = [await shop.push(), await shop.push()]
    await shop.passing(60_000, async () => (await shop.state()) === 'done')
    answers.push(await shop.push())
    expect(answers).toEqual([500, 200, 200])
    expect(shop.calls).toHaveLength(3)
  })

  it('its callback does not wait for a retry that is far away', async () => {
    const hour = 3_600_000
    const shop = await shopThatFound(1, { ...settings, retry: { minDelay: hour, maxDelay: hour } })
    await eventually(async () => (await shop.state()) === 'waiting')
    expect([await shop.push(), await shop.push()]).toEqual([500, 500])
    await shop.passing(hour, async () => (await shop.state()) === 'done')
    expect(await shop.push()).toBe(200)
    expect(shop.calls).toHaveLength(2)
  })
})
