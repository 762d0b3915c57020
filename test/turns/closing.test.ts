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

  it.each(['wait', 'a function'])(
    'a turn whose budget runs out is released, not told to wait (%s): nobody will be here to go on',
    (mode) => {
      const { session, clock, turns, signals } = slow(mode === 'wait' ? {} : { onDeadline: () => prompt('Wait') })
      const turn = session('a').dial()
      turns.close()
      clock.advance(6_000)

      expect(turn.screen).toBe('deadline: release "Sorry, something went wrong. Please try again later."')
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
      expect(clock.pending).toBe(0)
    },
  )

  it('sessions in which nothing runs are left as they are', () => {
    const { session, turns } = drive(() => prompt('Welcome'))
    const line = session('a')
    line.dial()
    turns.close()

    expect(line.send('1').source).toBe('handler')
  })
})
