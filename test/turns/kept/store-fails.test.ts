import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { ussdEvent } from '../ussd-event.ts'
import { driveKept, end, prompt, settled, world } from './drive-kept.ts'
import { type Fault, failingStore } from './failing-store.ts'

const unavailable = 'unavailable: release "Sorry, something went wrong. Try later."'

/** Says what it knows, and counts. */
function telling() {
  const runs: string[] = []
  const handler: AnyHandler = ({ message }, turn) => {
    runs.push(message)
    return prompt(`Took ${message} with ${JSON.stringify(turn.state)}`, { state: message })
  }
  return { runs, handler }
}

describe.each<Fault>(['refuses', 'hangs', 'loses'])('While the store %s', (fault) => {
  /** ms that a session that begins waits for the store. */
  const patience = fault === 'hangs' ? 3_000 : 0

  it('a session that begins lives in this process: each of its turns runs once, with its state', async () => {
    const { handler, runs } = telling()
    const store = failingStore()
    const { session, clock, reports, turns } = driveKept(handler, { through: store.through })
    store.fail(fault)
    const line = session('a')
    const first = line.dial()
    await settled()
    clock.advance(patience)
    await settled()
    const second = line.send('1')
    const again = session('a', 1).send('1')
    await settled()

    expect(first.screen).toBe('handler: response "Took *713# with undefined"')
    expect(first.answeredAt).toBe(patience)
    expect(second.screen).toBe('handler: response "Took 1 with "*713#""')
    expect(again.screen).toBe('repeated: response "Took 1 with "*713#""')
    expect(runs).toEqual(['*713#', '1'])
    expect(reports).toEqual([{ unkept: 'a' }])
    expect(turns.sessionCount).toBeGreaterThan(0)
  })

  it('copies of its first turn are answered with it', async () => {
    const { handler, runs } = telling()
    const store = failingStore()
    const { session, clock } = driveKept(handler, { through: store.through })
    store.fail(fault)
    const copies = [session('a').dial(), session('a').dial(), session('a').dial()]
    await settled()
    clock.advance(patience)
    await settled()

    expect(copies.map(({ source }) => source)).toEqual(['handler', 'repeated', 'repeated'])
    expect(runs).toEqual(['*713#'])
  })

  it('it stays here when the store is back, and is over for every other process', async () => {
    const { start, clock } = world()
    const { handler, runs } = telling()
    const store = failingStore()
    const [one, other] = [start(handler, { through: store.through }), start(handler)]
    store.fail(fault)
    const line = one.session('a')
    const first = line.dial()
    await settled()
    clock.advance(patience)
    await settled()
    store.recover()
    clock.advance(2_000)
    await settled()
    const there = [other.session('a').dial(), other.session('a', 1).send('2')]
    const here = line.send('1')
    await settled()

    expect(there.map(({ screen }) => screen)).toEqual([
      `repeated: response "${first.reply.message}"`,
      'ended: release "This has ended. Please dial again."',
    ])
    expect(here.screen).toBe('handler: response "Took 1 with "*713#""')
    expect(runs).toEqual(['*713#', '1'])
    expect(one.turns.sessionCount).toBe(1)
  })

  it('a turn of a session that the store has is released politely, within half of its time', async () => {
    const { handler, runs } = telling()
    const store = failingStore()
    const { session, clock, reports } = driveKept(handler, { through: store.through })
    const line = session('a')
    line.dial()
    await settled()
    store.fail(fault)
    const turn = line.send('1')
    await settled()
    for (let step = 0; step < 30; step++) {
      clock.advance(100)
      await settled()
    }

    expect(turn.screen).toBe(unavailable)
    expect(turn.answeredAt).toBe(3_000)
    expect(runs).toEqual(['*713#'])
    expect(reports).toEqual([{ unavailable: 'a' }])
  })

  it("it runs as new with whenStoreFails 'run'", async () => {
    const { handler, runs } = telling()
    const store = failingStore()
    const { session, clock, reports } = driveKept(handler, { through: store.through, whenStoreFails: 'run' })
    session('a').dial()
    await settled()
    store.fail(fault, 'open')
    const turn = session('a', 1).send('1')
    for (let step = 0; step < 30; step++) {
      await settled()
      clock.advance(100)
    }
    await settled()

    expect(turn.screen).toBe('handler: response "Took 1 with undefined"')
    expect(runs).toEqual(['*713#', '1'])
    expect(reports).toEqual([{ unkept: 'a' }])
  })

  it('the first turn of a session that it has is not taken for that of a new one', async () => {
    const { handler, runs } = telling()
    const store = failingStore()
    const { session, clock } = driveKept(handler, { through: store.through })
    session('a').dial()
    await settled()
    store.fail(fault, 'open')
    const again = session('a').dial()
    await settled()
    clock.advance(3_000)
    await settled()

    expect(again.screen).toBe(unavailable)
    expect(runs).toEqual(['*713#'])
  })

  it('what a turn that was released left behind is put right when it recovers', async () => {
    const { start, clock } = world()
    const { handler, runs } = telling()
    const store = failingStore()
    const [one, other] = [start(handler, { through: store.through }), start(handler)]
    one.session('a').dial()
    await settled()
    store.fail(fault, 'open')
    const turn = one.session('a').dial()
    await settled()
    clock.advance(3_000)
    await settled()
    expect(turn.source).toBe('unavailable')
    store.recover()
    for (let step = 0; step < 50; step++) {
      clock.advance(100)
      await settled()
    }
    const again = other.session('a').dial()
    const next = other.session('a', 1).send('1')
    await settled()

    expect(again.source).toBe('repeated')
    expect(next.isAnswered).toBe(true)
    expect(runs).toEqual(['*713#', '1'])
    expect(clock.pending).toBe(0)
  })
})

