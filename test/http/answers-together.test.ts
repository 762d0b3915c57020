import { once } from 'node:events'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AnswersTogether } from '../../src/http/answers-together.ts'
import { appWith, post } from './app.ts'
import { paths, samples } from './samples.ts'

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
    answers.add(answer('three'), 6)
    await Promise.resolve()
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

it('what is to follow an answer and fails keeps back nothing that follows another', async () => {
  const { order, answers, answer } = noted()
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  try {
    const told = once(process, 'uncaughtException')
    const fails = () => {
      throw new Error('it has no room')
    }
    answers.add(answer('one', fails), 0)
    answers.add(
      answer('two', () => order.push('after two')),
      0,
    )
    await told
    await endOfTurn()
    expect(order).toEqual(['one', 'two', 'after two'])
  } finally {
    for (const listener of listeners) process.on('uncaughtException', listener)
  }
})

it('turns that come at once are handled, and then answered one after the other', async () => {
  const order: string[] = []
  const app = await appWith(
    {
      ussd: ({ sessionId }, turn) => {
        order.push(`${sessionId} handled`)
        return turn.end('Bye')
      },
    },
    { prepare: (host) => host.addHook('onSend', async () => void order.push('answered')) },
  )
  await app.ready()
  await Promise.all(['1', '2'].map((SessionId) => post(app, paths.ussd, { ...samples.ussd, SessionId })))
  expect(order).toEqual(['1 handled', '2 handled', 'answered', 'answered'])
})
