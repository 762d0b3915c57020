import { describe, expect, it, vi } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { proxyTo } from '../../store/postgres/proxy.ts'
import { measured, pushed } from './scrape.ts'

const url = await freshDatabase()

describe('a store that does not answer', () => {
  it('holds up no scrape: what is known stays, its age grows, and it is fresh again when the store is back', async () => {
    const proxy = await proxyTo(url)
    const app = await appWith({
      store: postgresStore(proxy.url),
      deliveryReport: {
        handler: () => Promise.reject(new Error('not now')),
        retry: { minDelay: 3_600_000, maxDelay: 3_600_000 },
      },
    })
    const scrape = await measured(app)
    await pushed(app, paths.deliveryReport, samples.deliveryReport)
    const waiting = ['merchant_inbox_entries', { kind: 'deliveryReport', state: 'waiting' }] as const
    await vi.waitFor(async () => expect((await scrape()).value(...waiting)).toBe(1))
    expect((await scrape()).value('merchant_store_ok')).toBe(1)

    proxy.freeze()
    // Two scrapes while one question is open: the second doesn't ask.
    const [first, second] = [await scrape(), await scrape()]
    const age = 'merchant_inbox_read_age_seconds'
    expect(second.value(...waiting)).toBe(1)
    expect(second.value(age)).toBeGreaterThan(first.value(age) ?? 0)
    expect(first.value(age)).toBeGreaterThan(0.2)
    const oldest = ['merchant_inbox_oldest_waiting_seconds', { kind: 'deliveryReport' }] as const
    expect(second.value(...oldest)).toBeGreaterThan(first.value(...oldest) ?? 0)
    await vi.waitFor(async () => expect((await scrape()).value('merchant_store_ok')).toBe(0), 60_000)

    proxy.mend()
    await vi.waitFor(async () => {
      const after = await scrape()
      expect(after.value('merchant_store_ok')).toBe(1)
      expect(after.value(age)).toBeLessThan(0.25)
    }, 60_000)
  }, 150_000)
})
