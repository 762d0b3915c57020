import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { AnswersTogether } from '../../src/http/answers-together.ts'
import { memoryStore, type Store } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
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

describe('each answer is sent in the context of its own request, which its hooks and logs ask for', () => {
  const requests = new AsyncLocalStorage<{ readonly id: string }>()

  async function strangersMet(store: Store, url: string, pushes: readonly object[]): Promise<readonly string[]> {
    const met: string[] = []
    const meet = (where: string, { id }: FastifyRequest) => {
      const own = requests.getStore()
      met.push(own?.id === id ? `${where}: its own` : `${where}: another's`)
    }
    const app = await appWith(
      {
        store,
        ussd: (_event, turn) => turn.end('Bye'),
        checkout: () => void met.push(requests.getStore() === undefined ? 'handler: none' : 'handler: its own'),
      },
      {
        prepare: (host) => {
          host.addHook('onRequest', (request, _reply, done) => requests.run({ id: request.id }, done))
          host.addHook('onSend', async (request) => meet('onSend', request))
          host.addHook('onResponse', async (request) => meet('onResponse', request))
        },
      },
    )
    const address = await app.listen({ port: 0 })
    const headers = { 'content-type': 'application/json' }
    const send = async (push: object) => {
      const answer = await fetch(address + url, { method: 'POST', headers, body: JSON.stringify(push) })
      expect(answer.status).toBe(200)
      await answer.text()
    }
    // The second time over connections that are open: their requests come in one turn of the event loop.
    for (let round = 0; round < 3; round++) await Promise.all(pushes.map(send))
    await app.close()
    return [...new Set(met)].toSorted()
  }

  const many = (make: (name: string) => object) => Array.from({ length: 20 }, (_, at) => make(`n${at}`))
  const turns = many((SessionId) => ({ ...samples.ussd, SessionId }))
  const payments = many((name) => ({
    ...samples.checkout,
    Data: { ...samples.checkout.Data, CheckoutId: name, ClientReference: name },
  }))
  const ownHooks = ['onResponse: its own', 'onSend: its own']

  it.each([
    ['memory', () => memoryStore()],
    ['SQLite', () => sqliteStore(fileOfTest())],
  ])('with a store on %s', async (_name, store) => {
    expect(await strangersMet(store(), paths.ussd, turns)).toEqual(ownHooks)
    expect(await strangersMet(store(), paths.checkout, payments)).toEqual(['handler: its own', ...ownHooks])
  })
})
