import { describe, expect, it } from 'vitest'
import type { FulfilmentReportOptions, MerchantWebhooksOptions } from '../../../src/index.ts'
import { type ManualClock, manualClock } from '../../../src/testing/manual-clock.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths } from '../../http/samples.ts'
import { asHandled } from './as-handled.ts'
import { keptOn, noticeId, paid, reported, reportId, settle, wireless } from './kept.ts'

const minute = 60_000
const hour = 60 * minute

/** An application on a clock of its own, to which the notice of an order has come. */
async function withNotice(
  report: FulfilmentReportOptions,
  handler: () => unknown = () => undefined,
  more: Partial<MerchantWebhooksOptions> = {},
) {
  const clock = manualClock()
  const lines = linesOf()
  const store = keptOn(clock)
  const options = { clock, store, ...more, fulfilment: { handler, report } }
  const app = await appWith(options, { server: { logger: lines.logger } })
  const given: unknown[] = []
  app.merchant.events.on('followUpDead', (incident) => given.push(incident))
  await post(app, paths.fulfilment, paid('f00d'))
  await settle()
  const entryOf = (id: string) => app.merchant.inbox.get(id)
  return { app, clock, lines, given, notice: () => entryOf(noticeId('f00d')), report: () => entryOf(reportId('f00d')) }
}

