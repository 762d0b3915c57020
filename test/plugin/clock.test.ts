import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/index.ts'

describe('the system clock', () => {
  it('tells the calendar', () => {
    const before = Date.now()
    const now = systemClock.now()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })

  it('measures without going back', () => {
    const before = systemClock.monotonic()
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before)
  })

  it('calls back once, after the time', async () => {
    const start = systemClock.monotonic()
    await new Promise<void>((resolve) => systemClock.after(5, resolve))
    // A timer counts in whole milliseconds.
    expect(systemClock.monotonic() - start).toBeGreaterThan(4)
  })

  it('does not call back when it was cancelled', async () => {
    const called: string[] = []
    const cancel = systemClock.after(1, () => called.push('cancelled'))
    cancel()
    await new Promise<void>((resolve) =>
      systemClock.after(2, () => {
        called.push('kept')
        resolve()
      }),
    )
    expect(called).toEqual(['kept'])
  })

  it('does not keep the process alive', () => {
    const before = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
    const cancel = systemClock.after(60_000, () => undefined)
    expect(process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout')).toHaveLength(before)
    cancel()
  })
})
