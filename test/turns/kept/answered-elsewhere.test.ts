import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import type { EventFields } from '../ussd-event.ts'
import { prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

const ended = 'ended: release "This has ended. Please dial again."'

/** Says which process asks what, and what was answered to it. */
function asking(name: string) {
  const runs: string[] = []
  const handler: AnyHandler = ({ message }, turn) => {
    const step = typeof turn.state === 'number' ? turn.state + 1 : 1
    runs.push(message)
    return prompt(`${name} took ${message} and asks question ${step}`, { state: step })
  }
  return { runs, handler }
}

/** Two processes on one store; the first of them can lose its way to it. */
function twoProcesses() {
  const { start, clock } = world()
  const store = failingStore()
  const [alone, shared] = [asking('One'), asking('Other')]
  const one = start(alone.handler, { through: store.through })
  const other = start(shared.handler)
  const advance = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      clock.advance(100)
      await settled()
    }
  }
  return { one, other, start, store, advance, clock, runs: alone.runs, runsElsewhere: shared.runs }
}

describe('A session that lives in one process', () => {
  it('ends politely at a turn whose predecessor another process answered', async () => {
    const { one, store, runs } = twoProcesses()
    store.fail('refuses')
    one.session('a').dial()
    await settled()
    const third = one.session('a', 2).send('3')
    const fourth = one.session('a', 3).send('4')
    await settled()

    expect(third.screen).toBe(ended)
    expect(fourth.screen).toBe(ended)
    expect(runs).toEqual(['*713#'])
    expect(one.reports).toContainEqual({
      odd: 'another process answered a turn of a session that lives in this one alone: the session ends',
    })
  })

  it('gives up what runs there then, and releases who waits for it', async () => {
    const { start } = world()
    const store = failingStore()
    const signals: AbortSignal[] = []
    const handler: AnyHandler = ({ type }, { signal }) => {
      if (type === 'initiation') return prompt('Name?')
      signals.push(signal)
      return new Promise(() => undefined)
    }
    const one = start(handler, { through: store.through })
    store.fail('refuses')
    one.session('a').dial()
    await settled()
    const second = one.session('a', 1).send('2')
    await settled()
    const fourth = one.session('a', 3).send('4')
    await settled()

    expect([second.screen, fourth.screen]).toEqual([ended, ended])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('goes on with the next turn, with a repeated one, and with turns that have no sequence', async () => {
    const { one, store, runs } = twoProcesses()
    store.fail('refuses')
    const push = async (fields: Pick<EventFields, 'sequence' | 'message'>) => {
      const pushed = one.push({ ...fields, sessionId: 'a', type: 'response' })
      await settled()
      return pushed.source
    }
    one.session('a').dial()
    await settled()

    expect(await push({ sequence: 2, message: 'b' })).toBe('handler')
    expect(await push({ sequence: 2, message: 'b' })).toBe('repeated')
    expect(await push({ sequence: 2, message: 'c' })).toBe('handler')
    expect(await push({ sequence: null, message: 'd' })).toBe('handler')
    expect(await push({ sequence: 5, message: 'e' })).toBe('handler')
    expect(await push({ sequence: null, message: 'f' })).toBe('handler')
    expect(await push({ sequence: 8, message: 'g' })).toBe('ended')
    expect(runs).toEqual(['*713#', 'b', 'c', 'd', 'e', 'f'])
  })

  it('counts its turns from whichever sequence leads furthest, and no push that goes back', async () => {
    const { one, store, runs } = twoProcesses()
    store.fail('refuses')
    const push = async (sequence: number | null, message: string) => {
      const pushed = one.push({ sequence, message, sessionId: 'a', type: 'response' })
      await settled()
      return pushed.source
    }
    one.session('a').dial()
    await settled()

    for (const sequence of [null, null, 2, 5, 6]) expect(await push(sequence, `${sequence}`)).toBe('handler')
    expect(await push(5, '5')).toBe('repeated')
    expect(await push(4, 'late')).toBe('repeated')
    expect(await push(8, '8')).toBe('ended')
    expect(runs).toEqual(['*713#', 'null', 'null', '2', '5', '6'])
  })

  it('is handed over when the store is back and another process has answered the same turn', async () => {
    const { start, clock } = world()
    const store = failingStore()
    const { handler, runs } = asking('Each')
    const [one, other] = [start(handler, { through: store.through }), start(handler)]
    store.fail('hangs')
    const here = one.session('a').dial()
    const there = other.session('a').dial()
    await settled()
    clock.advance(3_000)
    await settled()
    expect(here.reply.message).toBe(there.reply.message)
    store.recover()
    await settled()
    other.session('a', 1).send('2')
    await settled()
    const third = one.session('a', 2).send('3')
    await settled()

    expect(third.screen).toBe('handler: response "Each took 3 and asks question 3"')
    expect(runs).toEqual(['*713#', '*713#', '2', '3'])
  })

  it('ends there where that process gave the same turn another screen', async () => {
    const { one, other, store, clock, runs } = twoProcesses()
    store.fail('hangs')
    one.session('a').dial()
    other.session('a').dial()
    await settled()
    clock.advance(3_000)
    await settled()
    store.recover()
    await settled()
    const second = one.session('a', 1).send('2')
    await settled()

    expect(second.screen).toBe(ended)
    expect(runs).toEqual(['*713#'])
  })

  it('is left to the process that has gone on with it, whose work is not ended for it', async () => {
    const { start, clock } = world()
    const store = failingStore()
    const work = Promise.withResolvers<unknown>()
    const one = start(() => prompt('Name?'), { through: store.through })
    const other = start(({ message }, turn) => (message === '2' ? work.promise : prompt(`Has ${turn.state}`)))
    store.fail('refuses', 'open')
    one.session('a').dial()
    await settled()
    const second = other.session('a', 1).send('2')
    await settled()
    store.recover()
    clock.advance(100)
    await settled()
    work.resolve(prompt('How many?', { state: 'a name' }))
    await settled()
    const third = other.session('a', 2).send('3')
    await settled()

    expect(second.screen).toBe('handler: response "How many?"')
    expect(third.screen).toBe('handler: response "Has a name"')
    expect(one.turns.sessionCount).toBe(0)
  })

  it('is left to a process that has gone on with it and waits for an answer, whose state it keeps', async () => {
    const { one, other, store, advance, runsElsewhere } = twoProcesses()
    store.fail('refuses', 'open')
    one.session('a').dial()
    await settled()
    other.session('a', 1).send('2')
    await settled()
    store.recover()
    await advance(3_000)
    const third = one.session('a', 2).send('3')
    await settled()
    const fourth = other.session('a', 3).send('4')
    await settled()

    expect(third.screen).toBe('handler: response "One took 3 and asks question 2"')
    expect(fourth.screen).toBe('handler: response "Other took 4 and asks question 3"')
    expect(runsElsewhere).toEqual(['2', '4'])
  })

  it('stays where it is if only the confirmation of its end elsewhere was lost', async () => {
    const { one, other, store, advance } = twoProcesses()
    store.fail('refuses', 'open')
    one.session('a').dial()
    await settled()
    store.recover()
    store.fail('loses', 'close')
    await advance(500)
    store.recover()
    await advance(3_000)
    const [here, there] = [one.session('a', 1).send('2'), other.session('a', 1).send('2')]
    await settled()

    expect(store.asked).toEqual(['open', 'open', 'open', 'close', 'close', 'close', 'close'])
    expect(here.screen).toBe('handler: response "One took 2 and asks question 2"')
    expect(there.screen).toBe(ended)
  })
})

describe('A process that goes on from a record of its own', () => {
  it('does not begin where the screen of a process that is gone was answered and is not known', async () => {
    const { start } = world()
    const store = failingStore()
    const gone = start(() => prompt('Name?'), { resumes: true, through: store.through })
    const { handler, runs } = asking('Other')
    const other = start(handler, { resumes: true })
    store.fail('loses', 'open')
    const first = gone.session('a').dial()
    await settled()
    expect(first.screen).toBe('handler: response "Name?"')
    await gone.kill()
    const second = other.session('a', 1).send('Ama')
    await settled()
    const third = other.session('a', 2).send('1')
    await settled()

    expect(second.screen).toBe(ended)
    expect(third.screen).toBe(ended)
    expect(runs).toEqual([])
  })
})

describe('A session of the store', () => {
  it('ends politely at a turn whose predecessor was answered by a process that kept the session to itself', async () => {
    const { one, other, store, clock, runsElsewhere } = twoProcesses()
    store.fail('hangs')
    one.session('a').dial()
    other.session('a').dial()
    await settled()
    clock.advance(3_000)
    await settled()
    const second = one.session('a', 1).send('2')
    await settled()
    expect(second.source).toBe('handler')
    const third = other.session('a', 2).send('3')
    const fourth = other.session('a', 3).send('4')
    await settled()

    expect([third.screen, fourth.screen]).toEqual([ended, ended])
    expect(runsElsewhere).toEqual(['*713#'])
    expect(other.reports).toEqual([
      {
        odd: 'the turn before it is not in the store: another process answered it without the store, or it never came. The session ends',
      },
    ])
  })

  it('goes on where its first turn had another sequence than 1, or none', async () => {
    const { other, runsElsewhere } = twoProcesses()
    for (const sequence of [null, 5, 6, null, 7]) {
      other.push({ sessionId: 'a', type: 'response', message: `${sequence}`, sequence })
      await settled()
    }
    expect(runsElsewhere).toEqual(['null', '5', '6', 'null', '7'])
  })
})
