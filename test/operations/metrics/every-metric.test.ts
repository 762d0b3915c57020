import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { secretHeader } from '../../../src/index.ts'
import { metricTable } from '../../../src/operations/metrics/instruments.ts'
import { startService } from '../../client/stub-service.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { clients, measured, pushed } from './scrape.ts'

const seen = new Set<string>()

describe.each(clients)('scraped by %s', (_name, client) => {
  afterEach(async () => {
    // What a test has looked at leaves the registry of the library as it was.
    expect(await client.register.metrics()).not.toContain('merchant_')
  })

  it('shows how long turns took, by what answered them, beside their budget', async () => {
    moves('merchant_turn_duration_seconds', 'merchant_turn_budget_seconds')
    const app = await appWith({
      budget: 50,
      maxWork: 60_000,
      ussd: (push, turn) => (push.message === 'wait' ? new Promise<never>(() => undefined) : turn.prompt('What?')),
    })
    const scrape = await measured(app, client)
    const turns = (answered: string) => ({ registration: 'default', kind: 'ussd', answered })
    expect((await scrape()).value('merchant_turn_duration_seconds_count', turns('handler'))).toBe(0)
    await pushed(app, paths.ussd, samples.ussd)
    await pushed(app, paths.ussd, samples.ussd)
    await pushed(app, paths.ussd, { ...samples.ussd, Type: 'Response', Sequence: 2, Message: 'wait' })
    const after = await scrape()
    expect(after.value('merchant_turn_budget_seconds', { kind: 'ussd' })).toBe(0.05)
    await pushed(app, paths.ussd, { Mobile: '+233000000000', Type: 'Initiation' })
    await pushed(app, paths.ussd, { SessionId: 's-2' })
    await pushed(app, paths.ussd, 'no JSON')
    const unread = await scrape()
    expect(unread.value('merchant_turn_duration_seconds_count', turns('unreadable'))).toBe(3)
    expect(app.merchant.counts.ussd).toMatchObject({ unreadable: 3 })
    for (const answered of ['handler', 'repeated', 'waiting'])
      expect(after.value('merchant_turn_duration_seconds_count', turns(answered)), answered).toBe(1)
    expect(after.value('merchant_turn_duration_seconds_sum', turns('waiting'))).toBeGreaterThan(0.04)
    for (const le of ['6', '7'])
      expect(after.value('merchant_turn_duration_seconds_bucket', { ...turns('handler'), le })).toBe(1)
  })

  it('shows how notifications were taken, and how long it took', async () => {
    moves('merchant_notifications_total', 'merchant_accept_duration_seconds')
    const app = await appWith({ store: newSqlite()(), payment: () => undefined })
    const scrape = await measured(app, client)
    const { checkout } = samples
    await pushed(app, paths.checkout, checkout)
    await pushed(app, paths.checkout, checkout)
    await pushed(app, paths.checkout, { ...checkout, Data: { ...checkout.Data, Amount: 1 } })
    await pushed(app, paths.checkout, 'no JSON')
    const after = await scrape()
    for (const taken of ['accepted', 'repeated', 'conflict', 'rejected'])
      expect(after.value('merchant_notifications_total', { kind: 'checkout', taken }), taken).toBe(1)
    expect(after.value('merchant_notifications_total', { kind: 'checkout', taken: 'unavailable' })).toBe(0)
    expect(after.value('merchant_accept_duration_seconds_count', { kind: 'checkout' })).toBe(3)
    expect(after.value('merchant_accept_duration_seconds_sum', { kind: 'checkout' })).toBeGreaterThan(0)
  })

  it('shows how attempts ended, and what is left in the inbox', async () => {
    moves(
      'merchant_attempts_total',
      'merchant_attempt_duration_seconds',
      'merchant_notifications_failed_total',
      'merchant_inbox_entries',
      'merchant_inbox_oldest_waiting_seconds',
    )
    const app = await appWith({
      store: newSqlite()(),
      inboundMessage: { handler: () => Promise.reject(new Error('gone')), retry: { attempts: 1 } },
      deliveryReport: {
        handler: () => Promise.reject(new Error('not now')),
        retry: { minDelay: 3_600_000, maxDelay: 3_600_000 },
      },
      checkout: () => undefined,
    })
    const scrape = await measured(app, client)
    // The store may still be opening, and then has no counts.
    const before = await vi.waitFor(async () => {
      const scraped = await scrape()
      expect(scraped.value('merchant_inbox_entries', { kind: 'inboundMessage', state: 'dead' })).toBe(0)
      return scraped
    })
    expect(before.value('merchant_attempts_total', { kind: 'inboundMessage', ended: 'dead' })).toBe(0)
    expect(before.value('merchant_inbox_oldest_waiting_seconds', { kind: 'deliveryReport' })).toBe(0)
    for (const kind of ['inboundMessage', 'deliveryReport', 'checkout'] as const)
      await pushed(app, paths[kind], samples[kind])
    await vi.waitFor(async () => {
      const after = await scrape()
      const failed = (kind: string) => after.value('merchant_notifications_failed_total', { kind })
      expect(['inboundMessage', 'deliveryReport', 'checkout'].map(failed)).toEqual([1, 1, 0])
      const ends = { inboundMessage: 'dead', deliveryReport: 'failed', checkout: 'handled' }
      for (const [kind, ended] of Object.entries(ends)) {
        expect(after.value('merchant_attempts_total', { kind, ended })).toBe(1)
        expect(after.value('merchant_attempt_duration_seconds_count', { kind, ended })).toBe(1)
      }
      expect(after.value('merchant_inbox_entries', { kind: 'inboundMessage', state: 'dead' })).toBe(1)
      expect(after.value('merchant_inbox_entries', { kind: 'deliveryReport', state: 'waiting' })).toBe(1)
      expect(after.value('merchant_inbox_entries', { kind: 'expectedPayment', state: 'waiting' })).toBe(0)
      expect(after.value('merchant_inbox_oldest_waiting_seconds', { kind: 'deliveryReport' })).toBeGreaterThan(0)
      expect(after.value('merchant_inbox_oldest_waiting_seconds', { kind: 'inboundMessage' })).toBe(0)
    })
  })

  it('shows how many entries need review, until somebody has looked', async () => {
    moves('merchant_inbox_reviews')
    const app = await appWith({
      store: newSqlite()(),
      payment: { handler: () => Promise.reject(new Error('gone')), retry: { attempts: 1 } },
    })
    const scrape = await measured(app, client)
    const open = async (kind: string) => (await scrape()).value('merchant_inbox_reviews', { kind })
    await vi.waitFor(async () => expect(await open('checkout')).toBe(0))
    await pushed(app, paths.checkout, samples.checkout)
    await vi.waitFor(async () => expect(await open('checkout')).toBe(1))
    expect(await open('ussdPayment')).toBe(0)
    const [entry] = (await app.merchant.inbox.list({ needsReview: true })).entries
    await app.merchant.inbox.settleReview(entry?.id ?? '', { by: 'Ama' })
    expect(await open('checkout')).toBe(0)
  })

  it('shows which kinds somebody has stopped, and what was not taken', async () => {
    moves('merchant_kind_stopped')
    const app = await appWith({ payment: () => undefined, ussd: (_push, turn) => turn.prompt('What?') })
    const scrape = await measured(app, client)
    const stopped = async (kind: string) => (await scrape()).value('merchant_kind_stopped', { kind })
    expect([await stopped('ussd'), await stopped('checkout')]).toEqual([0, 0])
    for (const kind of ['ussd', 'checkout'] as const) {
      await app.merchant.stop(kind, { by: 'Ama', reason: 'the menu is broken' })
      await pushed(app, paths[kind], samples[kind])
    }
    const after = await scrape()
    expect([await stopped('ussd'), await stopped('checkout'), await stopped('fulfilment')]).toEqual([1, 1, 0])
    expect(after.value('merchant_turn_duration_seconds_count', { kind: 'ussd', answered: 'paused' })).toBe(1)
    expect(after.value('merchant_notifications_total', { kind: 'checkout', taken: 'paused' })).toBe(1)
    await app.merchant.start('ussd', { by: 'Ama' })
    expect(await stopped('ussd')).toBe(0)
  })

  it('shows what payments were, once a handler took them', async () => {
    moves('merchant_payments_total')
    let isBroken = true
    const app = await appWith({
      store: newSqlite()(),
      payment: {
        handler: () => {
          if (isBroken) throw new Error('not now')
        },
        retry: { minDelay: 1, maxDelay: 1 },
      },
    })
    const scrape = await measured(app, client)
    await pushed(app, paths.checkout, samples.checkout)
    await pushed(app, paths.ussdPayment, samples.ussdPayment)
    await vi.waitFor(async () =>
      expect((await scrape()).value('merchant_attempts_total', { kind: 'checkout', ended: 'failed' })).toBeGreaterThan(
        0,
      ),
    )
    expect((await scrape()).text).not.toContain('outcome="paid"')
    isBroken = false
    await vi.waitFor(async () => {
      const after = await scrape()
      const paid = { source: 'checkout', outcome: 'paid', evidence: 'callback' }
      expect(after.value('merchant_payments_total', paid)).toBe(1)
      expect(after.value('merchant_payments_total', { source: 'ussdPayment', outcome: 'failed' })).toBe(1)
    })
  })

  it('shows pushes that a verifier refused', async () => {
    moves('merchant_refused_total')
    const verify = secretHeader('x-push', 'a-secret-of-the-test')
    const app = await appWith({ verify, ussd: (_, turn) => turn.end('Bye') })
    const scrape = await measured(app, client)
    const labels = { registration: 'default', kind: 'ussd', verifier: verify.name }
    expect((await scrape()).value('merchant_refused_total', labels)).toBe(0)
    await pushed(app, paths.ussd, samples.ussd)
    expect((await scrape()).value('merchant_refused_total', labels)).toBe(1)
    expect(app.merchant.counts.ussd).toEqual({ refused: 1 })
  })

  it('shows pushes that a hook of the application stopped', async () => {
    moves('merchant_mishaps_total')
    const app = await appWith(
      { ussd: (_, turn) => turn.end('Bye') },
      {
        prepare: (host) =>
          host.addHook('preHandler', async (request, reply) => {
            if (request.method === 'POST') reply.code(418).send('no tea')
          }),
      },
    )
    const scrape = await measured(app, client)
    await pushed(app, paths.ussd, samples.ussd)
    await vi.waitFor(async () =>
      expect((await scrape()).value('merchant_mishaps_total', { kind: 'ussd', what: 'stopped' })).toBe(1),
    )
  })

  it('shows calls to the service by what came of them', async () => {
    moves('merchant_client_duration_seconds')
    const service = await startService()
    onTestFinished(() => service.close())
    const app = await appWith({ ussd: (_, turn) => turn.end('Bye') })
    const scrape = await measured(app, client)
    const calls = service.client({ retries: 0 })
    const question = { clientReference: 'order-17' }
    service.answer({ body: { responseCode: '0000', data: [] } })
    await calls.transactions.status(question)
    service.answer({ status: 401 })
    await expect(calls.transactions.status(question)).rejects.toThrow()
    await expect(calls.transactions.status(question, { signal: AbortSignal.abort() })).rejects.toThrow()
    await expect(calls.messages.cancel('m', { signal: AbortSignal.abort() })).rejects.toThrow()
    const after = await scrape()
    const call = 'messages.cancel'
    expect(after.value('merchant_client_duration_seconds_count', { call, code: 'aborted' })).toBe(1)
    for (const code of ['ok', 'FMW_CALL_UNAUTHORIZED', 'aborted'])
      expect(after.value('merchant_client_duration_seconds_count', { call: 'transactions.status', code }), code).toBe(1)
  })

  it('shows how long the event loop was held', async () => {
    moves('merchant_event_loop_blocked_seconds')
    const app = await appWith({
      ussd: (_, turn) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
        return turn.end('Bye')
      },
    })
    const scrape = await measured(app, client)
    await pushed(app, paths.ussd, samples.ussd)
    await vi.waitFor(async () => {
      const after = await scrape()
      expect(after.value('merchant_event_loop_blocked_seconds_count')).toBeGreaterThan(0)
      expect(after.value('merchant_event_loop_blocked_seconds_sum')).toBeGreaterThan(0.25)
    })
  })
})

describe('the metrics', () => {
  it('are all shown by a test', () => {
    // Those of a store that does not answer have a test of their own: stalled-store.test.ts.
    moves('merchant_inbox_read_age_seconds', 'merchant_store_ok')
    expect([...seen].toSorted()).toEqual(Object.keys(metricTable).toSorted())
  })
})

/** What a test shows the value of to move. */
function moves(...names: (keyof typeof metricTable)[]): void {
  for (const name of names) seen.add(name)
}
