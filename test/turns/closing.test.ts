import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

function slow(options = {}) {
  const work = Promise.withResolvers<unknown>()
  const signals: AbortSignal[] = []
  const driven = drive((_push, { signal }) => {
    signals.push(signal)
    return work.promise
  }, options)
  return { ...driven, work, signals }
}

describe('When the application closes', () => {
  it('work that no request waits for is given up, and no timer is left', () => {
    const { session, clock, turns, signals } = slow()
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    turns.close()

    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(signals[0]?.reason).toMatchObject({ message: expect.stringContaining('the application is closing') })
    expect(clock.pending).toBe(0)
    expect(line.send('1').source).toBe('late')
  })

  it('a turn that waits is answered when its work ends', async () => {
    const { session, turns, work, signals } = slow()
    const turn = session('a').dial()
    turns.close()
    work.resolve(prompt('Bought'))
    await settled()

    expect(turn.screen).toBe('handler: response "Bought"')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  it('a turn that adopted the work keeps it going', () => {
    const { session, clock, turns, signals } = slow()
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    line.send('1')
    turns.close()

    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  it('a turn that waits is told so soon, and its work goes on until it ends', async () => {
    const { session, clock, turns, signals, work, reports } = slow()
    const turn = session('a').dial()
    turns.close()
    clock.advance(249)
    expect(turn.isAnswered).toBe(false)
    clock.advance(1)
    expect(turn.screen).toBe('waiting: response "Please wait, we are working on it. Reply 1 to check."')
    expect(reports).toEqual([{ odd: expect.stringContaining('the application is closing') }])
    const later = session('b').dial()
    clock.advance(250)
    expect(later.source).toBe('waiting')

    let isDrained = false
    const drained = turns.drain(8_000).then(() => {
      isDrained = true
    })
    await settled()
    expect(isDrained).toBe(false)
    work.resolve(prompt('Bought'))
    await drained
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
    expect(session('a').send('1').screen).toBe('late: response "Bought"')
    expect(clock.pending).toBe(0)
  })

  it('work that takes longer than it may is given up', async () => {
    const { session, clock, turns, signals } = slow()
    session('a').dial()
    turns.close()
    clock.advance(250)
    const drained = turns.drain(8_000)
    clock.advance(7_999)
    await settled()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    clock.advance(1)
    await drained
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['release', { onDeadline: 'release' }, 'deadline: release "Sorry, something went wrong. Try later."'],
    ['a function', { onDeadline: () => prompt('Wait') }, 'waiting: response "Wait"'],
  ] as const)('a turn with %s at its deadline has all of its time', (_what, options, screen) => {
    const { session, clock, turns } = slow(options)
    const turn = session('a').dial()
    turns.close()
    clock.advance(5_999)
    expect(turn.isAnswered).toBe(false)
    clock.advance(1)
    expect(turn.screen).toBe(screen)
  })

  it('sessions in which nothing runs are left as they are', () => {
    const { session, turns } = drive(() => prompt('Welcome'))
    const line = session('a')
    line.dial()
    turns.close()

    expect(line.send('1').source).toBe('handler')
  })
})
