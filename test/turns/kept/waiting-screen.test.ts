import { describe, expect, it } from 'vitest'
import type { TurnStore } from '../../../src/store/turn-store.ts'
import type { AnyHandler } from '../drive.ts'
import type { EventFields } from '../ussd-event.ts'
import { driveKept, end, prompt, settled, world } from './drive-kept.ts'
import { asObject } from './failing-store.ts'

const waiting = 'waiting: response "Please wait, we are working on it. Reply 1 to check."'

/** The first turn takes as long as a test wants; every other one is answered at once. */
function slow() {
  const work = Promise.withResolvers<unknown>()
  const runs: string[] = []
  const signals: AbortSignal[] = []
  const handler: AnyHandler = ({ message }, { signal }) => {
    runs.push(message)
    signals.push(signal)
    return runs.length === 1 ? work.promise : prompt(`Took ${message}`)
  }
  return { handler, work, runs, signals }
}

describe('A handler that does not answer within the budget', () => {
  it('is answered for at the budget, goes on, and its result is taken by the next turn here', async () => {
    const { handler, work, runs, signals } = slow()
    const { session, clock, reports, turns } = driveKept(handler)
    const line = session('a')
    const first = line.dial()
    await settled()
    clock.advance(5_999)
    expect(first.isAnswered).toBe(false)
    clock.advance(1)
    expect(first.screen).toBe(waiting)
    expect(first.answeredAt).toBe(6_000)
    await settled()
    const next = line.send('1')
    await settled()
    clock.advance(500)
    expect(next.isAnswered).toBe(false)
    work.resolve(prompt('Bought'))
    await settled()

    expect(next.screen).toBe('late: response "Bought"')
    expect(runs).toEqual(['*713#'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }])
    expect(turns.sessionCount).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('has its result taken by a turn that waits in another process', async () => {
    const { start, clock } = world()
    const { handler, work, runs } = slow()
    const [one, other] = [start(handler), start(handler)]
    one.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    const next = other.session('a', 1).send('1')
    await settled()
    expect(next.isAnswered).toBe(false)
    work.resolve(prompt('Bought', { state: { order: 7 } }))
    await settled()

    expect(next.screen).toBe('late: response "Bought"')
    expect(runs).toEqual(['*713#'])
  })

  it('has its result, and the state in it, kept for a turn that comes later to another process', async () => {
    const { start, clock } = world()
    const work = Promise.withResolvers<unknown>()
    const [one, other] = [start(() => work.promise), start((_push, { state }) => end(`State ${JSON.stringify(state)}`))]
    one.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    work.resolve(prompt('Bought', { state: { order: 7 } }))
    await settled()
    await one.kill()
    const line = other.session('a', 1)
    const next = line.send('1')
    await settled()
    const after = line.send('2')
    await settled()

    expect(next.screen).toBe('late: response "Bought"')
    expect(after.screen).toBe('handler: release "State {"order":7}"')
  })

  it('is waited for through further waiting screens, here and elsewhere', async () => {
    const { start, clock } = world()
    const { handler, work, runs } = slow()
    const [one, other] = [start(handler), start(handler)]
    one.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    const second = one.session('a', 1).send('1')
    await settled()
    clock.advance(6_000)
    await settled()
    const third = other.session('a', 2).send('1')
    await settled()
    clock.advance(6_000)
    await settled()
    const fourth = other.session('a', 3).send('1')
    await settled()
    work.resolve(end('Bought'))
    await settled()

    expect([second, third].map(({ screen }) => screen)).toEqual([waiting, waiting])
    expect(fourth.screen).toBe('late: release "Bought"')
    expect(runs).toEqual(['*713#'])
  })

  it('has its waiting screens remembered: the same turns again get them, in any process', async () => {
    const { start, clock } = world()
    const { handler, work, runs } = slow()
    const [one, other] = [start(handler), start(handler)]
    one.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    other.session('a', 1).send('1')
    await settled()
    clock.advance(6_000)
    await settled()
    const again = [other.session('a').dial(), one.session('a', 1).send('1')]
    await settled()
    work.resolve(prompt('Bought'))
    await settled()

    const screen = 'repeated: response "Please wait, we are working on it. Reply 1 to check."'
    expect(again.map((turn) => turn.screen)).toEqual([screen, screen])
    expect(runs).toEqual(['*713#'])
  })

  it('shares its result with every turn that waits for it here; each keeps it for its repeats', async () => {
    const { handler, work, runs } = slow()
    const { session, clock } = driveKept(handler)
    const line = session('a')
    line.dial()
    await settled()
    clock.advance(6_000)
    await settled()
    const adopters = [line.send('1'), line.send('1'), line.send('2')]
    await settled()
    work.resolve(prompt('Bought'))
    await settled()
    const again = session('a', 3).send('2')
    await settled()

    expect(adopters.map(({ screen }) => screen)).toEqual(Array(3).fill('late: response "Bought"'))
    expect(again.screen).toBe('repeated: response "Bought"')
    expect(runs).toEqual(['*713#'])
  })

  it('tells of a failure as if it were that of the turn that asks', async () => {
    const { handler, work } = slow()
    const { session, clock, reports } = driveKept(handler)
    const line = session('a')
    line.dial()
    await settled()
    clock.advance(6_000)
    await settled()
    const error = new Error('The till is closed')
    work.reject(error)
    await settled()
    const next = line.send('1')
    await settled()

    expect(next.screen).toBe('late: release "Sorry, something went wrong. Try later."')
    expect(reports).toContainEqual({ failed: error, place: 'handler' })
  })

  it('whose late result cannot be read in this version becomes a polite release', async () => {
    let runs = 0
    const hologram = (store: TurnStore): TurnStore => ({
      ...asObject(store),
      open: async (opening) => {
        const opened = await store.open(opening)
        return opened.status === 'opened'
          ? { ...opened, session: { ...opened.session, late: '{"hologram":1}' } }
          : opened
      },
    })
    const { session, reports } = driveKept(() => ++runs, { through: hologram })
    const turn = session('a').send('1')
    await settled()

    expect(turn.screen).toBe('unavailable: release "Sorry, something went wrong. Try later."')
    expect(reports).toEqual([{ unavailable: 'a' }])
    expect(runs).toBe(0)
  })

  it('says at the deadline what a function of the merchant says', async () => {
    const { handler } = slow()
    const { session, clock } = driveKept(handler, { onDeadline: (_push, late) => late.wait('One moment') })
    const turn = session('a').dial()
    await settled()
    clock.advance(6_000)

    expect(turn.screen).toBe('waiting: response "One moment"')
  })
})

describe('A request that is read when its time is over already', () => {
  it('gets the waiting screen at once, and its handler runs for the turn after it', async () => {
    const { push, clock, reports } = driveKept(({ message }) => prompt(`Took ${message}`))
    clock.advance(20_000)
    const first = push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 }, 1_000)
    clock.advance(0)
    expect(first.screen).toBe(waiting)
    await settled()
    const next = push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 })
    await settled()

    expect(next.screen).toBe('late: response "Took *713#"')
    expect(reports).toEqual([{ deadline: 'wait', ms: 19_000 }])
    expect(clock.pending).toBe(0)
  })

  it('has its waiting screen remembered where other work of its session runs, and takes the result of that', async () => {
    const { handler, work, runs } = slow()
    const { push, clock } = driveKept(handler)
    clock.advance(20_000)
    push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })
    await settled()
    const late: EventFields = { sessionId: 'a', type: 'response', message: '1', sequence: 2 }
    const second = push(late, 1_000)
    clock.advance(0)
    await settled()
    work.resolve(prompt('Bought'))
    await settled()
    const again = push(late)
    await settled()

    expect(second.screen).toBe(waiting)
    expect(again.screen).toBe('repeated: response "Please wait, we are working on it. Reply 1 to check."')
    expect(runs).toEqual(['*713#'])
  })

  it('is left alone where its session is over, or it was answered before', async () => {
    const { handler, runs } = slow()
    const { push, clock, session } = driveKept(handler)
    session('a').dial()
    session('a', 1).release()
    await settled()
    clock.advance(20_000)
    const pushes = [1, 2].map((sequence) => push({ sessionId: 'a', type: 'response', message: '1', sequence }, 1_000))
    clock.advance(0)
    await settled()

    expect(pushes.map(({ screen }) => screen)).toEqual([waiting, waiting])
    expect(runs).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('whose work was lost with its process does not begin; the turn after it learns that', async () => {
    const { start, clock } = world()
    const { handler, runs } = slow()
    const dead = start(() => new Promise(() => undefined))
    for (const id of ['a', 'b', 'c']) dead.session(id).dial()
    await settled()
    await dead.kill()
    clock.advance(20_000)
    const alive = start(handler)
    const resuming = start(handler, { resumes: true })
    alive.push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 }, 1_000)
    alive.push({ sessionId: 'b', type: 'response', message: '1', sequence: 2 }, 1_000)
    resuming.push({ sessionId: 'c', type: 'response', message: '1', sequence: 2 }, 1_000)
    clock.advance(0)
    await settled()
    expect(runs).toEqual([])
    const next = ['a', 'b', 'c'].map((id) => alive.session(id, 2).send('2'))
    await settled()

    expect(next.map(({ screen }) => screen)).toEqual(
      Array(3).fill('late: release "Sorry, something went wrong. Try later."'),
    )
  })

  it('as a copy of one that runs elsewhere leaves that one its answer', async () => {
    const { start, clock } = world()
    const { handler, work, runs } = slow()
    const [one, other] = [start(handler), start(handler)]
    clock.advance(20_000)
    const first = one.session('a').dial()
    await settled()
    const copy = other.push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 }, 1_000)
    clock.advance(0)
    await settled()
    work.resolve(prompt('Welcome'))
    await settled()
    const again = other.session('a').dial()
    await settled()

    expect(copy.screen).toBe(waiting)
    expect(first.screen).toBe('handler: response "Welcome"')
    expect(again.screen).toBe('repeated: response "Welcome"')
    expect(runs).toEqual(['*713#'])
  })

  it('has its work given up like any other that takes too long', async () => {
    const signals: AbortSignal[] = []
    const { push, clock } = driveKept((_push, { signal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    })
    clock.advance(20_000)
    push({ sessionId: 'a', type: 'initiation', sequence: 1 }, 1_000)
    clock.advance(0)
    await settled()
    clock.advance(50_000)
    await settled()

    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(clock.pending).toBe(0)
  })

  it("with 'release' gets a release, and its handler does not run", async () => {
    let runs = 0
    const { push, clock } = driveKept(
      () => {
        runs += 1
        return prompt('Welcome')
      },
      { onDeadline: 'release' },
    )
    clock.advance(20_000)
    const first = push({ sessionId: 'a', type: 'initiation', sequence: 1 }, 1_000)
    clock.advance(0)
    await settled()
    const again = push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    await settled()

    expect(first.source).toBe('deadline')
    expect(again.screen).toBe('repeated: release "Sorry, something went wrong. Try later."')
    expect(runs).toBe(0)
  })
})
