import { describe, expect, it } from 'vitest'
import type { Work } from '../../src/turns/turn.ts'
import { drive, end, prompt, settled } from './drive.ts'

const mark = { key: 'phone', within: 600_000 }

/** Says how far it has come, and never ends. */
const unending = (work: Work<'ussd'>, keeps: unknown, left: typeof mark | undefined = mark): Promise<never> => {
  work.progress = { write: () => JSON.stringify(keeps), mark: () => left }
  return new Promise(() => undefined)
}

describe('How far a handler has come, in memory', () => {
  it('is what others go on from when the subscriber leaves while it works', async () => {
    const { session, turns } = drive((_push, _turn, work) => unending(work, { step: 2 }))
    const line = session('a')
    line.dial()
    await settled()
    expect(turns.resumable('phone')).toBeNull()
    line.timeout()
    expect(turns.resumable('phone')?.state).toBe('{"step":2}')
  })

  it('is the state of its session from then on', async () => {
    const states: unknown[] = []
    const { session } = drive((_push, _turn, work) => unending(work, { step: 2 }), {
      onLeave: (_event, { state }) => states.push(state),
    })
    const line = session('a')
    line.dial()
    await settled()
    line.timeout()
    expect(states).toEqual([{ step: 2 }])
  })

  it('renews what its session left, where it says nothing of going on', async () => {
    const { session, turns } = drive(({ type }, _turn, work) => {
      if (type !== 'initiation') return unending(work, { step: 2 }, undefined)
      work.resume = mark
      return prompt('Welcome', { state: { step: 1 } })
    })
    const line = session('a')
    line.dial()
    expect(turns.resumable('phone')?.state).toBe('{"step":1}')
    line.send('1')
    await settled()
    line.timeout()
    expect(turns.resumable('phone')?.state).toBe('{"step":2}')
  })

  it('is nothing to go on from where no state was left', () => {
    const { session, turns } = drive((_push, _turn, work) => {
      work.resume = mark
      return prompt('Welcome')
    })
    session('a').dial()
    expect(turns.resumable('phone')).toBeNull()
  })

  it('is left under one key at most: another takes the place of the first, and the end takes it away', () => {
    const { session, turns } = drive(({ message }, _turn, work) => {
      work.resume = message === 'end' ? null : { ...mark, key: message }
      return message === 'end' ? end('Goodbye') : prompt('Welcome', { state: message })
    })
    const line = session('a')
    const left = () => ['*713#', 'other'].map((key) => turns.resumable(key)?.state)
    line.dial()
    expect(left()).toEqual(['"*713#"', undefined])
    line.send('other')
    expect(left()).toEqual([undefined, '"other"'])
    line.send('end')
    expect(left()).toEqual([undefined, undefined])
  })

  it('is forgotten with its time', () => {
    const { session, turns, clock } = drive((_push, _turn, work) => {
      work.resume = { key: 'phone', within: 1_000 }
      return prompt('Welcome', { state: 1 })
    })
    session('a').dial()
    clock.advance(1_000)
    turns.sweep()
    expect(turns.resumable('phone')).toBeNull()
  })

  it('ends the session that it is taken from, with what runs there', async () => {
    const { session, turns } = drive(({ sessionId, type }, _turn, work) => {
      if (sessionId === 'a' && type === 'response') return new Promise(() => undefined)
      work.resume = mark
      return prompt('Welcome', { state: sessionId })
    })
    const [before, after] = [session('a'), session('b')]
    before.dial()
    const running = before.send('1')
    await settled()
    after.dial()
    expect(running.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(turns.resumable('phone')?.state).toBe('"b"')
    // It is over already: nothing of it ends again.
    session('c').dial()
    session('b').dial()
    expect(turns.resumable('phone')?.state).toBe('"c"')
  })
})
