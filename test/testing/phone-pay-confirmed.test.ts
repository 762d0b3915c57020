import { describe, expect, vi } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import type { PaymentEvent, Store } from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { trace } from '../../src/trace/moments.ts'
import { record } from '../client/transactions.ts'
import { appWith } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { eachStore } from './stores.ts'

/** A shop that asks the service about each payment; the service answers with this status, or not at all. */
async function askingShop(store: Store, status: string | undefined) {
  const events: PaymentEvent[] = []
  const confirmWith = new MerchantClient({
    baseUrl: 'https://service.example',
    apiId: 'an-id',
    apiKey: 'a-key',
    paths: { transactionStatus: '/status' },
    retries: 0,
    fetch: async (address) => {
      if (status === undefined) throw new Error('nobody is there')
      const asked = new URL(String(address)).searchParams
      const known = {
        ...record,
        StartDate: new Date().toISOString(),
        TransactionStatus: status,
        TransactionCycle: [{ Date: '2026-03-01T10:00:00Z', Status: status }],
        TransactionAmount: 5,
        ClientReference: asked.get('ClientReference'),
        TransactionId: asked.get('serviceTransactionId'),
        NetworkTransactionId: asked.get('networkTransactionId'),
      }
      return Response.json({ ResponseCode: '0000', Data: [known] })
    },
  })
  const app = await appWith({
    store,
    confirmWith,
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    ussd: (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea' }),
    payment: async (event) => events.push(event),
  })
  return { app, events }
}

describe.each(dealt(eachStore))('A phone that pays where the service is asked, %s', (_name, newStore, it) => {
  it('waits for the handler, which is told what was confirmed', async () => {
    const { app, events } = await askingShop(newStore(), 'Settled')
    const caller = phone(app)
    await caller.dial('*713#').pay()

    expect(events).toMatchObject([{ outcome: 'paid', evidence: 'confirmed', amount: 5 }])
    expect(caller.lastPayment).toMatchObject({ event: { outcome: 'paid' }, error: undefined })
  })

  it('fails where the service says something else than the notice: the handler is told what is true', async () => {
    const { app, events } = await askingShop(newStore(), 'Failed')

    await expect(phone(app).dial('*713#').pay()).rejects.toThrow('It said paid; the service says failed')
    await vi.waitFor(() => expect(events).toMatchObject([{ outcome: 'failed', evidence: 'confirmed' }]))
  })

  it('fails where the service cannot say: no handler is called, and the reason is that of asking', async () => {
    const { app, events } = await askingShop(newStore(), undefined)
    const caller = phone(app).dial('*713#').pay({ within: 1_000 })
    const why = 'no handler was called yet: transactions.status: '

    await expect(caller).rejects.toMatchObject({ code: 'FMW_PHONE_PAYMENT', message: expect.stringContaining(why) })
    expect(caller.lastPayment?.error).toContain(why)
    expect(events).toEqual([])
    expect(trace.postponed.hasSubscribers).toBe(false)
  })

  it('minds nothing that somebody else says in the same place', async () => {
    const { app, events } = await askingShop(newStore(), 'Settled')
    app.addHook('onRequest', async () => {
      for (const odd of [undefined, { ids: 'all' }]) trace.postponed.publish(odd)
    })
    await phone(app).dial('*713#').pay()

    expect(events).toHaveLength(1)
  })
})
