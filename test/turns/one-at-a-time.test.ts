import { describe, expect, it } from 'vitest'
import { drive, end, prompt, settled } from './drive.ts'

/** Handlers that end when the test says so. */
function held() {
  const running = new Map<string, PromiseWithResolvers<unknown>>()
  const order: string[] = []
  let most = 0
  const driven = drive(({ sessionId, message }) => {
    const work = Promise.withResolvers<unknown>()
    running.set(`${sessionId}${message}`, work)
    order.push(`${sessionId}${message}`)
    most = Math.max(most, running.size)
    return work.promise
  })
  const finish = async (name: string, reply: unknown = prompt(`Took ${name}`)): Promise<void> => {
    running.get(name)?.resolve(reply)
    running.delete(name)
    await settled()
  }
  return { ...driven, order, finish, most: () => most }
}

describe('Turns of one session', () => {
  it('run one at a time, in the order in which they came', async () => {
    const { push, order, finish, most } = held()
    const turns = ['1', '2', '3'].map((message, index) =>
      push({ sessionId: 'a', type: 'response', message, sequence: index + 1 }),
    )
    expect(order).toEqual(['a1'])
    await finish('a1')
    expect(order).toEqual(['a1', 'a2'])
    await finish('a2')
    await finish('a3')

    expect(order).toEqual(['a1', 'a2', 'a3'])
    expect(most()).toBe(1)
    expect(turns.map(({ screen }) => screen)).toEqual(['1', '2', '3'].map((n) => `handler: response "Took a${n}"`))
  })

  it('run in the order in which they came also when their sequences are out of order: the earlier runs no more', async () => {
    const { push, order, finish } = held()
    push({ sessionId: 'a', type: 'response', message: '5', sequence: 5 })
    const earlier = push({ sessionId: 'a', type: 'response', message: '4', sequence: 4 })
    await finish('a5')

    expect(earlier.screen).toBe('repeated: response "Took a5"')
    expect(order).toEqual(['a5'])
  })

  it('each see the state that the one before it left', async () => {
    const { push } = drive(async (_push, turn) => {
      await settled()
      const seen = Array.isArray(turn.state) ? turn.state : []
      return prompt(`${seen.length}`, { state: [...seen, seen.length] })
    })
    const turns = Array.from({ length: 5 }, (_, index) =>
      push({ sessionId: 'a', type: 'response', message: `${index}`, sequence: index + 1 }),
    )
    for (let wait = 0; wait < 12; wait++) await settled()

    expect(turns.map(({ reply }) => reply.message)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('that queue when the session ends are released, not run', async () => {
    const { push, order, finish, clock } = held()
    push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 })
    const queued = ['2', '3'].map((message) =>
      push({ sessionId: 'a', type: 'response', message, sequence: Number(message) }),
    )
    await finish('a1', end('Goodbye'))

    expect(queued.map(({ screen }) => screen)).toEqual(
      Array(2).fill('ended: release "This has ended. Please dial again."'),
    )
    expect(order).toEqual(['a1'])
    expect(clock.pending).toBe(0)
  })

  it('keep the budget that began when each arrived, while they queue', async () => {
    const { push, clock, finish } = held()
    push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 })
    clock.advance(2_000)
    const queued = push({ sessionId: 'a', type: 'response', message: '2', sequence: 2 })
    clock.advance(2_000)
    await finish('a1')
    clock.advance(3_999)
    expect(queued.isAnswered).toBe(false)
    clock.advance(1)

    expect(queued.source).toBe('waiting')
    expect(queued.answeredAt).toBe(8_000)
  })
})

describe('Turns of different sessions', () => {
  it('run at the same time', async () => {
    const { push, order, finish, most } = held()
    const turns = ['a', 'b', 'c'].map((sessionId) => push({ sessionId, type: 'response', message: '1', sequence: 1 }))
    expect(order).toEqual(['a1', 'b1', 'c1'])
    expect(most()).toBe(3)
    await finish('b1')

    expect(turns.map(({ isAnswered }) => isAnswered)).toEqual([false, true, false])
  })
})
