import { describe, expect, it } from 'vitest'
import { drive, end, prompt, settled } from './drive.ts'

function slow() {
  const work = Promise.withResolvers<unknown>()
  const runs: string[] = []
  const driven = drive((push) => {
    runs.push(push.message)
    return runs.length === 1 ? work.promise : prompt(`Took ${push.message}`)
  })
  return { ...driven, work, runs }
}

describe('A turn after the waiting screen, while the work goes on', () => {
  it('takes the result of the work as soon as it is there; its own words run nothing', async () => {
    const { session, clock, work, runs, reports } = slow()
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    const next = line.send('1')
    clock.advance(500)
    expect(next.isAnswered).toBe(false)

    work.resolve(prompt('Bought'))
    await settled()

    expect(next.screen).toBe('late: response "Bought"')
    expect(next.answeredAt).toBe(6_500)
    expect(runs).toEqual(['*713#'])
    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }])
    expect(clock.pending).toBe(0)
  })

  it('gets a waiting screen at its own budget, and so does every further one', async () => {
    const { session, clock, work, runs } = slow()
    const line = session('a')
    line.dial()
    clock.advance(10_000)
    const second = line.send('1')
    clock.advance(6_000)
    expect(second.screen).toBe('waiting: response "Please wait, we are working on it. Reply 1 to check."')
    expect(second.answeredAt).toBe(16_000)

    const third = line.send('1')
    clock.advance(5_999)
    work.resolve(end('Bought'))
    await settled()

    expect(third.screen).toBe('late: release "Bought"')
    expect(third.answeredAt).toBe(21_999)
    expect(runs).toEqual(['*713#'])
  })

  it('is told of a failure of the work as if it were its own', async () => {
    const { session, clock, work, reports } = slow()
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    const next = line.send('1')
    const error = new Error('The till is closed')
    work.reject(error)
    await settled()

    expect(next.screen).toBe('failed: release "Sorry, something went wrong. Try later."')
    expect(reports).toContainEqual({ failed: error, place: 'handler' })
  })

  it('lets the session go on: the turn after it runs the handler again', async () => {
    const { session, clock, work, runs } = slow()
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    line.send('1')
    work.resolve(prompt('Bought. 1. Again'))
    await settled()

    expect(line.send('again').screen).toBe('handler: response "Took again"')
    expect(runs).toEqual(['*713#', 'again'])
  })

  it('takes the state that came with the result to the turns after it', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, clock } = drive((push, turn) =>
      push.type === 'initiation' ? work.promise : prompt(`State ${JSON.stringify(turn.state)}`),
    )
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    line.send('1')
    work.resolve(prompt('Bought', { state: { order: 7 } }))
    await settled()

    expect(line.send('2').reply.message).toBe('State {"order":7}')
  })

  it('shares the result with every turn that waits for it', async () => {
    const { session, clock, work } = slow()
    const line = session('a')
    const first = line.dial()
    clock.advance(6_000)
    const adopters = [line.send('1'), line.send('2'), line.send('3')]
    work.resolve(prompt('Bought'))
    await settled()

    expect(first.source).toBe('waiting')
    expect(adopters.map(({ screen }) => screen)).toEqual(Array(3).fill('late: response "Bought"'))
  })

  it('is joined by its repeats', async () => {
    const { push, clock, work, runs } = slow()
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    clock.advance(6_000)
    const adopter = push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 })
    const repeat = push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 })
    work.resolve(prompt('Bought'))
    await settled()

    expect([adopter.source, repeat.source]).toEqual(['late', 'repeated'])
    expect(repeat.reply).toEqual(adopter.reply)
    expect(runs).toHaveLength(1)
  })
})

describe('A turn that queued behind the work when its waiting screen went out', () => {
  it('takes the result too: the subscriber was shown that the work goes on', async () => {
    const { session, clock, work, runs } = slow()
    const line = session('a')
    line.dial()
    clock.advance(4_000)
    const queued = line.send('2')
    clock.advance(2_000)
    expect(queued.isAnswered).toBe(false)
    work.resolve(prompt('Bought'))
    await settled()

    expect(queued.screen).toBe('late: response "Bought"')
    expect(runs).toEqual(['*713#'])
  })

  it('may reach its deadline before the turn that runs, when its request arrived before and was read after', async () => {
    const { push, clock, work, reports } = slow()
    clock.advance(1_000)
    const running = push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    const queued = push({ sessionId: 'a', type: 'response', message: '2', sequence: 2 }, 500)

    clock.advance(5_500)
    expect(queued.source).toBe('waiting')
    expect(running.isAnswered).toBe(false)
    clock.advance(250)
    work.resolve(prompt('Bought'))
    await settled()

    expect(running.screen).toBe('handler: response "Bought"')
    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }])
    expect(clock.pending).toBe(0)
  })
})
