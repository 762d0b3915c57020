import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { driveKept, prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

function slow() {
  const work = Promise.withResolvers<unknown>()
  const signals: AbortSignal[] = []
  const handler: AnyHandler = (_push, { signal }) => {
    signals.push(signal)
    return work.promise
  }
  return { work, signals, handler }
}

describe('When the application closes', () => {
  it('work that no request waits for is given up, and the next process tells the subscriber', async () => {
    const { start, clock } = world()
    const { handler, signals } = slow()
    const closing = start(handler)
    closing.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    closing.turns.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await closing.turns.flush(5_000)
    await closing.kill()
    const next = start(() => prompt('Never'))
      .session('a', 1)
      .send('1')
    await settled()

    expect(next.screen).toBe('late: release "Sorry, something went wrong. Try later."')
    expect(clock.pending).toBe(0)
  })

  it('work that goes on from a record of its own may end; then it is left as it is, and the next process runs it again', async () => {
    const { start, clock } = world()
    const { handler, signals } = slow()
    const closing = start(handler, { resumes: true })
    closing.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    closing.turns.close()
    const drained = closing.turns.drain(8_000)
    await settled()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    clock.advance(8_000)
    await drained
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await closing.turns.flush(5_000)
    await closing.kill()
    const next = start(() => prompt('Bought'), { resumes: true })
      .session('a', 1)
      .send('1')
    await settled()

    expect(next.screen).toBe('handler: response "Bought"')
    expect(clock.pending).toBe(0)
  })

  it('a turn that waits is answered when its work ends', async () => {
    const { handler, work, signals } = slow()
    const { session, turns } = driveKept(handler)
    const turn = session('a').dial()
    await settled()
    turns.close()
    work.resolve(prompt('Bought'))
    await settled()

    expect(turn.screen).toBe('handler: response "Bought"')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  it.each([true, false])(
    'a turn that waits is told so soon, and the next process has its result (resumes: %s)',
    async (resumes) => {
      const { start, clock } = world()
      const { handler, signals, work } = slow()
      const closing = start(handler, { resumes })
      const turn = closing.session('a').dial()
      await settled()
      closing.turns.close()
      clock.advance(250)
      await settled()
      expect(turn.screen).toBe('waiting: response "Please wait, we are working on it. Reply 1 to check."')
      expect(closing.reports).toEqual([{ odd: expect.stringContaining('the application is closing') }])
      const drained = closing.turns.drain(8_000)
      work.resolve(prompt('Bought'))
      await drained
      await closing.turns.flush(5_000)
      await closing.kill()
      const next = start(() => prompt('Never'), { resumes })
        .session('a', 1)
        .send('1')
      await settled()

      expect(next.screen).toBe('late: response "Bought"')
      expect(signals.map(({ aborted }) => aborted)).toEqual([false])
      expect(clock.pending).toBe(0)
    },
  )

  it('work that takes longer than it may is given up, and the next process says so', async () => {
    const { start, clock } = world()
    const { handler, signals } = slow()
    const closing = start(handler)
    closing.session('a').dial()
    await settled()
    closing.turns.close()
    clock.advance(250)
    const drained = closing.turns.drain(1_000)
    clock.advance(1_000)
    await drained
    await closing.turns.flush(5_000)
    await closing.kill()
    const next = start(() => prompt('Never'))
      .session('a', 1)
      .send('1')
    await settled()

    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(next.screen).toBe('late: release "Sorry, something went wrong. Try later."')
    expect(clock.pending).toBe(0)
  })

  it('a turn that was read when its time was over does not begin to run', async () => {
    const { handler, signals } = slow()
    const { push, turns, clock } = driveKept(handler)
    clock.advance(20_000)
    push({ sessionId: 'a', type: 'initiation', sequence: 1 }, 1_000)
    clock.advance(0)
    await turns.drain(0)
    await settled()
    const next = push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 })
    await settled()

    expect(signals).toEqual([])
    expect(next.source).toBe('late')
  })

  it('sessions that live here are closed too', async () => {
    const { handler, signals } = slow()
    const store = failingStore()
    const { session, turns, clock } = driveKept(handler, { through: store.through })
    store.fail('refuses')
    session('a').dial()
    await settled()
    clock.advance(6_000)
    turns.close()

    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

describe('Flushing', () => {
  it('waits for what is still to be written', async () => {
    const store = failingStore()
    const { session, turns } = driveKept(() => prompt('Welcome'), { through: store.through })
    store.fail('hangs', 'end')
    session('a', 1).release()
    await settled()
    let isFlushed = false
    const flushed = turns.flush(5_000).then(() => {
      isFlushed = true
    })
    await settled()
    expect(isFlushed).toBe(false)
    store.recover()
    await flushed

    expect(turns.sessionCount).toBe(0)
  })

  it('waits for no longer than 5 seconds', async () => {
    const store = failingStore()
    const { session, turns, clock } = driveKept(() => prompt('Welcome'), { through: store.through })
    store.fail('hangs', 'end')
    session('a', 1).release()
    await settled()
    let isFlushed = false
    turns.flush(5_000).then(() => {
      isFlushed = true
    })
    clock.advance(4_999)
    await settled()
    expect(isFlushed).toBe(false)
    clock.advance(1)
    await settled()

    expect(isFlushed).toBe(true)
  })

  it('is over at once where nothing is to be written', async () => {
    const { turns, clock } = driveKept(() => prompt('Welcome'))
    await turns.flush(5_000)

    expect(clock.pending).toBe(0)
  })
})
