import { describe, expect, it } from 'vitest'
import { drive, end, prompt, settled } from './drive.ts'

describe('onLeave', () => {
  it('runs once for a session, with its push and its last state, after the answer went out', () => {
    const ends: unknown[] = []
    const { session } = drive(() => prompt('Welcome', { state: { basket: ['tea'] } }), {
      onLeave: (event, { state, log }) => ends.push([event.type, event.sessionId, state, log]),
    })
    const line = session('a')
    line.dial()
    const left = line.release()
    line.timeout()
    line.release()

    expect(ends).toEqual([['release', 'a', { basket: ['tea'] }, left.log]])
  })

  it('runs after the answer, so that nothing it does delays that', () => {
    const order: string[] = []
    const { turns, push } = drive(() => prompt('Welcome'), { onLeave: () => order.push('onLeave') })
    const { event, log, arrivedAt } = push({ sessionId: 'a', type: 'initiation' })
    const answer = () => order.push('answer')
    const refuse = () => order.push('refuse')
    const within = (work: () => void): void => work()
    turns.take({ event: { ...event, type: 'release' }, log, arrivedAt, answer, refuse, within })

    expect(order).toEqual(['answer', 'onLeave'])
  })

  it('has no state in a session that kept none, and in one that is not known', () => {
    const states: unknown[] = []
    const { session, push } = drive(() => prompt('Welcome'), { onLeave: (_event, { state }) => states.push(state) })
    const line = session('a')
    line.dial()
    line.timeout()
    push({ sessionId: 'unknown', type: 'release' })

    expect(states).toEqual([undefined, undefined])
  })

  it('runs once also for a session that is not known, however often the release comes', () => {
    let runs = 0
    const { push } = drive(() => prompt('Welcome'), {
      onLeave: () => {
        runs += 1
      },
    })
    push({ sessionId: 'unknown', type: 'release' })
    push({ sessionId: 'unknown', type: 'release' })

    expect(runs).toBe(1)
  })

  it('runs when the subscriber leaves a session that the application had ended', () => {
    let runs = 0
    const { session } = drive(() => end('Goodbye'), {
      onLeave: () => {
        runs += 1
      },
    })
    const line = session('a')
    line.dial()
    expect(runs).toBe(0)
    line.release()

    expect(runs).toBe(1)
  })

  it('that throws or rejects is reported, and the answer stands', async () => {
    const error = new Error('No database')
    const { session, reports } = drive(() => prompt('Welcome'), {
      onLeave: ({ type }) => {
        if (type === 'timeout') return Promise.reject(error)
        throw error
      },
    })
    const [thrown, rejected] = [session('a').release(), session('b').timeout()]
    await settled()

    expect([thrown.source, rejected.source]).toEqual(['ended', 'ended'])
    expect(reports).toEqual([
      { failed: error, place: 'onLeave', secrets: [''] },
      { failed: error, place: 'onLeave', secrets: [''] },
    ])
  })

  it('that resolves is nothing to report', async () => {
    const { session, reports } = drive(() => prompt('Welcome'), { onLeave: async () => 'saved' })
    session('a').release()
    await settled()

    expect(reports).toEqual([])
  })

  it('may change the state it was given: nothing else sees it', () => {
    const seen: unknown[] = []
    const { session } = drive(() => prompt('Welcome', { state: { basket: ['tea'] } }), {
      onLeave: (_event, { state }) => {
        if (typeof state === 'object' && state !== null) Object.assign(state, { basket: [] })
        seen.push(state)
      },
    })
    for (const id of ['a', 'b']) {
      const line = session(id)
      line.dial()
      line.release()
    }

    expect(seen).toEqual([{ basket: [] }, { basket: [] }])
  })
})
