import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import { watchLoopDelay } from '../../src/registration/run-besides.ts'
import { drive, prompt, settled } from './drive.ts'

describe('A handler that holds the event loop', () => {
  it('is reported with how long it did, and answered', () => {
    const { session, clock, reports } = drive(() => {
      clock.advance(101)
      return prompt('Welcome')
    })

    expect(session('a').dial().source).toBe('handler')
    expect(reports).toEqual([{ blocked: 101 }])
  })

  it('is not reported up to the limit', () => {
    const { session, clock, reports } = drive(() => {
      clock.advance(100)
      return prompt('Welcome')
    })
    session('a').dial()

    expect(reports).toEqual([])
  })

  it('is reported when it throws in the end', () => {
    const error = new Error('Too much')
    const { session, clock, reports } = drive(() => {
      clock.advance(500)
      throw error
    })
    session('a').dial()

    expect(reports).toEqual([{ blocked: 500 }, { failed: error, place: 'handler' }])
  })

  it('is measured by what it holds, not by what it waits for', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, clock, reports } = drive(() => work.promise)
    const turn = session('a').dial()
    clock.advance(5_000)
    work.resolve(prompt('Welcome'))
    await settled()

    expect(turn.source).toBe('handler')
    expect(reports).toEqual([])
  })

  it('is measured from its own start when it had to queue', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, clock, reports } = drive(({ message }) => {
      if (message === '*713#') return work.promise
      clock.advance(150)
      return prompt('Next')
    })
    const line = session('a')
    line.dial()
    line.send('1')
    clock.advance(3_000)
    work.resolve(prompt('Welcome'))
    await settled()

    expect(reports).toEqual([{ blocked: 150 }])
  })
})

/** A loop whose timers come when the test says, as late as it says. */
function loop() {
  let now = 0
  let armed: { callback: () => void; due: number } | undefined
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    after(ms, callback) {
      armed = { callback, due: now + ms }
      return () => {
        armed = undefined
      }
    },
  }
  const turn = (late: number): void => {
    const timer = armed
    if (timer === undefined) throw new Error('no timer is armed')
    now = timer.due + late
    timer.callback()
  }
  return { clock, turn, isArmed: () => armed !== undefined }
}

describe('The watch over the event loop', () => {
  it('hears how late the loop came when that is more than the threshold, and nothing else', () => {
    const { clock, turn } = loop()
    const heard: number[] = []
    watchLoopDelay(clock, 250, (delay) => heard.push(delay))
    for (const late of [300, 0, 5, 250, 251, 0, 3_000, 1]) turn(late)

    expect(heard).toEqual([300, 251, 3_000])
  })

  it('ends when it is stopped', () => {
    const { clock, turn, isArmed } = loop()
    const heard: number[] = []
    const stop = watchLoopDelay(clock, 250, (delay) => heard.push(delay))
    turn(0)
    expect(isArmed()).toBe(true)
    stop()

    expect(isArmed()).toBe(false)
    expect(heard).toEqual([])
  })
})