describe('A store that fails for a moment', () => {
  it('is asked again: the turn of a session that it has runs, late but in time', async () => {
    const { handler } = telling()
    const store = failingStore()
    const { session, clock, reports } = driveKept(handler, { through: store.through })
    const line = session('a')
    line.dial()
    await settled()
    store.fail('refuses')
    const turn = line.send('1')
    await settled()
    store.recover()
    clock.advance(50)
    await settled()

    expect(turn.screen).toBe('handler: response "Took 1 with "*713#""')
    expect(reports).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('leaves no turn open that it opened without saying so: the next one is not kept waiting', async () => {
    const { start, clock } = world()
    const { handler, runs } = telling()
    const store = failingStore()
    const [one, other] = [start(handler, { through: store.through }), start(handler)]
    one.session('a').dial()
    await settled()
    store.fail('loses', 'open')
    const turn = one.session('a', 1).send('1')
    for (let step = 0; step < 35; step++) {
      clock.advance(100)
      await settled()
    }
    expect(turn.screen).toBe(unavailable)
    store.recover()
    clock.advance(5_000)
    await settled()
    const again = other.session('a', 1).send('1')
    const next = other.session('a', 2).send('2')
    await settled()

    expect(again.screen).toBe('repeated: release "Sorry, something went wrong. Try later."')
    expect(next.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(runs).toEqual(['*713#'])
  })

  it('ends what runs elsewhere in the session of a turn that it could not take', async () => {
    const { start, clock } = world()
    const signals: AbortSignal[] = []
    const store = failingStore()
    const endless: AnyHandler = (_push, { signal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    }
    const running = start(endless, { budget: 20_000 })
    const failing = start(() => prompt('Never'), { through: store.through })
    const first = running.session('a').send('1')
    await settled()
    store.fail('refuses', 'open')
    const turn = failing.session('a', 1).send('2')
    for (let step = 0; step < 31; step++) {
      clock.advance(100)
      await settled()
    }
    store.recover()
    clock.advance(3_000)
    await settled()

    expect(turn.screen).toBe(unavailable)
    expect(first.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('does not delay release and timeout, which end a session that lives here, in every process', async () => {
    const { start, clock } = world()
    const { handler } = telling()
    const states: unknown[] = []
    const onLeave = (_event: unknown, { state }: { readonly state: unknown }) => states.push(state)
    const store = failingStore()
    const [one, other] = [start(handler, { through: store.through, onLeave }), start(handler, { onLeave })]
    store.fail('refuses')
    const line = one.session('a')
    line.dial()
    await settled()
    const left = line.release()
    expect(left.screen).toBe('ended: release "This has ended. Please dial again."')
    await settled()
    store.recover()
    clock.advance(3_000)
    await settled()
    other.session('a', 1).release()
    await settled()

    expect(states).toEqual(['*713#'])
  })

  it('leaves a session that lives here the logger of its requests', async () => {
    const lines: string[] = []
    const store = failingStore()
    const { turns, clock } = driveKept(
      (_push, turn) => {
        turn.log.info({}, 'asked')
        return prompt('Welcome')
      },
      { through: store.through },
    )
    store.fail('refuses')
    const ignore = (): void => undefined
    const log = {
      debug: ignore,
      info: (_details: object | string, line = '') => lines.push(line),
      warn: ignore,
      error: ignore,
    }
    const event = ussdEvent({ sessionId: 'a', type: 'initiation', sequence: 1 })
    const within = (work: () => void): void => work()
    turns.take({ event, arrivedAt: clock.monotonic(), log, answer: ignore, refuse: ignore, within })
    await settled()

    expect(lines).toEqual(['asked'])
  })

  it('says when the end of a session that lives here could not be told', async () => {
    const { handler } = telling()
    const store = failingStore()
    const { session, clock, reports } = driveKept(handler, { through: store.through })
    store.fail('refuses')
    const line = session('a')
    line.dial()
    await settled()
    line.release()
    for (let second = 0; second < 100; second++) {
      clock.advance(1_000)
      await settled()
    }

    expect(reports).toEqual([{ unkept: 'a' }, { lost: 'a' }, { lost: 'a' }])
  })

  it('changes nothing for a session that ended before: its next push is asked about in the store', async () => {
    const store = failingStore()
    const { session, push } = driveKept(() => end('Goodbye'), { through: store.through })
    session('a').dial()
    await settled()
    const again = push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })
    await settled()

    expect(again.screen).toBe('repeated: release "Goodbye"')
    expect(store.asked.filter((operation) => operation === 'open')).toHaveLength(2)
  })
})
