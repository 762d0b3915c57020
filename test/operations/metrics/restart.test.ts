import { expect, it, vi } from 'vitest'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { measured, pushed } from './scrape.ts'

it('the gauges of the inbox are right at the first scrape after a restart, and counters begin at 0', async () => {
  const open = newSqlite()
  const start = () =>
    appWith({
      store: open(),
      payment: { handler: () => Promise.reject(new Error('gone')), retry: { attempts: 1 } },
      deliveryReport: {
        handler: () => Promise.reject(new Error('not now')),
        retry: { minDelay: 3_600_000, maxDelay: 3_600_000 },
      },
    })
  const left = (scrape: Awaited<ReturnType<Awaited<ReturnType<typeof measured>>>>) => ({
    dead: scrape.value('merchant_inbox_entries', { kind: 'checkout', state: 'dead' }),
    waiting: scrape.value('merchant_inbox_entries', { kind: 'deliveryReport', state: 'waiting' }),
    reviews: scrape.value('merchant_inbox_reviews', { kind: 'checkout' }),
  })
  const all = { dead: 1, waiting: 1, reviews: 1 }
  const before = await start()
  const scrapeBefore = await measured(before)
  await pushed(before, paths.checkout, samples.checkout)
  await pushed(before, paths.deliveryReport, samples.deliveryReport)
  await vi.waitFor(async () => expect(left(await scrapeBefore())).toEqual(all))
  const age = (await scrapeBefore()).value('merchant_inbox_oldest_waiting_seconds', { kind: 'deliveryReport' })
  await before.close()

  const after = await start()
  const first = await (await measured(after))()
  expect(left(first)).toEqual(all)
  expect(first.value('merchant_inbox_oldest_waiting_seconds', { kind: 'deliveryReport' })).toBeGreaterThanOrEqual(
    age ?? Number.POSITIVE_INFINITY,
  )
  expect(first.value('merchant_notifications_total', { kind: 'checkout', taken: 'accepted' })).toBe(0)
  expect(first.value('merchant_attempts_total', { kind: 'checkout', ended: 'dead' })).toBe(0)
})
