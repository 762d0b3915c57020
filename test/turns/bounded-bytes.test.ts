import { describe, expect, it } from 'vitest'
import { ResumableSessions } from '../../src/turns/memory/resumable-sessions.ts'
import { drive, prompt, settled } from './drive.ts'

const state = 'x'.repeat(60_000)
const bytes = 16 * 1_048_576

describe('What sessions in memory take', () => {
  it('is bounded in bytes: those that were not used for longest go, and one that is used stays', () => {
    const { session, turns } = drive((_push, { isNew }) => prompt(`new: ${isNew}`, { state }), {
      maxSessionBytes: bytes,
    })
    const used = session('used')
    used.dial()
    for (let index = 0; index < 2_000; index++) {
      session(`flood${index}`).dial()
      if (index % 10 === 0) expect(used.send('1').reply.message).toBe('new: false')
    }
    // Two bytes are counted for a character.
    expect(turns.sessionCount).toBeLessThanOrEqual(bytes / (2 * state.length))
    expect(turns.sessionCount).toBeGreaterThan(bytes / (4 * state.length))
  })

  it('is bounded with long histories and results that came late', () => {
    const { session, turns } = drive(() => prompt('y'.repeat(1_000)), { maxSessionBytes: 2 ** 20 })
    for (let index = 0; index < 100; index++) {
      const line = session(`s${index}`)
      line.dial()
      for (let count = 0; count < 20; count++) line.send(String(count))
    }
    expect(turns.sessionCount).toBeLessThan(30)
  })

  it('is bounded where a handler works in each: new subscribers are released', async () => {
    const work = Promise.withResolvers<unknown>()
    let isSlow = false
    const { session } = drive(() => (isSlow ? work.promise : prompt('Welcome', { state })), {
      maxSessionBytes: 100_000,
    })
    const line = session('large')
    line.dial()
    isSlow = true
    line.send('1')
    expect(session('refused').dial().source).toBe('busy')
    isSlow = false
    work.resolve(prompt('Bought', { state: null }))
    await settled()
    expect(session('taken').dial().source).toBe('handler')
  })

  it('is bounded for what may be resumed: what was left first goes', () => {
    const shelf = new ResumableSessions(1_000, 1_000_000)
    const find = (index: number) => shelf.find(`key${index}`, 0) !== null
    for (let index = 0; index < 20; index++) shelf.put({ key: `key${index}`, within: 1 }, `s${index}`, state, 0)
    expect([find(10), find(13), find(19)]).toEqual([false, true, true])
    shelf.renew('key19', 's19', state.repeat(8))
    expect([find(18), find(19)]).toEqual([false, true])
    shelf.sweep(1)
    for (let index = 0; index < 8; index++) shelf.put({ key: `key${index}`, within: 1 }, `s${index}`, state, 0)
    expect(find(0)).toBe(true)
  })
})
