import fc from 'fast-check'
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

  it('those that were idle for longest make room, an eighth of all at a time', () => {
    const { session, turns } = knows(80)
    const lines = Array.from({ length: 80 }, (_, index) => session(`s${index}`))
    for (const line of lines) line.dial()
    expect(turns.sessionCount).toBe(80)
    session('next').dial()

    expect(turns.sessionCount).toBe(71)
    const known = lines.toReversed().map((line) => line.send('1').reply.message)
    expect(known).toEqual(known.map((_, index) => `new: ${index >= 70}`))
  })

  it('one that is used stays, however many come and go', () => {
    const { session, turns } = knows(40)
    const line = session('used')
    line.dial()
    for (let index = 0; index < 1_000; index++) {
      session(`new${index}`).dial()
      if (index % 20 === 0) expect(line.send('1').reply.message).toBe('new: false')
      expect(turns.sessionCount).toBeLessThanOrEqual(40)
    }
  })

  it('some at work leave less room to the others, which is shared as before', () => {
    const { session, turns } = drive(
      ({ sessionId }, { isNew }) =>
        sessionId.startsWith('busy') ? new Promise(() => undefined) : prompt(`new: ${isNew}`),
      { maxSessions: 100 },
    )
    for (let index = 0; index < 92; index++) session(`busy${index}`).dial()
    const lines = Array.from({ length: 9 }, (_, index) => session(`s${index}`))
    for (const line of lines) line.dial()

    expect(turns.sessionCount).toBe(100)
    expect(lines.slice(1).map((line) => line.send('1').reply.message)).toEqual(Array(8).fill('new: false'))
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

  it('and that is one, each makes room for the next', () => {
    const { session, turns } = knows(1)
    for (let index = 0; index < 40; index++) {
      const line = session(`s${index}`)
      expect(line.dial().reply.message).toBe('new: true')
      expect(line.send('1').reply.message).toBe('new: false')
      expect(turns.sessionCount).toBe(1)
    }
  })

  it('one that made room while its handler was called is at work anyway', () => {
    const { session, turns } = drive(
      ({ sessionId }) => {
        if (sessionId !== 'a') return prompt('Welcome')
        session('b').dial()
        return new Promise(() => undefined)
      },
      { maxSessions: 1 },
    )
    const line = session('a')
    line.dial()

    expect(turns.working).toBe(1)
    expect(session('c').dial().source).toBe('busy')
    expect(line.send('1').isAnswered).toBe(false)
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
      screensFor: () => ({ ...defaultScreens, busy: 'Try again' }),
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

  it('and every one is at work, somebody who leaves is answered and onLeave runs', () => {
    const ended: string[] = []
    const { session } = drive(() => new Promise(() => undefined), {
      maxSessions: 1,
      onLeave: (event) => ended.push(event.sessionId),
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

describe('While the bound does not demand it', () => {
  it('none is forgotten before its time, and each is after it, whatever comes when', () => {
    const action = fc.record({ id: fc.nat(15), wait: fc.constantFrom(0, 0, 1, 40, 125, 126, 900, 1_000, 1_001) })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
        const { push, clock, turns } = drive((_push, { isNew }) => prompt(`new: ${isNew}`), {
          maxSessions: 16,
          sessionExpiry: 1_000,
        })
        const usedAt = new Map<number, number>()
        for (const [sequence, { id, wait }] of actions.entries()) {
          clock.advance(wait)
          const now = clock.monotonic()
          const isKnown = now - (usedAt.get(id) ?? Number.NEGATIVE_INFINITY) <= 1_000
          const { reply } = push({ sessionId: `s${id}`, type: 'initiation', sequence })
          expect(reply.message).toBe(`new: ${!isKnown}`)
          usedAt.set(id, now)
          if (wait === 900) turns.sweep()
        }
      }),
    )
  })

  it('the quiet ones stay beside many that are used again and again', () => {
    const { session, turns } = knows(160)
    const lines = Array.from({ length: 20 }, (_, index) => session(`s${index}`))
    for (const line of lines) line.dial()
    const quiet = Array.from({ length: 50 }, (_, index) => session(`quiet${index}`))
    for (const late of quiet) {
      late.dial()
      for (const line of lines) expect(line.send('1').reply.message).toBe('new: false')
    }

    expect(turns.sessionCount).toBe(70)
    for (const line of quiet) expect(line.send('1').reply.message).toBe('new: false')
  })
})

describe('A session of very many turns', () => {
  it('takes no more room than the turns that are kept of it, however long its screens are', () => {
    const { session } = drive(({ message }) => prompt(`${message} ${'x'.repeat(3_900)}`))
    const line = session('a')
    line.dial()
    const before = process.memoryUsage().arrayBuffers
    for (let turn = 0; turn < 1_000; turn++) line.send(String(turn))

    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 2 ** 20)
  })
})