/** Lets time pass, a little at a time. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  const step = ms > minute ? 5_000 : 250
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left))
    await settle()
  }
}

describe('within its hour a report', () => {
  it('is made at once where the handler was quick', async () => {
    const { bodies, report } = wireless()
    await withNotice(report)
    expect(bodies).toEqual([reported('f00d', 'success')])
  })

  it('is made a quarter of a second after the notice came where the handler took less', async () => {
    const { bodies, report } = wireless()
    const went = Promise.withResolvers<void>()
    const { clock } = await withNotice(report, () => went.promise)
    clock.advance(100)
    went.resolve()
    await settle()
    clock.advance(149)
    await settle()
    expect(bodies).toEqual([])
    clock.advance(1)
    await settle()
    expect(bodies).toEqual([reported('f00d', 'success')])
  })

  it('is tried again with growing pauses until it is taken', async () => {
    const { bodies, report } = wireless((number) => (number < 12 ? 503 : 200))
    const { app, clock, lines } = await withNotice(report)
    await pass(clock, 10_000)
    const soFar = bodies.length
    expect(soFar).toBeGreaterThan(3)
    expect(soFar).toBeLessThan(12)
    await pass(clock, 2 * minute)
    expect(bodies).toHaveLength(12)
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    const tried = lines.saying('a fulfilment could not be reported: the plugin retries it')
    expect(tried).toHaveLength(11)
    expect(tried[0]).toMatchObject({ level: 40, retryIn: 1_000, why: 'it was answered with status 503' })
    const pauses = tried.map(({ retryIn }) => Number(retryIn))
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(app.merchant.counts.fulfilmentReport).toMatchObject({ handled: 1 })
  })

  it('tells of a handler that succeeds later, and of nothing before that', async () => {
    const { bodies, report } = wireless()
    let isOpen = false
    const handler = () => {
      if (!isOpen) throw new Error('no stock')
    }
    const { clock } = await withNotice(report, handler, {
      retry: { minDelay: minute, maxDelay: 5 * minute, attempts: 100 },
    })
    await pass(clock, 10 * minute)
    expect(bodies).toEqual([])
    isOpen = true
    await pass(clock, 40 * minute)
    expect(bodies).toEqual([reported('f00d', 'success')])
  })

  it('is tried for a last time when its time is over, then given up aloud', async () => {
    const { bodies, report } = wireless(() => 500)
    const { app, clock, given, lines, report: entry } = await withNotice(report)
    await pass(clock, hour - 1)
    const before = bodies.length
    expect((await entry()).state).toBe('waiting')
    expect(given).toEqual([])
    clock.advance(1)
    await settle()
    expect(bodies).toHaveLength(before + 1)
    const why = 'The fulfilment was not reported to the service: it was answered with status 500, and its time is over'
    expect(await entry()).toMatchObject({ state: 'dead', attempts: [{ error: expect.stringContaining(why) }] })
    expect(given).toMatchObject([{ kind: 'fulfilmentReport', id: reportId('f00d'), error: { message: why } }])
    expect(lines.saying('a fulfilment could not be reported: a person')).toMatchObject([
      { level: 50, err: { code: 'FMW_NOT_REPORTED' } },
    ])
    expect(app.merchant.counts.fulfilmentReport).toMatchObject({ dead: 1 })
    await pass(clock, hour)
    expect(bodies).toHaveLength(before + 1)
  })

  it('has as long as the merchant says', async () => {
    const { bodies, report } = wireless(() => 500)
    const { clock, report: entry } = await withNotice({ ...report, within: 2_000 })
    await pass(clock, 2_000)
    expect((await entry()).state).toBe('dead')
    expect(bodies).toHaveLength(3)
  })

  it('is tried again where it cannot be described', async () => {
    const { bodies, report } = wireless()
    let tries = 0
    const metaData = { tries: 2 }
    const failing = () => {
      tries++
      if (tries === 1) throw new Error('no ticket for +233 00 000 0000')
      return { ...asHandled(undefined, true), metaData }
    }
    const { clock, lines } = await withNotice({ ...report, describe: failing })
    await pass(clock, 2_000)
    expect(bodies).toEqual([reported('f00d', 'success', metaData)])
    const [line] = lines.saying('could not be reported: the plugin retries it')
    expect(line?.why).toMatch(/^it could not be described: Error: no ticket for /)
    expect(lines.text()).not.toContain('00 000 0000')
  })
})

describe('a handler that has not ended when the hour is over', () => {
  const slow = { retry: { minDelay: 10 * minute, maxDelay: 10 * minute, attempts: 1_000 } }
  const never = () => Promise.reject(new Error('no stock'))

  it('is neither a success nor a failure: people are told, once', async () => {
    const { bodies, report } = wireless()
    const { clock, given, notice, report: entry } = await withNotice(report, never, slow)
    await pass(clock, 3 * hour)
    expect((await notice()).state).toBe('waiting')
    expect((await entry()).attempts).toMatchObject([
      { error: expect.stringContaining('its handler has not succeeded in time, and goes on trying') },
    ])
    expect(given).toHaveLength(1)
    expect(bodies).toEqual([])
  })

  it('is reported anyway when it ends: late is better than never', async () => {
    const { bodies, report } = wireless()
    let isOpen = false
    const handler = () => {
      if (!isOpen) throw new Error('no stock')
    }
    const { clock, given, report: entry } = await withNotice(report, handler, slow)
    await pass(clock, hour + 20 * minute)
    isOpen = true
    await pass(clock, 20 * minute)
    expect(bodies).toEqual([reported('f00d', 'success')])
    expect(given).toHaveLength(1)
    expect(await entry()).toMatchObject({ state: 'done', replay: true })
  })

  it('is waited for while it runs: people are told once that it is late, and the service when it ends', async () => {
    const { bodies, report } = wireless((number) => (number < 3 ? 503 : 200))
    const went = Promise.withResolvers<void>()
    const more = { retry: { timeout: 2 * hour } }
    const { clock, given, lines, report: entry } = await withNotice(report, () => went.promise, more)
    await pass(clock, hour + minute)
    const message =
      'The fulfilment was not reported to the service: its handler still runs, and its time is over: the report follows when it ends'
    expect(given).toMatchObject([{ kind: 'fulfilmentReport', id: reportId('f00d'), error: { message } }])
    expect(lines.saying('a fulfilment could not be reported: a person')).toMatchObject([
      { level: 50, err: { code: 'FMW_NOT_REPORTED' } },
    ])
    expect((await entry()).state).toBe('waiting')
    expect(bodies).toEqual([])
    went.resolve()
    await settle()
    await pass(clock, minute)
    expect(bodies).toEqual(Array(3).fill(reported('f00d', 'success')))
    expect((await entry()).state).toBe('done')
    expect(given).toHaveLength(1)
  })

  it('is told of once, too, where it fails then and succeeds later', async () => {
    const { bodies, report } = wireless()
    const went = Promise.withResolvers<void>()
    let runs = 0
    const handler = () => (++runs === 1 ? went.promise : undefined)
    const more = { retry: { timeout: 2 * hour, minDelay: 10 * minute, maxDelay: 10 * minute } }
    const { clock, given } = await withNotice(report, handler, more)
    await pass(clock, hour + minute)
    went.reject(new Error('no stock'))
    await pass(clock, 20 * minute)
    expect(bodies).toEqual([reported('f00d', 'success')])
    expect(given).toHaveLength(1)
  })
})
