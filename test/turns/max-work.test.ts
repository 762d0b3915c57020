import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

function endless(options = {}) {
  const signals: AbortSignal[] = []
  const work = Promise.withResolvers<unknown>()
  const driven = drive((_push, { signal }) => {
    signals.push(signal)
    return work.promise
  }, options)
  return { ...driven, signals, work }
}

describe('Work that takes longer than maxWork in all', () => {
  it('is given up, and whoever waits for it is released at that moment', () => {
    const { session, clock, signals, reports } = endless()
    const line = session('a')
    line.dial()
    clock.advance(45_000)
    const waiting = line.send('1')
    clock.advance(4_999)
    expect(waiting.isAnswered).toBe(false)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])

    clock.advance(1)
    expect(waiting.screen).toBe('deadline: release "Sorry, something went wrong. Try later."')
    expect(waiting.answeredAt).toBe(50_000)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(signals[0]?.reason).toMatchObject({ message: expect.stringContaining('50000 ms') })
    expect(reports).toEqual([
      { deadline: 'wait', ms: 6_000 },
      { deadline: 'release', ms: 50_000, limit: 'maxWork' },
    ])
  })

  it('is given up also when nobody waits, and the next turn is released; none runs beside it', () => {
    const { session, clock, signals } = endless()
    const line = session('a')
    line.dial()
    clock.advance(50_000)

    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(line.send('1').screen).toBe('late: release "Sorry, something went wrong. Try later."')
    expect(line.send('2').source).toBe('ended')
    expect(signals).toHaveLength(1)
  })

  it('has what it returns in the end dropped', async () => {
    const { session, clock, work, reports } = endless()
    const line = session('a')
    line.dial()
    clock.advance(50_000)
    const next = line.send('1')
    work.resolve(prompt('Bought', { state: 'late' }))
    await settled()

    expect(next.source).toBe('late')
    expect(reports).toContainEqual({ fenced: 'a' })
  })

  it('is counted from the start of the work, over all its waiting screens', () => {
    const { push, clock, signals } = endless({ budget: 1_000, maxWork: 2_500 })
    clock.advance(5_000)
    push({ sessionId: 'a', type: 'initiation', sequence: 1 }, 4_700)
    clock.advance(2_499)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    clock.advance(1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('is given up right after the waiting screen when maxWork is no longer than the budget', () => {
    const { session, clock, signals } = endless({ budget: 6_000, maxWork: 6_000 })
    const line = session('a')
    const first = line.dial()
    clock.advance(6_000)

    expect(first.source).toBe('waiting')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(line.send('1').source).toBe('late')
  })

  it('is not given up any more once it is done', async () => {
    const { session, clock, work, signals, reports } = endless()
    session('a').dial()
    clock.advance(7_000)
    work.resolve(prompt('Bought'))
    await settled()
    expect(clock.pending).toBe(0)
    clock.advance(50_000)

    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }])
  })
})
