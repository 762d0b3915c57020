import { describe, expect, it } from 'vitest'
import { driveKept, prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

function failing(options = {}) {
  let runs = 0
  const store = failingStore()
  const there = world()
  const handler = () => {
    runs += 1
    return prompt(`Screen ${runs}`, { state: runs })
  }
  const driven = there.start(handler, { through: store.through, ...options })
  return { ...driven, store, other: there.start(handler), runs: () => runs }
}

describe.each(['hangs', 'refuses'] as const)('A reply that a store that %s does not confirm in time', (fault) => {
  it('goes out at the deadline as the handler made it, and that is said', async () => {
    const { session, clock, store, reports } = failing()
    store.fail(fault, 'close')
    const turn = session('a').dial()
    for (let step = 0; step < 60; step++) {
      expect(turn.isAnswered).toBe(false)
      await settled()
      clock.advance(100)
    }

    expect(turn.screen).toBe('handler: response "Screen 1"')
    expect(turn.answeredAt).toBe(6_000)
    expect(reports).toEqual([{ unconfirmed: 'a' }])
  })

  it('is kept here: the same turn gets it, and the handler does not run again', async () => {
    const { session, clock, store, runs } = failing()
    store.fail(fault, 'close')
    session('a').dial()
    await settled()
    clock.advance(6_000)
    const again = session('a').dial()
    await settled()

    expect(again.screen).toBe('repeated: response "Screen 1"')
    expect(runs()).toBe(1)
  })

  it('is committed when the store recovers: the session goes on here and elsewhere', async () => {
    const { session, clock, store, other, runs } = failing()
    store.fail(fault, 'close')
    session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    const next = session('a', 1).send('1')
    await settled()
    expect(next.isAnswered).toBe(false)
    store.recover()
    clock.advance(2_000)
    await settled()
    const again = other.session('a').dial()
    await settled()

    expect(next.screen).toBe('handler: response "Screen 2"')
    expect(again.screen).toBe('repeated: response "Screen 1"')
    expect(runs()).toBe(2)
  })

  it('stays unknown to other processes meanwhile: they wait, and show the waiting screen', async () => {
    const { session, clock, store, other, runs } = failing()
    store.fail(fault, 'close')
    session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    const copy = other.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()

    expect(copy.source).toBe('waiting')
    expect(runs()).toBe(1)
  })
})

describe('A reply that is not confirmed', () => {
  it('in time for the deadline, but before it, goes out when it is', async () => {
    const { session, clock, store, reports } = failing()
    store.fail('refuses', 'close')
    const turn = session('a').dial()
    await settled()
    store.recover()
    clock.advance(50)
    await settled()

    expect(turn.screen).toBe('handler: response "Screen 1"')
    expect(turn.answeredAt).toBe(50)
    expect(reports).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('because its answer was lost is confirmed when it is asked again', async () => {
    const { session, clock, store, reports, runs } = failing()
    store.fail('loses', 'close')
    const turn = session('a').dial()
    await settled()
    store.recover()
    clock.advance(50)
    await settled()

    expect(turn.screen).toBe('handler: response "Screen 1"')
    expect(reports).toEqual([])
    expect(runs()).toBe(1)
  })

  it('for as long as its session would live is given up, and that is said', async () => {
    const { session, clock, store, reports, turns } = failing()
    store.fail('refuses', 'close')
    session('a').dial()
    for (let second = 0; second < 100; second++) {
      await settled()
      clock.advance(1_000)
    }
    await settled()

    expect(reports).toEqual([{ unconfirmed: 'a' }, { lost: 'a' }])
    expect(turns.sessionCount).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('is reported when it turns out that its session had gone on without it', async () => {
    const { session, clock, store, reports, other } = failing()
    store.fail('hangs', 'close')
    session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    other.session('a', 1).release()
    await settled()
    store.recover()
    await settled()

    expect(reports).toEqual([{ unconfirmed: 'a' }, { fenced: 'a' }])
  })

  it('goes out at once where no more writes may wait', async () => {
    const work = Promise.withResolvers<unknown>()
    const store = failingStore()
    const { session, reports } = driveKept(
      ({ sessionId }) => (sessionId === 'lives here' ? work.promise : prompt('Welcome')),
      { maxSessions: 1, through: store.through },
    )
    store.fail('refuses')
    session('lives here').dial()
    await settled()
    work.resolve(prompt('Welcome'))
    await settled()
    store.recover()
    const turn = session('a').dial()
    await settled()

    expect(turn.screen).toBe('handler: response "Welcome"')
    expect(reports).toEqual([{ unkept: 'lives here' }, { lost: 'a' }, { unconfirmed: 'a' }])
  })
})

describe('What the store was not told of late work', () => {
  it('is told when it recovers; until then the next turn waits', async () => {
    const work = Promise.withResolvers<unknown>()
    const store = failingStore()
    const { session, clock, reports } = driveKept(() => work.promise, { through: store.through })
    const line = session('a')
    line.dial()
    await settled()
    clock.advance(6_000)
    await settled()
    store.fail('refuses', 'finish')
    work.resolve(prompt('Bought'))
    const next = line.send('1')
    await settled()
    expect(next.isAnswered).toBe(false)
    store.recover()
    clock.advance(50)
    await settled()

    expect(next.screen).toBe('late: response "Bought"')
    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }])
  })

  it('is given up after as long as its session would live, and that is said', async () => {
    const work = Promise.withResolvers<unknown>()
    const store = failingStore()
    const { session, clock, reports, turns } = driveKept(() => work.promise, { through: store.through })
    session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    store.fail('refuses', 'finish')
    work.resolve(prompt('Bought'))
    for (let second = 0; second < 100; second++) {
      await settled()
      clock.advance(1_000)
    }
    await settled()

    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }, { lost: 'a' }])
    expect(turns.sessionCount).toBe(0)
  })
})
