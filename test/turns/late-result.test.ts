import { describe, expect, it } from 'vitest'
import { drive, end, prompt, settled } from './drive.ts'

async function finishedBetweenTurns(result: (work: PromiseWithResolvers<unknown>) => void) {
  const work = Promise.withResolvers<unknown>()
  const runs: string[] = []
  const driven = drive((push) => {
    runs.push(push.message)
    return runs.length === 1 ? work.promise : prompt(`Took ${push.message}`)
  })
  const line = driven.session('a')
  const first = line.dial()
  driven.clock.advance(8_000)
  result(work)
  await settled()
  return { ...driven, line, first, runs }
}

describe('A result that comes between two turns', () => {
  it('is shown on the next turn at once, and runs nothing', async () => {
    const { line, runs, clock } = await finishedBetweenTurns((work) => work.resolve(prompt('Bought')))

    expect(line.send('1').screen).toBe('late: response "Bought"')
    expect(runs).toEqual(['*713#'])
    expect(clock.pending).toBe(0)
  })

  it('is shown once: the turn after it is a turn like any other', async () => {
    const { line } = await finishedBetweenTurns((work) => work.resolve(prompt('Bought')))
    line.send('1')

    expect(line.send('2').screen).toBe('handler: response "Took 2"')
  })

  it('ends the session when it is shown, not before', async () => {
    const { line } = await finishedBetweenTurns((work) => work.resolve(end('Bought')))

    expect(line.send('1').screen).toBe('late: release "Bought"')
    expect(line.send('2').screen).toBe('ended: release "This has ended. Please dial again."')
  })

  it('is told as a failure when the work failed', async () => {
    const { line, reports } = await finishedBetweenTurns((work) => work.reject(new Error('No stock')))

    expect(line.send('1').screen).toBe('late: release "Sorry, something went wrong. Try later."')
    expect(reports).toContainEqual({ failed: new Error('No stock'), place: 'handler' })
  })

  it('leaves the repeat of the first turn with the waiting screen that the first got', async () => {
    const { push, first } = await finishedBetweenTurns((work) => work.resolve(prompt('Bought')))
    const repeat = push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })

    expect(repeat.reply).toEqual(first.reply)
    expect(repeat.source).toBe('repeated')
    expect(push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 }).source).toBe('late')
  })

  it('is not shown to a subscriber who has left', async () => {
    const { line } = await finishedBetweenTurns((work) => work.resolve(prompt('Bought')))

    expect(line.release().screen).toBe('ended: release "This has ended. Please dial again."')
    expect(line.send('1').screen).toBe('ended: release "This has ended. Please dial again."')
  })
})
