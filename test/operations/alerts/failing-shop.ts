import { expect, vi } from 'vitest'
import type { Counts } from '../../../src/index.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { phone } from '../../../src/testing/index.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { proxyTo } from '../../store/postgres/proxy.ts'
import { measured, pushed, type Scrape } from '../metrics/scrape.ts'

interface Scrapes {
  readonly well: Scrape
  readonly bad: Scrape
}

/** What a real shop shows while its PostgreSQL answers, and after it was cut off and a payment was refused. */
export async function storelessShop(): Promise<Scrapes> {
  const proxy = await proxyTo(await freshDatabase())
  const app = await appWith({ store: postgresStore(proxy.url), checkout: () => undefined })
  const scrape = await measured(app)
  const pay = async (ClientReference: string) => {
    const Data = { ...samples.checkout.Data, CheckoutId: ClientReference, ClientReference }
    return (await pushed(app, paths.checkout, { ...samples.checkout, Data })).status
  }
  await vi.waitFor(async () => expect(await pay('first')).toBe(200), 20_000)
  const well = await vi.waitFor(async () => {
    const seen = await scrape()
    expect(seen.value('merchant_attempts_total', { kind: 'checkout', ended: 'handled' })).toBe(1)
    expect(seen.value('merchant_store_ok')).toBe(1)
    return seen
  }, 20_000)
  proxy.cut()
  const bad = await vi.waitFor(async () => {
    expect(await pay('refused')).toBe(503)
    const seen = await scrape()
    expect(seen.value('merchant_store_ok')).toBe(0)
    return seen
  }, 20_000)
  proxy.mend()
  return { well, bad }
}

/** What a real shop shows after one payment was handled, and after a dozen more came to a handler that always throws. */
export async function throwingShop(): Promise<Scrapes> {
  let isBroken = false
  const app = await appWith({
    store: newSqlite()(),
    checkout: {
      handler: () => {
        if (isBroken) throw new Error('the warehouse is closed')
      },
      retry: { attempts: 2, minDelay: 1, maxDelay: 1 },
    },
  })
  const scrape = await measured(app)
  const pay = async (ClientReference: string) => {
    const Data = { ...samples.checkout.Data, CheckoutId: ClientReference, ClientReference }
    expect((await pushed(app, paths.checkout, { ...samples.checkout, Data })).status).toBe(200)
  }
  const whenEnded = (ended: string, times: number) =>
    vi.waitFor(async () => {
      const seen = await scrape()
      expect(seen.value('merchant_attempts_total', { kind: 'checkout', ended })).toBe(times)
      return seen
    }, 20_000)
  await pay('first')
  const well = await whenEnded('handled', 1)
  isBroken = true
  for (let payment = 0; payment < 12; payment += 1) await pay(`order-${payment}`)
  return { well, bad: await whenEnded('dead', 12) }
}

/**
 * The same of payments at signed addresses, of which nobody is asked: each takes its unsigned name too, by an entry of its own
 * for which no handler is called.
 */
export async function signedShop(payments: number): Promise<Scrapes & { readonly counts: Counts }> {
  let isBroken = false
  const app = await appWith({
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    store: newSqlite()(),
    ussd: ({ sessionId: reference }, turn) => turn.pay('Approve', { amount: 5, description: 'Tea', reference }),
    payment: {
      handler: () => {
        if (isBroken) throw new Error('the ledger is closed')
      },
      retry: { attempts: 6, minDelay: 1, maxDelay: 1 },
    },
  })
  const scrape = await measured(app)
  const pay = async (reference: string) => {
    const caller = phone(app)
    await caller.dial('*713#')
    const paid = caller.pay().run()
    await (isBroken ? expect(paid).rejects.toMatchObject({ code: 'FMW_PHONE_PAYMENT' }) : paid)
    const { pathname, search } = new URL(app.merchant.callbackUrl({ kind: 'checkout', reference }))
    const Data = { ...samples.checkout.Data, CheckoutId: reference, ClientReference: reference }
    expect((await pushed(app, pathname + search, { ...samples.checkout, Data })).status).toBe(200)
  }
  const whenEnded = (ended: string, times: number) =>
    vi.waitFor(async () => {
      const seen = await scrape()
      for (const kind of ['checkout', 'ussdPayment'])
        expect(seen.value('merchant_attempts_total', { kind, ended }), kind).toBe(times)
      return seen
    }, 20_000)
  await pay('first')
  const well = await whenEnded('handled', 1)
  isBroken = true
  for (let payment = 0; payment < payments; payment += 1) await pay(`order-${payment}`)
  await whenEnded('dead', payments)
  const bad = await whenEnded('skipped', payments + 1)
  return { well, bad, counts: app.merchant.counts }
}
