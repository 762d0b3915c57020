import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { driveKept, prompt, settled, world } from './drive-kept.ts'

const ended = 'ended: release "This has ended. Please dial again."'

function purchase() {
  const work = Promise.withResolvers<unknown>()
  const signals: AbortSignal[] = []
  const handler: AnyHandler = ({ type }, { signal }) => {
    signals.push(signal)
    return type === 'initiation' ? prompt('Buy? 1. Yes', { state: 'asked' }) : work.promise
  }
  return { work, signals, handler }
}

describe.each(['release', 'timeout'] as const)('A %s push', (type) => {
  it('is answered at once, before the store has said a word, and aborts what runs here', async () => {
    const { handler, signals, work } = purchase()
    const { session, clock, reports } = driveKept(handler)
    const line = session('a')
    line.dial()
    await settled()
    const running = line.send('1')
    await settled()
    clock.advance(1_234)
    const left = line[type]()

    expect([left.screen, running.screen]).toEqual([ended, ended])
    expect([left.answeredAt, running.answeredAt]).toEqual([1_234, 1_234])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    work.resolve(prompt('Bought', { state: 'bought' }))
    await settled()
    expect(reports).toEqual([{ fenced: 'a' }])
    expect(clock.pending).toBe(0)
  })

  it('aborts and fences what runs in another process: its state is not written', async () => {
    const { start, clock } = world()
    const { handler, signals, work } = purchase()
    const states: unknown[] = []
    const [one, other] = [
      start(handler),
      start(handler, { onLeave: (_event: unknown, end: { readonly state: unknown }) => states.push(end.state) }),
    ]
    const line = one.session('a')
    line.dial()
    await settled()
    const running = line.send('1')
    await settled()
    other.session('a', 2)[type]()
    await settled()
    expect(running.screen).toBe(ended)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    work.resolve(prompt('Bought', { state: 'bought' }))
    await settled()

    expect(one.reports).toEqual([{ fenced: 'a' }])
    expect(states).toEqual(['asked'])
    expect(clock.pending).toBe(0)
  })

  it('keeps what ran in another process from writing even where nobody told it', async () => {
    const { start } = world()
    const { handler, work } = purchase()
    const deaf = start(handler, { through: (store) => Object.assign(store, { watch: () => () => undefined }) })
    const other = start(handler)
    const line = deaf.session('a')
    line.dial()
    await settled()
    const running = line.send('1')
    await settled()
    other.session('a', 2)[type]()
    await settled()
    work.resolve(prompt('Bought', { state: 'bought' }))
    await settled()

    expect(running.screen).toBe(ended)
    expect(deaf.reports).toEqual([{ fenced: 'a' }])
  })

  it('gives up late work that nobody waits for, wherever it runs', async () => {
    const { start, clock } = world()
    const { handler, signals } = purchase()
    const [one, other] = [start(handler), start(handler)]
    const line = one.session('a')
    line.dial()
    await settled()
    line.send('1')
    await settled()
    clock.advance(6_000)
    await settled()
    other.session('a', 2)[type]()
    await settled()
    const after = other.session('a', 3).send('1')
    await settled()

    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    expect(after.screen).toBe(ended)
    expect(clock.pending).toBe(0)
    expect([one, other].map(({ turns }) => turns.sessionCount)).toEqual([0, 0])
  })

  it('that finds late work whose waiting screen it overtook in the store fences that too', async () => {
    const { start, clock } = world()
    const { handler, signals, work } = purchase()
    const deaf = start(handler, { through: (store) => Object.assign(store, { watch: () => () => undefined }) })
    const other = start(handler)
    const line = deaf.session('a')
    line.dial()
    await settled()
    line.send('1')
    await settled()
    other.session('a', 2)[type]()
    await settled()
    clock.advance(6_000)
    await settled()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    work.resolve(prompt('Bought'))
    await settled()

    expect(deaf.reports).toEqual([{ deadline: 'wait', ms: 6_000 }, { fenced: 'a' }])
    expect(clock.pending).toBe(0)
  })

  it('whose late result is written afterwards is told that nobody wants it', async () => {
    const { start, clock } = world()
    const { handler, work } = purchase()
    const deaf = start(handler, { through: (store) => Object.assign(store, { watch: () => () => undefined }) })
    const other = start(handler)
    const line = deaf.session('a')
    line.dial()
    await settled()
    line.send('1')
    await settled()
    clock.advance(6_000)
    await settled()
    other.session('a', 2)[type]()
    await settled()
    work.resolve(prompt('Bought'))
    await settled()

    expect(deaf.reports).toEqual([{ deadline: 'wait', ms: 6_000 }, { fenced: 'a' }])
  })

  it('of a session that was never seen does not end the one that begins later, here and elsewhere', async () => {
    const { start } = world()
    const { handler, signals } = purchase()
    const [one, other] = [start(handler), start(handler)]
    one.session('a', 1)[type]()
    const answer = one.session('a', 2).send('1')
    const here = one.session('a').dial()
    one.session('b', 1)[type]()
    await settled()
    const there = other.session('b').dial()
    await settled()
    const left = one.session('a', 3)[type]()
    await settled()
    const after = other.session('a', 4).send('1')
    await settled()

    expect([answer, here, there, left, after].map(({ screen }) => screen)).toEqual([
      ended,
      'handler: response "Buy? 1. Yes"',
      'handler: response "Buy? 1. Yes"',
      ended,
      ended,
    ])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
  })

  it('that was never seen runs onLeave, and again when the session that began later ends', async () => {
    const states: unknown[] = []
    const { session } = driveKept(() => prompt('Welcome', { state: 'asked' }), {
      onLeave: (_event: unknown, end: { readonly state: unknown }) => states.push(end.state),
    })
    const line = session('a')
    line[type]()
    line.dial()
    await settled()
    line[type]()
    await settled()
    expect(states).toEqual([undefined, 'asked'])
  })

  it('meets a turn that is only being opened: that is released, and does not run', async () => {
    const { handler, signals } = purchase()
    const { session, clock } = driveKept(handler)
    const line = session('a')
    const opening = line.send('1')
    const left = line[type]()
    await settled()
    const after = line.send('2')
    await settled()

    expect([opening.screen, left.screen, after.screen]).toEqual([ended, ended, ended])
    expect(signals).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('is answered although no other session may be at work', async () => {
    const { session } = driveKept(() => new Promise(() => undefined), { maxSessions: 1 })
    session('b').dial()
    await settled()
    const left = session('a', 1)[type]()
    await settled()

    expect(left.screen).toBe(ended)
  })
})
