import { once } from 'node:events'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AnswersTogether } from '../../src/http/answers-together.ts'

function noted() {
  const order: string[] = []
  const answers = new AnswersTogether()
  const answer = (name: string, after?: () => void) => ({ send: () => void order.push(name), after })
  return { order, answers, answer }
}

describe('answers that are ready in one turn of the event loop', () => {
  it('are sent at its end, in their order, and what is to follow comes behind all of them', async () => {
    const { order, answers, answer } = noted()
    answers.add(
      answer('one', () => order.push('after one')),
      0,
    )
    answers.add(answer('two'), 0)
    expect(order).toEqual([])
    await endOfTurn()
    expect(order).toEqual(['one', 'two', 'after one'])
  })

  it('are sent as soon as a handler has held the event loop between two of them', async () => {
    const { order, answers, answer } = noted()
    answers.add(answer('one'), 0)
    answers.add(answer('two'), 5)
    expect(order).toEqual(['one', 'two'])
    answers.add(answer('three'), 6)
    expect(order).toEqual(['one', 'two'])
    await endOfTurn()
    expect(order).toEqual(['one', 'two', 'three'])
  })

  it('are sent though one of them cannot be, whose error is told as any other that nobody catches', async () => {
    const { order, answers, answer } = noted()
    const listeners = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    try {
      const told = once(process, 'uncaughtException')
      const error = new Error('a header of a hook')
      answers.add(
        {
          send: () => {
            throw error
          },
          after: undefined,
        },
        0,
      )
      answers.add(answer('two'), 0)
      expect(await told).toEqual([error, 'uncaughtException'])
      await endOfTurn()
      expect(order).toEqual(['two'])
    } finally {
      for (const listener of listeners) process.on('uncaughtException', listener)
    }
  })
})
