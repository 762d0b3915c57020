import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type Driven, drive, prompt, settled } from './drive.ts'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Whether the body of a push that the test lets go of is still held by the turns. */
async function isHeld(ref: WeakRef<object>): Promise<boolean> {
  for (let round = 0; round < 3; round++) {
    await settled()
    if (typeof collect === 'function') collect()
    if (ref.deref() === undefined) return false
  }
  return true
}

function pushBody({ push }: Driven, type: string): WeakRef<object> {
  const raw = { large: 'body' }
  push({ sessionId: 'a', type, raw, sequence: 1 })
  return new WeakRef(raw)
}

describe('The request of a turn, with its body', () => {
  it('is let go when the turn was answered by a sync handler; the session is not', async () => {
    const driven = drive(() => prompt('Welcome'))
    const body = pushBody(driven, 'initiation')

    expect(await isHeld(body)).toBe(false)
    expect(driven.turns.sessionCount).toBe(1)
  })

  it('is let go when an async handler has ended', async () => {
    const driven = drive(async () => prompt('Welcome'))
    const body = pushBody(driven, 'initiation')

    expect(await isHeld(body)).toBe(false)
    expect(driven.turns.sessionCount).toBe(1)
  })

  it('is held while its handler runs behind a waiting screen, and let go when the work is done', async () => {
    const work = Promise.withResolvers<unknown>()
    const driven = drive(() => work.promise)
    const body = pushBody(driven, 'initiation')
    driven.clock.advance(6_000)
    expect(await isHeld(body)).toBe(true)
    work.resolve(prompt('Bought'))

    expect(await isHeld(body)).toBe(false)
    expect(driven.turns.sessionCount).toBe(1)
  })

  it('is let go after a release', async () => {
    const driven = drive(() => prompt('Welcome'))
    const body = pushBody(driven, 'release')

    expect(await isHeld(body)).toBe(false)
    expect(driven.turns.sessionCount).toBe(1)
  })
})
