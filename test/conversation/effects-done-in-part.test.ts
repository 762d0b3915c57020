import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Reply, StubService } from '../client/stub-service.ts'
import { dealt } from '../store/dealt.ts'
import {
  byTheClock,
  finding,
  leaveWhileSending,
  message,
  type Send,
  sending,
  silent,
  stores,
  unknown,
} from './sending.ts'

const body = { Status: 0, MessageId: '0123456789abcdef0123456789abcdef' }
const accepted: Reply = { status: 201, body }
const failed = 'Sorry, something went wrong. Try later.'

/** What the service got, by its content and its key. */
const ordersAt = ({ received }: StubService) =>
  received.filter(({ body }) => JSON.stringify(body).includes('ORDER')).length

describe.each(stores)('An effect of two calls, %s', (_name, world) => {
  it('is found out by its key where the subscriber left between them', async () => {
    const service = await silent()
    const mayAnswer = Promise.withResolvers<void>()
    service.answer(async (response) => {
      await mayAnswer.promise
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }, accepted)
    const client = service.client()
    const over = Promise.withResolvers<void>()
    const send: Send = async (clientReference, { signal }) => {
      await client.messages.send({ ...message, content: 'ORDER', clientReference })
      over.resolve()
      await client.messages.send({ ...message, content: 'RECEIPT' }, { signal })
    }
    const { keys, recover } = finding()
    const { phone } = await world().start(sending(send, { recover }), byTheClock)
    const caller = phone()
    await leaveWhileSending(caller, service)
    mayAnswer.resolve()
    await over.promise
    await caller.dial('*713#').expectScreen('Sent: {"found":1}')
    expect(ordersAt(service)).toBe(1)
    expect(service.received).toMatchObject([{ body: { ClientReference: keys[0] } }])
  })

  it('is found out by its key where a time limit of its own ended before the second', async () => {
    const service = await silent()
    service.answer(accepted)
    const client = service.client()
    const send: Send = async (clientReference) => {
      const limit = new AbortController()
      await client.messages.send({ ...message, content: 'ORDER', clientReference })
      limit.abort()
      await client.messages.send({ ...message, content: 'RECEIPT' }, { signal: limit.signal })
    }
    const { phone } = await world().start(sending(send, { recover: () => 'found' }), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen('Sent: "found"')
    expect(ordersAt(service)).toBe(1)
  })
})

/** What may be thrown by an effect of which nobody knows. */
const doubts: readonly (readonly [name: string, send: (to: StubService) => Send])[] = [
  [
    'an error of the client is the cause of its own',
    (service) => async (clientReference) => {
      try {
        return await service.client({ timeout: 50 }).messages.send({ ...message, clientReference })
      } catch (cause) {
        throw new Error('the order failed', { cause: new Error('no answer', { cause }) })
      }
    },
  ],
  [
    'an error of the client is one of several',
    (service) => (clientReference) => {
      const sent = service.client({ timeout: 50 }).messages.send({ ...message, clientReference })
      return Promise.any([Promise.reject(new Error('no stock')), sent])
    },
  ],
  [
    'a fetch ends at a time limit of its own',
    ({ baseUrl }) =>
      (key, { signal }) => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(50)])
        return fetch(baseUrl, { method: 'POST', body: JSON.stringify({ key }), signal: limit })
      },
  ],
  [
    'it is aborted by itself',
    ({ baseUrl }) =>
      async (key) => {
        await fetch(baseUrl, { method: 'POST', body: JSON.stringify({ key }), signal: AbortSignal.timeout(50) }).catch(
          () => wait(60_000, undefined, { signal: AbortSignal.abort() }),
        )
      },
  ],
]

describe.each(dealt(stores))(
  'An effect is found out by its key, and not done under another, %s',
  (_name, world, it) => {
    it.each(doubts)('where %s', async (_what, send) => {
      const service = await silent()
      const keys: string[] = []
      const once: Send = (key, talk) => {
        keys.push(key)
        return send(service)(key, talk)
      }
      const { phone } = await world().start(sending(once, { recover: (key) => keys.indexOf(key) }), byTheClock)
      const caller = phone()
      await caller.dial('*713#').reply('1').expectScreen(unknown)
      await caller.dial('*713#').expectScreen('Sent: 0')
      expect(keys).toHaveLength(1)
    })
  },
)

describe.each(stores)('What recover comes to, %s', (_name, world) => {
  const inDoubt: Send = () => Promise.reject(Object.assign(new Error('no answer'), { isUncertain: true }))

  it('is that nothing was done where its error says so: the dial after that begins anew', async () => {
    const keys: string[] = []
    const send: Send = (key) => (keys.push(key) === 1 ? inDoubt(key, undefined as never) : Promise.resolve('sent'))
    const recover = () => {
      throw Object.assign(new Error('no such order'), { isUncertain: false })
    }
    const { phone } = await world().start(sending(send, { recover }), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(failed)
    await caller.dial('*713#').reply('1').expectScreen('Sent: "sent"')
    expect(new Set(keys).size).toBe(2)
  })

  it('says nothing of the effect where a call that it made was refused or not sent', async () => {
    const service = await silent()
    service.answer({ status: 400, body: { message: 'The reference was used' } })
    const client = service.client()
    const errors: unknown[] = []
    const recover = (clientReference: string) =>
      client.messages.send({ ...message, clientReference }).catch((error: unknown) => {
        errors.push(error)
        throw error
      })
    const { phone } = await world().start(sending(inDoubt, { recover }), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    expect(errors).toMatchObject([{ isUncertain: false }, { isUncertain: false }])
  })
})
