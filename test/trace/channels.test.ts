import { tracingChannel } from 'node:diagnostics_channel'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { conversation } from '../../src/conversation/index.ts'
import { type ChannelMessages, memoryStore } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { phone } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'

/** Every message of a channel, with the name of its part. */
function listen<Name extends keyof ChannelMessages>(name: Name): [string, ChannelMessages[Name]][] {
  const heard: [string, ChannelMessages[Name]][] = []
  const channel = tracingChannel<unknown, ChannelMessages[Name]>(`fastify-merchant-webhooks.${name}`)
  const hear = (part: string) => (message: ChannelMessages[Name]) => void heard.push([part, { ...message }])
  const parts = {
    start: hear('start'),
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: hear('asyncEnd'),
    error: hear('error'),
  }
  channel.subscribe(parts)
  onTestFinished(() => void channel.unsubscribe(parts))
  return heard
}

describe('the channel of turns', () => {
  it('tells what took the time of a turn: each load and once by its name', async () => {
    const heard = listen('turn')
    const app = await appWith({
      ussd: conversation(async (talk) => {
        const price = await talk.load('price', async () => 5)
        await talk.confirm(`Tea for ${price}?`)
        await talk.once('order', async () => 'order-1')
        return talk.end('Thank you')
      }),
    })
    await phone(app).dial('*713#').reply('1')
    const [first, , , last] = heard.map(([, message]) => message)
    expect(heard.map(([part]) => part)).toEqual(['start', 'asyncEnd', 'start', 'asyncEnd'])
    expect(first).toMatchObject({
      kind: 'ussd',
      registration: 'default',
      budget: 6_000,
      type: 'initiation',
      sequence: 1,
      ms: null,
    })
    expect(last).toMatchObject({ type: 'response', source: 'handler', late: null })
    expect(last?.steps.map(({ name, label }) => [name, label])).toEqual([
      ['body', null],
      ['parse', null],
      ['handler', null],
      ['once', 'order'],
      ['encode', null],
    ])
    const ms = last?.ms ?? 0
    for (const { from, to } of last?.steps ?? []) {
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeGreaterThanOrEqual(from)
      expect(to).toBeLessThanOrEqual(ms)
    }
    // What was entered and shown, and the phone, stay out.
    expect(JSON.stringify(heard)).not.toMatch(/Tea|Thank|\*713|\+233/)
  })

  it('tells of the store, and of a look at the verifier', async () => {
    const heard = listen('turn')
    const store = listen('store')
    const app = await appWith({
      verify: { name: 'mine', check: async () => true },
      store: sqliteStore(join(mkdtempSync(join(tmpdir(), 'fmw-')), 'turns.db')),
      ussd: (_, turn) => turn.end('Bye'),
    })
    await app.ready()
    await phone(app).dial('*713#')
    expect(heard.at(-1)?.[1].steps.map(({ name, label }) => label ?? name)).toEqual([
      'verify',
      'body',
      'parse',
      'open',
      'handler',
      'close',
      'encode',
    ])
    expect(store.map(([part, { operation }]) => `${part} ${operation}`)).toEqual(
      expect.arrayContaining(['start turns.open', 'asyncEnd turns.open', 'start turns.close', 'asyncEnd turns.close']),
    )
    expect(store.find(([part]) => part === 'asyncEnd')?.[1]).toMatchObject({
      registration: 'default',
      ms: expect.any(Number),
    })
  })

  it.each([
    ['233000000000-1732', '233...000-1732'],
    ['ussd:+233000000000_7', 'ussd:+233...000_7'],
    ['s-\u0660\u0662\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660', 's-020...000'],
    ['7f9c24e8-b2f9-4a0e-9d3c-123456789012', '7f9c24e8-b2f9-4a0e-9d3c-123456789012'],
  ])('has no phone of the id of a session: %s', async (SessionId, shown) => {
    const heard = listen('turn')
    const app = await appWith({ ussd: (_, turn) => turn.end('Bye') })
    await post(app, paths.ussd, { ...samples.ussd, SessionId })
    expect(heard.at(-1)?.[1].sessionId).toBe(shown)
  })

  it('tells of a push that came in a query, behind a verifier and without one', async () => {
    const heard = listen('turn')
    const push = 'SessionId=one&Mobile=%2B233000000000&ServiceCode=713&Type=Initiation&Message=*713%23&Sequence=1'
    for (const verify of ['none', { name: 'mine', check: async () => true, needsBody: true }] as const) {
      const app = await appWith({ verify, ussd: (_, turn) => turn.end('Bye') })
      await app.inject({ method: 'GET', url: `${paths.ussd}?${push}` })
    }
    const steps = heard
      .filter(([part]) => part === 'asyncEnd')
      .map(([, message]) => message.steps.map(({ name }) => name))
    expect(steps).toEqual([
      ['parse', 'handler', 'encode'],
      ['verify', 'handler', 'encode'],
    ])
  })

  it('gives the late work of a turn to the one that takes its result, and says who waited for whom', async () => {
    const heard = listen('turn')
    const go = Promise.withResolvers<void>()
    const app = await appWith({
      budget: 50,
      maxWork: 60_000,
      ussd: conversation(async (talk) => {
        await talk.load('slow', () => go.promise)
        return talk.end('Here')
      }),
    })
    const caller = phone(app)
    await caller.dial('*713#')
    await caller.reply('1')
    go.resolve()
    await caller.reply('1')
    expect(caller.lastScreen?.text).toBe('Here')
    const answered = heard.filter(([part]) => part === 'asyncEnd').map(([, message]) => message)
    expect(answered.map(({ source }) => source)).toEqual(['waiting', 'waiting', 'late'])
    const [first, second, third] = answered
    expect(first?.steps.find(({ name }) => name === 'load')).toMatchObject({ label: 'slow' })
    expect(second?.steps.map(({ name }) => name)).toContain('wait')
    expect(third?.late?.map(({ name }) => name)).toEqual(['handler', 'load'])
    expect(third?.late?.[0]?.from).toBeLessThan(0)
  })
})

