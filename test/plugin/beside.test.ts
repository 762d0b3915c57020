import { describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { Turns } from '../../src/turns/memory/turns.ts'
import { appWith, post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { samples } from '../http/samples.ts'

const forever = () => new Promise<never>(() => undefined)

/** A clock whose timers fire when a test says so, however late. */
function lateClock() {
  const timers = new Map<number, () => void>()
  let time = 0
  let next = 0
  const clock: Clock = {
    now: () => time,
    monotonic: () => time,
    after: (_ms, callback) => {
      const id = next++
      timers.set(id, callback)
      return () => timers.delete(id)
    },
  }
  const fireAll = (at: number): void => {
    time = at
    for (const [id, callback] of [...timers]) {
      timers.delete(id)
      callback()
    }
  }
  return { clock, fireAll }
}

describe('beside the routes', () => {
  it('sessions are forgotten again and again, and the event loop is watched, until the application closes', async () => {
    const clock = manualClock()
    const swept = vi.spyOn(Turns.prototype, 'sweep')
    const app = await appWith({ clock, ussd: (_push, turn) => turn.prompt('Welcome') })
    await app.ready()
    expect(clock.pending).toBe(2)
    clock.advance(60_000)
    expect(clock.pending).toBe(2)
    expect(swept).toHaveBeenCalledTimes(4)
    await app.close()
    expect(clock.pending).toBe(0)
  })

  it('nothing runs where no turns are received', async () => {
    const clock = manualClock()
    const app = await appWith({ clock, deliveryReport: () => undefined })
    await app.ready()
    expect(clock.pending).toBe(0)
  })

  it('a held event loop is told of, with the kinds whose handlers ran', async () => {
    const { clock, fireAll } = lateClock()
    const lines = linesOf()
    const app = await appWith(
      { clock, ussd: forever, programmable: (_push, turn) => turn.end('Goodbye'), budget: 100_000, maxWork: 100_000 },
      { server: { logger: lines.logger } },
    )
    const told: unknown[] = []
    app.merchant.events.on('blocked', (incident) => told.push(incident))
    const started = post(app, '/ussd', samples.ussd).then(() => 'answered')
    await post(app, '/programmable', samples.programmable)
    fireAll(100 + 400)
    expect(told).toEqual([{ kinds: ['ussd'], ms: 400 }])
    expect(lines.saying('the event loop was blocked')).toMatchObject([{ level: 40, kinds: ['ussd'], ms: 400 }])
    expect(await started).toBe('answered')
  })

  it('an event loop that is a little late is not', async () => {
    const { clock, fireAll } = lateClock()
    const app = await appWith({ clock, ussd: (_push, turn) => turn.end('Goodbye') })
    const told: unknown[] = []
    app.merchant.events.on('blocked', (incident) => told.push(incident))
    await app.ready()
    fireAll(100 + 250)
    expect(told).toEqual([])
  })

  it('work that nobody waits for is given up when the application closes', async () => {
    const clock = manualClock()
    const signals: AbortSignal[] = []
    const started = Promise.withResolvers<void>()
    const app = await appWith({
      clock,
      ussd: (_push, turn) => {
        signals.push(turn.signal)
        started.resolve()
        return forever()
      },
    })
    const waiting = post(app, '/ussd', samples.ussd)
    await started.promise
    clock.advance(6_000)
    expect((await waiting).json()).toMatchObject({ Message: 'Please wait, we are working on it. Reply 1 to check.' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await app.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})
