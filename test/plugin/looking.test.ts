import { describe, expect, it } from 'vitest'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../inbox/over-http/kept.ts'

describe('app.merchant.inbox', () => {
  it('shows what was accepted, with its event, and asks for it again', async () => {
    const replays: boolean[] = []
    const app = await appWith({
      store: keptInMemory(),
      country: 'GH',
      acknowledge: { status: 202, body: undefined },
      checkout: (_event, { replay }) => replays.push(replay),
      deliveryReport: () => undefined,
    })
    await post(app, paths.checkout, samples.checkout)
    await post(app, paths.deliveryReport, samples.deliveryReport)
    await eventually(async () => (await app.merchant.inbox.count()).done === 2)
    const { entries } = await app.merchant.inbox.list({ kinds: 'checkout' })
    const [entry] = entries
    expect(entry).toMatchObject({ kind: 'checkout', state: 'done', reference: 'order-17' })
    const details = await app.merchant.inbox.get(entry?.id ?? '')
    expect(details.event).toMatchObject({ kind: 'checkout', outcome: 'paid', amount: 50.5 })
    await app.merchant.inbox.replay(entry?.id ?? '')
    await eventually(() => replays.length === 2)
    expect(replays).toEqual([false, true])
    expect(await app.merchant.inbox.export(entry?.id ?? '')).toMatchObject({ expect: { status: 202 } })
  })

  it('shows what memory was given too, for as long as it is there', async () => {
    const app = await appWith({ deliveryReport: () => Promise.reject(new Error('broken')) })
    await post(app, paths.deliveryReport, samples.deliveryReport)
    const { entries } = await app.merchant.inbox.list()
    expect(entries).toMatchObject([{ state: 'dead', attempts: [{ number: 1, error: 'Error: broken' }] }])
  })

  it('of two registrations on one store shows each its own', async () => {
    const store = keptInMemory()
    const app = await appWith({ store, name: 'shop', prefix: '/shop', deliveryReport: () => undefined })
    const { default: merchantWebhooks } = await import('../../src/index.ts')
    await app.register(merchantWebhooks, {
      verify: 'none',
      store,
      name: 'tickets',
      prefix: '/tickets',
      deliveryReport: () => undefined,
    })
    await post(app, '/shop/delivery-report', { MessageId: 'a', Status: 'Sent' })
    await post(app, '/tickets/delivery-report', { MessageId: 'b', Status: 'Sent' })
    const shown = async (name: string) =>
      (await app.merchant.get(name).inbox.list()).entries.map(({ reference }) => reference)
    expect([await shown('shop'), await shown('tickets')]).toEqual([['a'], ['b']])
  })
})

describe('app.merchant.sessions', () => {
  it('is empty where the store keeps none', async () => {
    const app = await appWith({ country: 'GH', ussd: (_push, turn) => turn.end('Goodbye') })
    await post(app, paths.ussd, samples.ussd)
    expect((await app.merchant.sessions.list()).sessions).toEqual([])
  })
})
