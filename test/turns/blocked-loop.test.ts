import { channel } from 'node:diagnostics_channel'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import { LoopWatch } from '../../src/turns/shared/loop-watch.ts'
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

/** What Node tells of a connection to a server. */
const connect = () => channel('net.server.socket').publish({})

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
  const hold = (ms: number): void => {
    now += ms
  }
  return { clock, turn, hold, isArmed: () => armed !== undefined }
}

describe('The watch over the event loop', () => {
  it('hears how late the loop came when that is more than the threshold, and nothing else', () => {
    const { clock, turn } = loop()
    const heard: number[] = []
    new LoopWatch(clock).start(250, (ms) => heard.push(ms))
    for (const late of [300, 0, 5, 250, 251, 0, 3_000, 1]) turn(late)

    expect(heard).toEqual([300, 251, 3_000])
  })

  it('ends when it is stopped', () => {
    const { clock, turn, isArmed } = loop()
    const heard: number[] = []
    const stop = new LoopWatch(clock).start(250, (ms) => heard.push(ms))
    turn(0)
    expect(isArmed()).toBe(true)
    stop()

    expect(isArmed()).toBe(false)
    expect(heard).toEqual([])
  })

  it('says of a push how long it may have waited unread, while the loop is held and just behind that', () => {
    const { clock, turn, hold } = loop()
    const watch = new LoopWatch(clock)
    expect(watch.heldBefore(clock.monotonic())).toBe(0)
    watch.start(250, () => undefined)
    turn(0)
    expect(watch.heldBefore(clock.monotonic())).toBe(0)
    turn(7_500)
    const end = clock.monotonic()
    expect([end - 1, end, end + 99].map((at) => watch.heldBefore(at))).toEqual([7_499, 7_500, 7_599])
    turn(0)
    expect(watch.heldBefore(clock.monotonic() + 1)).toBe(0)
    hold(5_100)
    expect(watch.heldBefore(clock.monotonic())).toBe(5_000)
  })

  it('counts what came while the loop was held until that had nothing to do for once, however long it takes to read', () => {
    const { clock, turn } = loop()
    let [waited, turns] = [1, 1]
    const watch = new LoopWatch(clock, () => ({ waited, turns }))
    watch.start(250, () => undefined)
    // The wait in which it was frozen is no sign.
    waited += 7_500
    turn(7_500)
    for (let busy = 0; busy < 30; busy++) {
      turns += 1
      connect()
      turn(5)
    }
    const late = clock.monotonic()
    expect(watch.heldBefore(late)).toBe(7_500 + 30 * 105)
    waited += 1
    turn(5)
    turn(5)
    expect(watch.heldBefore(clock.monotonic())).toBe(0)
    // Asked when its answer goes out.
    expect(watch.heldBefore(late)).toBe(7_500 + 30 * 105)
  })

  it('counts a loop that never waits as behind until a turn took no connection, or more did than can have lain there', () => {
    const { clock, turn } = loop()
    let turns = 1
    const watch = new LoopWatch(clock, () => ({ waited: 1, turns }))
    watch.start(250, () => undefined)
    const go = (count: number): void => {
      for (let gone = 0; gone < count; gone++) {
        turns += 1
        connect()
      }
    }
    turn(300)
    go(511)
    turn(0)
    expect(watch.heldBefore(clock.monotonic())).toBe(400)
    go(1)
    turn(0)
    expect(watch.heldBefore(clock.monotonic() + 1)).toBe(0)

    turn(300)
    go(3)
    expect(watch.heldBefore(clock.monotonic())).toBe(300)
    turns += 1
    go(1)
    expect(watch.heldBefore(clock.monotonic() + 1)).toBe(0)

    turn(300)
    turns += 2
    turn(0)
    expect(watch.heldBefore(clock.monotonic() + 1)).toBe(0)
  })

  it('counts nothing for a push that it had taken before the loop was held', () => {
    const { clock, turn, hold } = loop()
    const watch = new LoopWatch(clock)
    watch.start(250, () => undefined)
    const before = clock.monotonic()
    hold(5_100)
    expect(watch.heldBefore(before)).toBe(0)
    turn(5_000)
    expect(watch.heldBefore(before)).toBe(0)
  })

  it('forgets no hold for a shorter one that follows', () => {
    const { clock, turn } = loop()
    const watch = new LoopWatch(clock)
    watch.start(250, () => undefined)
    turn(7_000)
    turn(300)
    expect(watch.heldBefore(clock.monotonic())).toBe(7_000 + 100 + 300)
  })
})
