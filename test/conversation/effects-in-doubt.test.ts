import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { memoryStore } from '../../src/index.ts'
import type { StubService } from '../client/stub-service.ts'
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
import { realWorld } from './world.ts'

describe.each(dealt(stores))('An effect whose client did not hear what became of it, %s', (_name, world, it) => {
  it('is told so, and found out by its key at the next dial', async () => {
    const service = await silent()
    const client = service.client({ timeout: 50 })
    const { keys, recover } = finding()
    const send: Send = (clientReference) => client.messages.send({ ...message, clientReference })
    const { phone, lines } = await world().start(sending(send, { recover }), byTheClock)
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(({ text, type }) => text === unknown && type === 'release')
    expect(keys).toEqual([])
    expect(lines.saying('an effect may have happened or not')).toMatchObject([
      { err: { code: 'FMW_EFFECT_UNKNOWN', message: expect.stringContaining('There was no answer within 50 ms') } },
    ])
    await caller.dial('*713#').expectScreen('Sent: {"found":1}')
    expect(service.sent).toMatchObject([{ ClientReference: keys[0] }])
  })

  it('is told so once more where nothing can find it out, and not sent under another key', async () => {
    const service = await silent()
    const client = service.client({ timeout: 50 })
    const send: Send = (clientReference) => client.messages.send({ ...message, clientReference })
    const { phone } = await world().start(sending(send), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    expect(service.sent).toHaveLength(1)
  })

  it('is asked for at each dial until it can be found out', async () => {
    const service = await silent()
    const client = service.client({ timeout: 50 })
    let looked = 0
    const recover = () => {
      looked += 1
      if (looked < 3) throw new Error('the service is away')
      return 'found'
    }
    const send: Send = (clientReference) => client.messages.send({ ...message, clientReference })
    const { phone } = await world().start(sending(send, { recover }), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    await caller.dial('*713#').expectScreen('Sent: "found"')
    expect([looked, service.sent.length]).toEqual([3, 1])
  })

  it('begins anew where it threw, and nothing was done', async () => {
    const keys: string[] = []
    const send: Send = async (key) => {
      if (keys.push(key) === 1) throw new Error('no rice left')
      return 'done'
    }
    const { phone } = await world().start(sending(send), byTheClock)
    await phone()
      .dial('*713#')
      .reply('1')
      .expectScreen('Sorry, something went wrong. Try later.')
      .dial('*713#')
      .reply('1')
      .expectScreen('Sent: "done"')
    expect(new Set(keys).size).toBe(2)
  })
})

/** Both ways to send something that take the signal of a talk. */
const ways: readonly (readonly [name: string, send: (to: StubService) => Send])[] = [
  [
    'the client',
    (service) =>
      (clientReference, { signal }) =>
        service.client().messages.send({ ...message, clientReference }, { signal }),
  ],
  [
    'a fetch',
    ({ baseUrl }) =>
      (key, { signal }) =>
        fetch(baseUrl, { method: 'POST', body: JSON.stringify({ ClientReference: key }), signal }),
  ],
]

describe.each(stores)('An effect that is sent with the signal of its talk, %s', (_name, world) => {
  it.each(ways)('by %s, is sent once where the subscriber leaves and dials again', async (_way, send) => {
    const service = await silent()
    const { keys, recover } = finding()
    const { phone } = await world().start(sending(send(service), { recover }), {
      ...byTheClock,
      talk: { resume: 'continue' },
    })
    const caller = phone()
    await leaveWhileSending(caller, service)
    await caller.dial('*713#').expectScreen('Sent: {"found":1}')
    expect(service.received).toMatchObject([{ body: { ClientReference: keys[0] } }])
  })
})

it('what a script takes for the failure of an effect in doubt says so', async () => {
  const service = await silent()
  const client = new MerchantClient({ baseUrl: service.baseUrl, apiId: 'id', apiKey: 'a-key', timeout: 50 })
  const caught: unknown[] = []
  const { phone } = await realWorld(memoryStore()).start(async (talk) => {
    await talk.once('send', () => client.messages.send(message)).catch((error: unknown) => caught.push(error))
    return talk.end('Ask us')
  })
  await phone().dial('*713#').expectScreen('Ask us')
  expect(caught).toMatchObject([{ code: 'FMW_EFFECT_UNKNOWN', cause: { code: 'FMW_CALL_TIMEOUT', isUncertain: true } }])
})