describe('the other channels', () => {
  it('tell of an attempt that failed, with what it threw, and of the next', async () => {
    const heard = listen('attempt')
    let tries = 0
    const app = await appWith({
      deliveryReport: () => {
        tries += 1
        if (tries === 1) throw new Error('broken')
      },
    })
    await post(app, paths.deliveryReport, { MessageId: '1', Status: 'Sent' })
    await post(app, paths.deliveryReport, { MessageId: '1', Status: 'Sent' })
    expect(heard.map(([part, { number }]) => `${part} ${number}`)).toEqual([
      'start 1',
      'error 1',
      'asyncEnd 1',
      'start 2',
      'asyncEnd 2',
    ])
    expect(heard[1]?.[1]).toMatchObject({
      registration: 'default',
      kind: 'deliveryReport',
      entryId: 'deliveryReport:1|sent',
      replay: false,
    })
    expect(heard[1]?.[1].error).toEqual(new Error('broken'))
  })

  it('mask a phone in the id of an entry', async () => {
    const heard = listen('attempt')
    const app = await appWith({
      deliveryReport: { handler: () => undefined, identity: () => 'of +233000000000' },
    })
    await post(app, paths.deliveryReport, { MessageId: '1', Status: 'Sent' })
    expect(heard[0]?.[1].entryId).toBe('deliveryReport:of +233...000')
  })

  it('tell of a call to the service, and of a store that refuses', async () => {
    const calls = listen('client')
    const store = listen('store')
    const client = new MerchantClient({
      baseUrl: 'http://127.0.0.1:9',
      apiId: 'id',
      apiKey: 'key',
      retries: 0,
      fetch: () => Promise.reject(new TypeError('no line')),
    })
    await expect(client.messages.get('1')).rejects.toThrow()
    expect(calls.map(([part]) => part)).toEqual(['start', 'error', 'asyncEnd'])
    expect(calls[2]?.[1]).toMatchObject({ ms: expect.any(Number), error: expect.any(Error) })
    const kept = memoryStore()
    const open: typeof kept.open = (user) => {
      const opened = kept.open(user)
      opened.inbox.list = () => Promise.reject(new Error('no disk'))
      return opened
    }
    const app = await appWith({
      store: { name: kept.name, durability: kept.durability, open },
      deliveryReport: () => undefined,
    })
    await app.ready()
    await expect(app.merchant.inbox.list()).rejects.toThrow('no disk')
    expect(store.map(([part, { operation }]) => `${part} ${operation}`)).toEqual(
      expect.arrayContaining(['start inbox.list', 'error inbox.list', 'asyncEnd inbox.list']),
    )
  })
})
