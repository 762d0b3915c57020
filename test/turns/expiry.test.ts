import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

const knows = () => drive((_push, { state, isNew }) => prompt(`new: ${isNew}, state: ${state}`, { state: 'kept' }))

describe('A session that nobody uses', () => {
  it('is remembered for 90 s from its last push, to the millisecond', () => {
    const { session, clock } = knows()
    const line = session('a')
    line.dial()
    clock.advance(90_000)
    expect(line.send('1').reply.message).toBe('new: false, state: kept')
    clock.advance(90_000)
    expect(line.send('2').reply.message).toBe('new: false, state: kept')
    clock.advance(90_001)

    expect(line.send('3').reply.message).toBe('new: true, state: undefined')
  })

  it('is kept by a repeat, as by any push', () => {
    const { push, clock } = knows()
    const turn = { sessionId: 'a', type: 'initiation', sequence: 1 } as const
    push(turn)
    clock.advance(60_000)
    push(turn)
    clock.advance(60_000)

    expect(push(turn).source).toBe('repeated')
  })

  it('that is over is forgotten as well: the same number may then be a new session', () => {
    const { session, clock } = knows()
    const line = session('a')
    line.release()
    clock.advance(90_001)

    expect(line.send('1').reply.message).toBe('new: true, state: undefined')
  })

  it('is dropped by the sweep, the others are not', () => {
    const { session, clock, turns } = knows()
    for (const id of ['a', 'b', 'c']) session(id).dial()
    clock.advance(60_000)
    session('b').send('1')
    clock.advance(30_001)
    turns.sweep()

    expect(turns.sessionCount).toBe(1)
    expect(session('b').send('2').reply.message).toBe('new: false, state: kept')
  })

  it('is dropped by new sessions too', () => {
    const { session, clock, turns } = knows()
    for (let index = 0; index < 10; index++) session(`old${index}`).dial()
    clock.advance(90_001)
    session('new').dial()

    expect(turns.sessionCount).toBe(1)
  })

  it('that comes back among many others is a new one, which stays when those are dropped', () => {
    const { session, clock, turns } = knows()
    const lines = Array.from({ length: 20 }, (_, index) => session(`s${index}`))
    for (const line of lines) line.dial()
    clock.advance(90_001)
    const returning = lines.at(-1)
    expect(returning?.send('1').reply.message).toBe('new: true, state: undefined')
    turns.sweep()

    expect(turns.sessionCount).toBe(1)
    expect(returning?.send('2').reply.message).toBe('new: false, state: kept')
  })

  it('is dropped by the sweep within an eighth of its time, whatever others do', () => {
    const { session, clock, turns } = knows()
    const busy = session('busy')
    for (let index = 0; index < 300; index++) {
      session(`s${index}`).dial()
      if (index % 10 === 0) busy.send('1')
      clock.advance(1_000)
    }
    turns.sweep()
    // One dialled each second for 90 s and for an eighth of that, and the one that is used.
    expect(turns.sessionCount).toBeLessThanOrEqual(103)
    clock.advance(90_001)
    turns.sweep()

    expect(turns.sessionCount).toBe(0)
    turns.sweep()
    expect(turns.sessionCount).toBe(0)
  })
})

describe('A session whose handler runs', () => {
  it('is never forgotten, however long that takes', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, clock, turns } = drive(() => work.promise, { maxWork: 500_000 })
    const line = session('a')
    line.dial()
    clock.advance(400_000)
    turns.sweep()
    session('b').dial()
    expect(turns.sessionCount).toBe(2)
    work.resolve(prompt('Bought'))
    await settled()

    expect(line.send('1').screen).toBe('late: response "Bought"')
  })

  it('is idle from the end of the work, so the subscriber has the whole time to answer', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, clock, turns } = drive(() => work.promise, { sessionExpiry: 10_000 })
    const line = session('a')
    line.dial()
    clock.advance(30_000)
    work.resolve(prompt('Bought'))
    await settled()
    clock.advance(10_000)
    turns.sweep()

    expect(line.send('1').screen).toBe('late: response "Bought"')
  })

  it('is idle from the moment at which the work was given up', () => {
    const { session, clock, turns } = drive(() => new Promise(() => undefined), { maxWork: 95_000 })
    const line = session('a')
    line.dial()
    clock.advance(95_000)
    turns.sweep()
    clock.advance(90_000)
    expect(line.send('1').source).toBe('late')
    clock.advance(90_001)
    turns.sweep()

    expect(turns.sessionCount).toBe(0)
  })
})
