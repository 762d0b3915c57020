import { describe, expect, it } from 'vitest'
import { driveKept, prompt, settled, world } from './drive-kept.ts'

const failed = 'release "Sorry, something went wrong. Try later."'

function endless() {
  const work = Promise.withResolvers<unknown>()
  const signals: AbortSignal[] = []
  return {
    work,
    signals,
    handler: (_push: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal)
      return work.promise
    },
  }
}

describe('Work that takes longer than maxWork in all', () => {
  it('is given up, and whoever asks next learns it, in any process', async () => {
    const { start, clock } = world()
    const { handler, signals } = endless()
    const [one, other] = [start(handler), start(handler)]
    one.session('a').dial()
    await settled()
    clock.advance(49_999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    clock.advance(1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(signals[0]?.reason).toMatchObject({ code: 'FMW_WORK_GIVEN_UP' })
    await settled()
    const next = other.session('a', 1).send('1')
    await settled()

    expect(next.screen).toBe(`late: ${failed}`)
    expect(one.reports).toEqual([
      { deadline: 'wait', ms: 6_000 },
      { deadline: 'release', ms: 50_000, limit: 'maxWork' },
    ])
    expect(clock.pending).toBe(0)
  })

  it('releases those who wait for it', async () => {
    const { handler } = endless()
    const { session, clock } = driveKept(handler, { maxWork: 8_000 })
    const line = session('a')
    line.dial()
    await settled()
    clock.advance(6_000)
    await settled()
    const next = line.send('1')
    await settled()
    clock.advance(2_000)
    await settled()

    expect(next.screen).toBe(`late: ${failed}`)
  })

  it('has what it returns afterwards dropped, and reported', async () => {
    const { handler, work } = endless()
    const { session, clock, reports, turns } = driveKept(handler, { maxWork: 8_000 })
    session('a').dial()
    await settled()
    clock.advance(8_000)
    await settled()
    expect(turns.working).toBe(1)
    work.resolve(prompt('Bought', { state: 'bought' }))
    await settled()
    const next = session('a', 1).send('1')
    await settled()

    expect(next.screen).toBe(`late: ${failed}`)
    expect(reports).toContainEqual({ fenced: 'a' })
    expect(turns.working).toBe(0)
  })
})
