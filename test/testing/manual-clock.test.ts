import { describe, expect, it } from 'vitest'
import { manualClock } from '../../src/testing/manual-clock.ts'

describe('A manual clock', () => {
  it('stands still until it is advanced', () => {
    const clock = manualClock({ now: new Date('2026-03-01T09:30:00Z') })

    expect(clock.now()).toBe(Date.UTC(2026, 2, 1, 9, 30))
    expect(clock.monotonic()).toBe(0)

    clock.advance(250.5)

    expect(clock.now()).toBe(Date.UTC(2026, 2, 1, 9, 30) + 250.5)
    expect(clock.monotonic()).toBe(250.5)
  })

  it('starts in 2026 unless it is told when', () => {
    expect(new Date(manualClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z')
    expect(manualClock({ now: 5 }).now()).toBe(5)
  })

  it('fires what is due in order of its moment, then of its arming, each at its own time', () => {
    const clock = manualClock()
    const fired: [string, number][] = []
    const arm = (name: string, ms: number) => clock.after(ms, () => fired.push([name, clock.monotonic()]))
    arm('late', 30)
    arm('first of two', 20)
    arm('second of two', 20)
    arm('early', 10)
    arm('not due', 31)

    clock.advance(30)

    expect(fired).toEqual([
      ['early', 10],
      ['first of two', 20],
      ['second of two', 20],
      ['late', 30],
    ])
    expect(clock.monotonic()).toBe(30)
    expect(clock.pending).toBe(1)
  })

  it('fires a timer that a timer armed, when that falls due as well', () => {
    const clock = manualClock()
    const ticks: number[] = []
    const tick = (): void => {
      ticks.push(clock.monotonic())
      clock.after(100, tick)
    }
    clock.after(100, tick)

    clock.advance(350)

    expect(ticks).toEqual([100, 200, 300])
    expect(clock.pending).toBe(1)
  })

  it('fires once only, and not at all what was cancelled', () => {
    const clock = manualClock()
    let count = 0
    const cancelFired = clock.after(10, () => count++)
    const cancel = clock.after(10, () => {
      count += 100
    })
    expect(clock.pending).toBe(2)

    cancel()
    clock.advance(10)
    clock.advance(10)
    cancelFired()

    expect(count).toBe(1)
    expect(clock.pending).toBe(0)
  })

  it('fires a timer of no or negative time at the next step, even one of 0 ms', () => {
    const clock = manualClock()
    const fired: number[] = []
    clock.after(0, () => fired.push(0))
    clock.after(-5, () => fired.push(-5))
    expect(fired).toEqual([])

    clock.advance(0)

    expect(fired).toEqual([0, -5])
    expect(clock.monotonic()).toBe(0)
  })

  it('never goes back when a callback advances it further', () => {
    const clock = manualClock()
    clock.after(10, () => clock.advance(100))

    clock.advance(20)

    expect(clock.monotonic()).toBe(110)
  })

  it('can go on after a callback that threw', () => {
    const clock = manualClock()
    let fired = false
    clock.after(10, () => {
      throw new Error('a broken callback')
    })
    clock.after(20, () => {
      fired = true
    })

    expect(() => clock.advance(50)).toThrow('a broken callback')
    expect(clock.monotonic()).toBe(10)
    clock.advance(10)

    expect(fired).toBe(true)
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to advance by %d', (ms) => {
    expect(() => manualClock().advance(ms)).toThrow(
      expect.objectContaining({
        code: 'FMW_TESTING_CLOCK',
        message: 'clock.advance: ms must be a number of 0 or more',
      }),
    )
  })

  it('refuses a timer of no time, and one that calls nothing', () => {
    const clock = manualClock()
    const untyped: { after(ms: unknown, callback: unknown): unknown } = clock
    expect(() => clock.after(Number.NaN, () => undefined)).toThrow('clock.after: ms must be a number')
    expect(() => untyped.after('5', () => undefined)).toThrow('clock.after: ms must be a number')
    expect(() => untyped.after(5, undefined)).toThrow('clock.after: callback must be a function')
    expect(clock.pending).toBe(0)
  })

  it('refuses to start at no moment', () => {
    expect(() => manualClock({ now: new Date('never') })).toThrow(
      expect.objectContaining({
        code: 'FMW_TESTING_CLOCK',
        message: expect.stringContaining('manualClock: now must be'),
      }),
    )
  })
})
