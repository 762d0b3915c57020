import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

function purchase() {
  const work = Promise.withResolvers<unknown>()
  const signals: AbortSignal[] = []
  const driven = drive((push, { signal }) => {
    signals.push(signal)
    return push.type === 'initiation' ? prompt('Buy? 1. Yes', { state: 'asked' }) : work.promise
  })
  return { ...driven, work, signals }
}

describe.each(['release', 'timeout'] as const)('A %s push', (type) => {
  it('is answered at once and politely while a handler runs, and aborts its signal', () => {
    const { session, clock, signals } = purchase()
    const line = session('a')
    line.dial()
    const running = line.send('1')
    clock.advance(1_234)
    const left = line[type]()

    expect(left.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(left.answeredAt).toBe(1_234)
    expect(running.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(running.answeredAt).toBe(1_234)
    const [, signal] = signals
    expect(signal?.aborted).toBe(true)
    expect(signal?.reason).toMatchObject({ message: expect.stringContaining(`ended with ${type}`) })
    expect(clock.pending).toBe(0)
  })

  it('fences the work: what it returns later is neither shown nor kept as state', async () => {
    const ends: unknown[] = []
    const work = Promise.withResolvers<unknown>()
    const { session, reports } = drive(
      (push) => (push.type === 'initiation' ? prompt('Buy?', { state: 'asked' }) : work.promise),
      { onLeave: (_event, end) => ends.push(end.state) },
    )
    const line = session('a')
    line.dial()
    const running = line.send('1')
    line[type]()
    work.resolve(prompt('Bought', { state: 'bought' }))
    await settled()

    expect(running.source).toBe('ended')
    expect(reports).toEqual([{ fenced: 'a' }])
    expect(ends).toEqual(['asked'])
    expect(line.send('2').screen).toBe('ended: release "This has ended. Please dial again."')
  })

  it('has what the fenced work throws reported: it may be what the purchase came to', async () => {
    const { session, work, reports } = purchase()
    const line = session('a')
    line.dial()
    line.send('1')
    line[type]()
    const error = new Error('Paid, but not delivered')
    work.reject(error)
    await settled()

    expect(reports).toEqual([{ fenced: 'a', error }])
  })

  it('releases every turn that queues, and runs none of them', () => {
    const { session, signals } = purchase()
    const line = session('a')
    line.dial()
    const turns = [line.send('1'), line.send('2'), line.send('3')]
    line[type]()

    expect(turns.map(({ source }) => source)).toEqual(['ended', 'ended', 'ended'])
    expect(signals).toHaveLength(2)
  })

  it('releases a turn that waits for late work, and gives that up', () => {
    const { session, clock, signals } = purchase()
    const line = session('a')
    line.dial()
    line.send('1')
    clock.advance(6_000)
    const adopter = line.send('1')
    line[type]()

    expect(adopter.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    expect(clock.pending).toBe(0)
  })

  it('gives up late work that nobody waits for', () => {
    const { session, clock, signals } = purchase()
    const line = session('a')
    line.dial()
    line.send('1')
    clock.advance(6_000)
    line[type]()

    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    expect(line.send('1').source).toBe('ended')
  })

  it('never runs the handler, known session or not, and is answered each time it comes', () => {
    let runs = 0
    const { push } = drive(() => {
      runs += 1
      return prompt('Welcome')
    })
    const answers = [1, 2, 3].map((sequence) => push({ sessionId: 'a', type, sequence }).screen)

    expect(answers).toEqual(Array(3).fill('ended: release "This has ended. Please dial again."'))
    expect(runs).toBe(0)
  })

  it('of a session that was never seen does not end the one that begins later, whose end is told as well', () => {
    const states: unknown[] = []
    const { push } = drive(() => prompt('Welcome', { state: 'asked' }), {
      onLeave: (_event: unknown, end: { readonly state: unknown }) => states.push(end.state),
    })
    push({ sessionId: 'a', type, sequence: 2 })
    expect(push({ sessionId: 'a', type: 'response', sequence: 3 }).source).toBe('ended')
    expect(push({ sessionId: 'a', type: 'initiation', sequence: 1 }).source).toBe('handler')
    expect(push({ sessionId: 'a', type: 'response', sequence: 2 }).source).toBe('handler')
    push({ sessionId: 'a', type, sequence: 3 })
    expect(push({ sessionId: 'a', type: 'initiation', sequence: 4 }).source).toBe('ended')
    expect(states).toEqual([undefined, 'asked'])
  })

  it('leaves other sessions alone', () => {
    const { session, signals } = purchase()
    const [leaver, stayer] = [session('a'), session('b')]
    for (const line of [leaver, stayer]) {
      line.dial()
      line.send('1')
    }
    leaver[type]()

    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false, false])
  })
})
