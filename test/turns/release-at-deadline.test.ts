import { describe, expect, it } from 'vitest'
import { drive, end, prompt, settled } from './drive.ts'

function slow(options = {}) {
  const signals: AbortSignal[] = []
  const work = Promise.withResolvers<unknown>()
  const driven = drive(
    (push, { signal }) => {
      signals.push(signal)
      return push.type === 'initiation' ? work.promise : prompt('Next')
    },
    { onDeadline: 'release', ...options },
  )
  return { ...driven, signals, work }
}

describe("With onDeadline 'release'", () => {
  it('the budget ends the session politely and aborts the signal at that moment', () => {
    const { session, clock, signals, reports } = slow()
    const turn = session('a').dial()
    clock.advance(5_999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])

    clock.advance(1)
    expect(turn.screen).toBe('deadline: release "Sorry, something went wrong. Try later."')
    expect(turn.answeredAt).toBe(6_000)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(signals[0]?.reason).toMatchObject({ message: expect.stringContaining('the budget ran out') })
    expect(reports).toEqual([{ deadline: 'release', ms: 6_000 }])
    expect(clock.pending).toBe(0)
  })

  it('what the work returns afterwards is dropped, and nothing of it is shown', async () => {
    const { session, clock, work, reports } = slow()
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    work.resolve(prompt('Bought', { state: { paid: true } }))
    await settled()

    expect(line.send('1').screen).toBe('ended: release "This has ended. Please dial again."')
    expect(reports).toContainEqual({ fenced: 'a' })
  })

  it('turns that queue behind it are released with it', () => {
    const { session, clock, signals } = slow()
    const line = session('a')
    line.dial()
    clock.advance(3_000)
    const queued = line.send('1')
    clock.advance(3_000)

    expect(queued.screen).toBe('deadline: release "Sorry, something went wrong. Try later."')
    expect(signals).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  it('a handler in time is not disturbed', async () => {
    const { session, clock, work, signals } = slow()
    const turn = session('a').dial()
    clock.advance(5_999)
    work.resolve(end('Bought'))
    await settled()
    clock.advance(1_000)

    expect(turn.screen).toBe('handler: release "Bought"')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })
})
