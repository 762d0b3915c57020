import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

describe('What a handler knows of its turn', () => {
  it('is new for the first push of a session, whatever its type, and for no other', () => {
    const { session } = drive((_push, { isNew }) => prompt(`new: ${isNew}`))
    const dialled = session('dialled')
    const unknown = session('unknown')

    expect(dialled.dial().reply.message).toBe('new: true')
    expect(dialled.send('1').reply.message).toBe('new: false')
    expect(unknown.send('1').reply.message).toBe('new: true')
    expect(unknown.send('2').reply.message).toBe('new: false')
  })

  it('counts down what is left of the budget from the arrival of the request, and 0 after the answer', async () => {
    const left: number[] = []
    const answer = Promise.withResolvers<unknown>()
    const { push, clock } = drive(async (_push, turn) => {
      left.push(turn.remaining())
      await answer.promise
      left.push(turn.remaining())
      return prompt('Done')
    })
    clock.advance(1_000)
    push({ sessionId: 'a', type: 'initiation' }, 400)
    clock.advance(3_000)
    answer.resolve(undefined)
    await settled()

    expect(left).toEqual([5_400, 2_400])
  })

  it('has nothing left once the waiting screen is out', async () => {
    const answer = Promise.withResolvers<unknown>()
    const left: number[] = []
    const { session, clock } = drive(async (_push, turn) => {
      await answer.promise
      left.push(turn.remaining())
      return prompt('Done')
    })
    session('a').dial()
    clock.advance(6_000)
    answer.resolve(undefined)
    await settled()

    expect(left).toEqual([0])
  })

  it('has a logger, that of the request, and the same each time', () => {
    const logs: unknown[] = []
    const { session } = drive((_push, turn) => {
      logs.push(turn.log, turn.log)
      return prompt('Hello')
    })
    const turn = session('a').dial()

    expect(logs).toEqual([turn.log, turn.log])
  })

  it('has one signal however often it is asked for, also first after the work was given up', async () => {
    const gate = Promise.withResolvers<unknown>()
    const signals: AbortSignal[] = []
    const { session } = drive(async (push, turn) => {
      if (push.sessionId === 'early') signals.push(turn.signal, turn.signal)
      await gate.promise
      if (push.sessionId === 'late') signals.push(turn.signal, turn.signal)
      return prompt('Done')
    })
    for (const id of ['early', 'late']) {
      const line = session(id)
      line.dial()
      line.release()
    }
    gate.resolve(undefined)
    await settled()

    const [early, sameEarly, late, sameLate] = signals
    expect(early).toBe(sameEarly)
    expect(late).toBe(sameLate)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true])
    expect(late?.reason).toMatchObject({ code: 'FMW_WORK_GIVEN_UP', message: expect.stringContaining('release') })
  })

  it('is not aborted while nobody gives the work up', async () => {
    const signals: AbortSignal[] = []
    const { session } = drive(async (_push, turn) => {
      signals.push(turn.signal)
      return prompt('Done')
    })
    session('a').dial()
    await settled()

    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })
})
