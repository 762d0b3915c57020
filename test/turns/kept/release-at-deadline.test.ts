import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { driveKept, prompt, settled, world } from './drive-kept.ts'

const released = 'deadline: release "Sorry, something went wrong. Try later."'

function slow() {
  const work = Promise.withResolvers<unknown>()
  const signals: AbortSignal[] = []
  const handler: AnyHandler = (_push, { signal }) => {
    signals.push(signal)
    return work.promise
  }
  return { work, signals, handler }
}

describe("With onDeadline 'release'", () => {
  it('the budget ends the session for all processes, and aborts the signal at that moment', async () => {
    const { start, clock } = world()
    const { handler, signals } = slow()
    const [one, other] = [start(handler, { onDeadline: 'release' }), start(handler)]
    const turn = one.session('a').dial()
    await settled()
    clock.advance(5_999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    clock.advance(1)
    expect(turn.screen).toBe(released)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await settled()
    const [again, next] = [other.session('a').dial(), other.session('a', 1).send('1')]
    await settled()

    expect(again.reply).toEqual(turn.reply)
    expect(next.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(one.reports).toEqual([{ deadline: 'release', ms: 6_000 }])
    expect(clock.pending).toBe(0)
  })

  it('what the work returns afterwards is dropped', async () => {
    const { handler, work } = slow()
    const { session, clock, reports } = driveKept(handler, { onDeadline: 'release' })
    session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    work.resolve(prompt('Bought', { state: 'bought' }))
    await settled()

    expect(reports).toContainEqual({ fenced: 'a' })
  })

  it('turns that wait here are released with it', async () => {
    const { handler } = slow()
    const { session, clock } = driveKept(handler, { onDeadline: 'release' })
    const line = session('a')
    line.dial()
    await settled()
    clock.advance(3_000)
    const queued = line.send('1')
    await settled()
    clock.advance(3_000)
    await settled()

    expect(queued.screen).toBe(released)
    expect(clock.pending).toBe(0)
  })

  it('a turn that waits for another process ends what runs there', async () => {
    const { start, clock } = world()
    const { handler, signals, work } = slow()
    const [one, other] = [start(handler, { budget: 20_000 }), start(handler, { onDeadline: 'release' })]
    const running = one.session('a').dial()
    await settled()
    const waiting = other.session('a', 1).send('1')
    await settled()
    clock.advance(6_000)
    await settled()
    work.resolve(prompt('Bought'))
    await settled()

    expect(waiting.screen).toBe(released)
    expect(running.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(one.reports).toEqual([{ fenced: 'a' }])
    expect(clock.pending).toBe(0)
  })
})
