import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readRetryAfter, retryWait } from '../../src/client/read-answer.ts'
import { failureOf } from './caught.ts'
import { invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'
import { record } from './transactions.ts'

let service: StubService
const question = { clientReference: 'order-17' }
const found = { body: { ResponseCode: '0000', Data: [record] } }

beforeAll(async () => {
  service = await startService()
})
beforeEach(() => {
  service.received.length = 0
})
afterAll(() => service.close())

describe('a question', () => {
  it('is asked again where the service could not answer', async () => {
    service.answer({ status: 503 }, { status: 429 }, found)
    expect(await service.client().transactions.status(question)).toMatchObject({ outcome: 'paid' })
    expect(service.received).toHaveLength(3)
  })

  it('is asked again where the connection broke', async () => {
    service.answer((response) => response.destroy(), found)
    expect(await service.client().transactions.status(question)).toMatchObject({ outcome: 'paid' })
    expect(service.received).toHaveLength(2)
  })

  it('is given up after the retries that are set, with the last failure', async () => {
    service.answer({ status: 503 }, { status: 502 })
    expect(await failureOf(service.client({ retries: 1 }).transactions.status(question))).toMatchObject({ status: 502 })
    expect(service.received).toHaveLength(2)
    expect(await failureOf(service.client({ retries: 0 }).transactions.status(question))).toMatchObject({ status: 502 })
    expect(service.received).toHaveLength(3)
  })

  it('is not asked again where that cannot help', async () => {
    service.answer({ status: 404 })
    expect(await failureOf(service.client().transactions.status(question))).toMatchObject({ canRetry: false })
    expect(service.received).toHaveLength(1)
  })

  it('is not asked again sooner than the service wants, and fails at once where that is beyond its time', async () => {
    service.answer({ status: 503, headers: { 'retry-after': '60' } })
    const error = await failureOf(service.client({ timeout: 30_000 }).transactions.status(question))
    expect(error).toMatchObject({ status: 503, retryAfter: 60_000, canRetry: true })
    expect(service.received).toHaveLength(1)
  })

  it('leaves nothing uncertain, since it changes nothing', async () => {
    service.answer((response) => response.destroy())
    const error = await failureOf(service.client().transactions.status(question))
    expect(error).toMatchObject({ code: 'FMW_CALL_UNREACHABLE', canRetry: true, isUncertain: false })
    expect(service.received).toHaveLength(3)
  })

  it('tells each of its retries', async () => {
    const lines: unknown[] = []
    const quiet = () => undefined
    const log = { debug: quiet, info: quiet, error: quiet, warn: (details: object) => lines.push(details) }
    service.answer({ status: 503 }, found)
    await service.client({ log }).transactions.status(question)
    expect(lines).toEqual([
      { call: 'transactions.status', code: 'FMW_CALL_REFUSED', status: 503, attempt: 1, pause: expect.any(Number) },
    ])
  })
})

describe('an invoice', () => {
  it.each([429, 500, 502, 503])('is not created twice when the service answers %d', async (status) => {
    service.answer({ status })
    await failureOf(service.client().checkout.create(invoice))
    expect(service.received).toHaveLength(1)
  })

  it('is not created twice when the connection breaks, and may be there', async () => {
    service.answer((response) => response.destroy())
    const error = await failureOf(service.client().checkout.create(invoice))
    expect(error).toMatchObject({ code: 'FMW_CALL_UNREACHABLE', isUncertain: true, canRetry: false })
    expect(error.message).toContain('It may have been done anyway')
    expect(service.received).toHaveLength(1)
  })
})

describe('the wait before a retry', () => {
  const times = { minDelay: 100, maxDelay: 1_000 }
  const longest = (tries: number) => Math.max(...Array.from({ length: 500 }, () => retryWait(tries, null, times)))

  it('spreads over a span that doubles, up to a limit', () => {
    expect(longest(1)).toBeLessThanOrEqual(100)
    expect(longest(3)).toBeGreaterThan(100)
    expect(longest(3)).toBeLessThanOrEqual(400)
    expect(longest(50)).toBeLessThanOrEqual(1_000)
    expect(longest(50)).toBeGreaterThan(400)
  })

  it('is never shorter than what the service asks for', () => {
    expect(retryWait(1, 7_000, times)).toBe(7_000)
    expect(readRetryAfter(new Headers({ 'retry-after': '7' }))).toBe(7_000)
    expect(readRetryAfter(new Headers())).toBeNull()
  })

  it.each([
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:27:00 GMT', 60_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:29:00 GMT', 0],
    // By the own clock.
    ['Fri, 31 Dec 9999 23:59:59 GMT', 'today', 2_147_483_647],
    ['9999999999', 'today', 2_147_483_647],
    ['Xyz, 99 Abc 2026 07:28:00 GMT', 'today', null],
    ['-1', 'today', null],
    ['soon', 'today', null],
  ])('is read from "%s" of an answer that was sent at "%s"', (text, date, ms) => {
    expect(readRetryAfter(new Headers({ 'retry-after': text, date }))).toBe(ms)
  })
})
