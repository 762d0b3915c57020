import { describe, expect, it } from 'vitest'
import { defaultScreens } from '../../src/turns/screens.ts'
import { drive, prompt, settled } from './drive.ts'

const knows = (maxSessions: number) => drive((_push, { isNew }) => prompt(`new: ${isNew}`), { maxSessions })

describe('When as many sessions are remembered as may be', () => {
  it('the one that was idle for longest makes room for the next', () => {
    const { session, clock, turns } = knows(3)
    const [a, b, c] = [session('a'), session('b'), session('c')]
    for (const line of [a, b, c]) {
      line.dial()
      clock.advance(1)
    }
    a.send('1')
    session('d').dial()

    expect(turns.sessionCount).toBe(3)
    expect(a.send('2').reply.message).toBe('new: false')
    expect(c.send('1').reply.message).toBe('new: false')
    expect(b.send('1').reply.message).toBe('new: true')
  })

  it('it is the oldest of many, whatever was looked at before', () => {
    const { session, turns } = knows(100)
    const lines = Array.from({ length: 100 }, (_, index) => session(`s${index}`))
    for (const line of lines) line.dial()
    for (let index = 0; index < 10; index++) session(`new${index}`).dial()

    expect(turns.sessionCount).toBe(100)
    const known = lines.slice(10).map((line) => line.send('1').reply.message)
    expect(new Set(known)).toEqual(new Set(['new: false']))
    expect(lines[0]?.send('1').reply.message).toBe('new: true')
  })

  it('one whose handler runs never makes room, even when it is the oldest', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, turns } = drive(
      ({ sessionId }, { isNew }) => (sessionId === 'busy' ? work.promise : prompt(`new: ${isNew}`)),
      { maxSessions: 2 },
    )
    const busy = session('busy').dial()
    for (const id of ['b', 'c', 'd']) session(id).dial()
    work.resolve(prompt('Bought'))
    await settled()

    expect(busy.screen).toBe('handler: response "Bought"')
    expect(turns.sessionCount).toBe(2)
  })

  it('a single idle one among many at work is found', () => {
    const { session, turns } = drive(
      ({ sessionId }) => (sessionId === 'idle' ? prompt('Welcome') : new Promise(() => undefined)),
      { maxSessions: 200 },
    )
    for (let index = 0; index < 150; index++) session(`busy${index}`).dial()
    session('idle').dial()
    for (let index = 150; index < 199; index++) session(`busy${index}`).dial()

    expect(session('next').dial().isAnswered).toBe(false)
    expect(turns.sessionCount).toBe(200)
  })

  it('and every one is at work, a new subscriber is released politely and told to try again', () => {
    const { session, clock, reports, turns } = drive(() => new Promise(() => undefined), {
      maxSessions: 2,
      screens: { ...defaultScreens, busy: 'Try again' },
    })
    session('a').dial()
    session('b').dial()
    const refused = session('c').dial()

    expect(refused.screen).toBe('busy: release "Try again"')
    expect(refused.answeredAt).toBe(0)
    expect(reports).toEqual([{ odd: 'no room for another session: every one is at work' }])
    expect(turns.sessionCount).toBe(2)
    clock.advance(6_000)
    expect(session('d').dial().source).toBe('busy')
  })

  it('and every one is at work, a known subscriber is served', () => {
    const { session, clock } = drive(() => new Promise(() => undefined), { maxSessions: 1 })
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    const next = line.send('1')
    clock.advance(6_000)

    expect(next.source).toBe('waiting')
  })

  it('and every one is at work, somebody who leaves is answered and onEnd runs', () => {
    const ended: string[] = []
    const { session } = drive(() => new Promise(() => undefined), {
      maxSessions: 1,
      onEnd: (event) => ended.push(event.sessionId),
    })
    session('a').dial()

    expect(session('b').release().source).toBe('ended')
    expect(ended).toEqual(['b'])
  })

  it('there is room again once a handler has ended', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session } = drive(() => work.promise, { maxSessions: 1 })
    session('a').dial()
    expect(session('b').dial().source).toBe('busy')
    work.resolve(prompt('Bought'))
    await settled()
    const next = session('c').dial()
    await settled()

    expect(next.source).toBe('handler')
  })
})
