import { describe, expect, it } from 'vitest'
import { nextReportStep, type ReportFacts, tryAgainIn } from '../../../src/payments/reports/fulfilment-report-work.ts'

const hour = 3_600_000
const facts: ReportFacts = {
  notice: { state: 'running', dueAt: null, reason: null },
  replay: false,
  isLate: false,
  retries: true,
  now: 0,
  since: 0,
  dueBy: hour,
}
const at = (now: number, state: ReportFacts['notice']['state'], more: Partial<ReportFacts> = {}, dueAt?: number) =>
  nextReportStep({ ...facts, now, ...more, notice: { state, dueAt: dueAt ?? null, reason: 'the reason' } })

describe('the next step of a report', () => {
  it('is to tell of a success where the handler has returned, and of a failure where it was given up', () => {
    expect(at(0, 'done')).toEqual({ step: 'send', handled: true })
    expect(at(0, 'dead')).toEqual({ step: 'send', handled: false })
  })

  it('is the same when the time is over: late is better than never', () => {
    expect(at(2 * hour, 'done')).toEqual({ step: 'send', handled: true })
    expect(at(2 * hour, 'dead')).toEqual({ step: 'send', handled: false })
  })

  it('is to tell nothing of a notice that was rejected', () => {
    expect(at(0, 'rejected')).toEqual({ step: 'giveUp', why: 'its notice was rejected: the reason' })
  })

  it.each([
    [0, 250],
    [2_000, 500],
    [8_000, 2_000],
    [hour - 1, 2_000],
  ])('after %d ms is to wait %d ms for a handler that runs', (now, ms) => {
    expect(at(now, 'running')).toEqual({ step: 'wait', ms, why: 'its handler runs' })
  })

  it('is to tell people once, and to go on waiting, where the handler still runs when the time is over', () => {
    const why = 'its handler still runs, and its time is over'
    expect(at(hour, 'running')).toEqual({ step: 'late', ms: 2_000, why })
    for (const known of [{ replay: true }, { isLate: true }])
      expect(at(hour, 'running', known)).toEqual({ step: 'wait', ms: 2_000, why: 'its handler runs' })
    expect(at(hour, 'waiting', { isLate: true })).toMatchObject({ step: 'giveUp' })
  })

  it.each([
    [1_000, 61, 250],
    [1_000, 5_000, 4_250],
    [1_000, hour, 60_000],
    [1_000, undefined, 250],
    [40_000, undefined, 10_000],
    [hour - 1, undefined, 60_000],
  ])('after %d ms is to wait for a handler that is due at %s: %d ms', (now, dueAt, ms) => {
    expect(at(now, 'waiting', {}, dueAt)).toEqual({ step: 'wait', ms, why: 'the plugin retries its handler' })
  })

  it('is to tell people, and nothing to the service, where the handler is still tried when the time is over', () => {
    expect(at(hour - 1, 'waiting')).toMatchObject({ step: 'wait' })
    expect(at(hour, 'waiting')).toEqual({
      step: 'giveUp',
      why: 'its handler has not succeeded in time, and goes on trying',
    })
    expect(at(hour, 'waiting', { replay: true })).toMatchObject({ step: 'wait' })
  })

  it('is to wait with a failure where the service is the one that retries, until little time is left', () => {
    const why = 'its handler has failed, and the service may send the notice again'
    const retries = false
    expect(at(0, 'dead', { retries })).toEqual({ step: 'wait', ms: 250, why })
    expect(at(20_000, 'dead', { retries })).toEqual({ step: 'wait', ms: 5_000, why })
    expect(at(0.9 * hour - 10, 'dead', { retries })).toEqual({ step: 'wait', ms: 10, why })
    expect(at(0.9 * hour, 'dead', { retries })).toEqual({ step: 'send', handled: false })
    expect(at(0, 'done', { retries })).toEqual({ step: 'send', handled: true })
  })
})

describe('a report that was not taken', () => {
  it.each([
    [0, 1_000],
    [8_000, 2_000],
    [1_200_000, 300_000],
    [3_000_000, 300_000],
    [3_500_000, 100_000],
  ])('is tried again, %d ms after its notice, in %d ms', (age, ms) => {
    expect(tryAgainIn({ now: 50 + age, since: 50, dueBy: 50 + hour }, 0)).toBe(ms)
  })

  it('is not tried before the service wants it, and not after its time for the first time', () => {
    expect(tryAgainIn({ now: 0, since: 0, dueBy: hour }, 90_000)).toBe(90_000)
    expect(tryAgainIn({ now: 0, since: 0, dueBy: hour }, 2 * hour)).toBe(hour)
  })
})
