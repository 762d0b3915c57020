import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import { askStore } from '../../src/store/ask-store.ts'
import { within } from '../../src/store/postgres/server/within.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'

const limits = { patience: 3_000, tries: 1 }

/** A loop that is held once: the first timer comes when that is over. */
function heldClock(held: number) {
  const clock = manualClock()
  let isHeld = true
  const late: Clock = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after(ms, callback) {
      const more = isHeld ? held : 0
      isHeld = false
      return clock.after(ms + more, callback)
    },
  }
  return { clock, late }
}

describe('A store whose answer lies unread while the event loop is held', () => {
  it('is not taken for one that does not answer', async () => {
    const { clock, late } = heldClock(2_600)
    const answer = Promise.withResolvers<string>()
    const asked = askStore(late, limits, () => answer.promise)
    clock.advance(5_100)
    answer.resolve('answered')

    expect(await asked).toBe('answered')
    expect(clock.pending).toBe(0)
  })

  it('is, a moment after everything was read', async () => {
    const { clock, late } = heldClock(2_600)
    const asked = askStore(late, limits, () => new Promise(() => undefined)).catch((error: unknown) => error)
    clock.advance(5_100)
    expect(clock.pending).toBe(1)
    clock.advance(500)

    expect(await asked).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(clock.pending).toBe(0)
  })

  it('is in time where the loop was not held', async () => {
    const { clock, late } = heldClock(0)
    const asked = askStore(late, limits, () => new Promise(() => undefined)).catch((error: unknown) => error)
    clock.advance(2_999)
    expect(clock.pending).toBe(1)
    clock.advance(1)

    expect(await asked).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  })

  it('is read before its server is taken for away', async () => {
    // Behind what is read, and before the timers of the next turn of the loop.
    await setImmediate()
    const answered = within('the server', setImmediate('answered'), { ms: 20 })
    const until = performance.now() + 200
    while (performance.now() < until);

    expect(await answered).toBe('answered')
  })
})
