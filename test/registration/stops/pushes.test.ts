import { describe, expect, it, vi } from 'vitest'
import { conversation, frenchWords } from '../../../src/conversation/index.ts'
import { type MerchantWebhooksOptions, memoryStore } from '../../../src/index.ts'
import type { Store } from '../../../src/store/store.ts'
import { appWith } from '../../http/app.ts'
import { type Lines, linesOf } from '../../http/lines.ts'
import { paths, samples } from '../../http/samples.ts'
import { dealt } from '../../store/dealt.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { realStores } from '../../store/real-stores.ts'

const person = { by: 'Ama', reason: 'the new menu shows no prices' }

const stores: readonly (readonly [name: string, make: () => () => Store])[] = [
  [
    'memory',
    () => {
      const store = memoryStore()
      return () => store
    },
  ],
  ...realStores,
]

/** An application over sockets, with what its handlers were called for. */
async function listening(store: Store, options: MerchantWebhooksOptions = {}, lines: Lines = linesOf()) {
  const handled: string[] = []
  const app = await appWith(
    {
      store,
      ussd: (push, turn) => {
        handled.push(`ussd ${push.message}`)
        return turn.prompt('What?')
      },
      payment: ({ reference }) => void handled.push(`payment ${reference}`),
      deliveryReport: ({ messageId }) => void handled.push(`report ${messageId}`),
      ...options,
    },
    { server: { logger: lines.logger } },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const push = async (kind: keyof typeof paths, body: object | string = samples[kind]) => {
    const answer = await fetch(origin + paths[kind], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const said = JSON.parse(await answer.text())
    return { status: answer.status, headers: answer.headers, body: said }
  }
  return { app, merchant: app.merchant, push, handled, lines }
}

describe.each(dealt(stores))('a stopped kind on %s', (_name, make, it) => {
  it('of turns gives a polite last screen with status 200, and runs no handler, until it is started', async () => {
    const { merchant, push, handled } = await listening(make()())
    expect(await merchant.stop('ussd', person)).toBe(true)
    const { status, body } = await push('ussd')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      Type: 'Release',
      Message: 'Sorry, this service is paused. Please try again later.',
    })
    expect(handled).toEqual([])
    const list = await merchant.sessions.list().catch(() => ({ sessions: [] }))
    expect(list.sessions).toEqual([])
    expect(merchant.counts.ussd).toEqual({ paused: 1 })
    expect((await push('ussd', { ...samples.ussd, Type: 'Release', Sequence: 2 })).body.Type).toBe('Release')
    expect(await merchant.start('ussd', { by: 'Ama' })).toBe(true)
    expect((await push('ussd', { ...samples.ussd, SessionId: 'another' })).body.Message).toBe('What?')
    expect(handled).toEqual(['ussd *713*5#'])
  })

  it('of turns runs no handler for a session of which only the end was known, either', async () => {
    const { merchant, push, handled } = await listening(make()())
    await push('ussd', { ...samples.ussd, Type: 'Timeout' })
    await merchant.stop('ussd', person)
    expect((await push('ussd')).body).toMatchObject({ Type: 'Release', Message: expect.stringContaining('paused') })
    await merchant.start('ussd', { by: 'Ama' })
    expect(handled).toEqual([])
  })

  it('of notifications gives 503 with Retry-After, keeps nothing, and takes the same push once it is started', async () => {
    const { merchant, push, handled } = await listening(make()())
    await merchant.stop('checkout', person)
    const { status, headers, body } = await push('checkout')
    expect({ status, code: body.code, retry: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'FMW_PAUSED',
      retry: '60',
    })
    expect((await push('checkout', 'no JSON')).status).toBe(503)
    expect((await merchant.inbox.list()).entries).toEqual([])
    expect(merchant.counts.checkout).toEqual({ paused: 2 })
    expect((await push('deliveryReport')).status).toBe(200)
    await merchant.start('checkout', { by: 'Ama', reason: 'prices are back' })
    expect((await push('checkout')).status).toBe(200)
    await vi.waitFor(() => expect(handled.toSorted()).toEqual(['payment order-17', expect.stringContaining('report')]))
  })

  it('is said by health(), by stops(), once in the log and once as an event, when it begins and when it ends', async () => {
    const { merchant, lines } = await listening(make()())
    const told: unknown[] = []
    merchant.events.on('kindStopped', (stop) => void told.push(stop))
    merchant.events.on('kindStarted', (start) => void told.push(start))
    expect(merchant.health()).toMatchObject({ ok: true, stopped: [] })
    await merchant.stop('ussd', { ...person, reason: 'ask +233000000042' })
    expect(merchant.health()).toMatchObject({ ok: true, stopped: ['ussd'] })
    const stop = { kind: 'ussd', by: 'Ama', reason: 'ask +233000000042' }
    expect(await merchant.stops()).toEqual([{ ...stop, since: expect.any(Date) }])
    expect(await merchant.stop('ussd', { by: 'Kofi', reason: 'me too' })).toBe(false)
    await merchant.start('ussd', { by: 'Kofi' })
    expect(await merchant.start('ussd', { by: 'Kofi' })).toBe(false)
    expect(await merchant.stops()).toEqual([])
    expect(merchant.health().stopped).toEqual([])
    expect(told).toEqual([{ ...stop, at: expect.any(Date) }, { kind: 'ussd' }])
    const [begin, ...more] = lines.saying('a kind is stopped')
    expect(begin).toMatchObject({ level: 40, kind: 'ussd', by: 'Ama', reason: 'ask +233...042' })
    expect([more, lines.saying('a kind is started again')]).toMatchObject([[], [{ level: 40, kind: 'ussd' }]])
  })

  it('stands on the trail before it is stopped, with who and why, and so does its start', async () => {
    const { merchant } = await listening(make()())
    await merchant.stop('ussd', person)
    await merchant.start('ussd', { by: 'Kofi' })
    const { lines } = await merchant.trail.list()
    expect(lines).toMatchObject([
      { act: 'start', by: 'Kofi', about: { kind: 'ussd' }, reason: null },
      { act: 'stop', ...person, about: { kind: 'ussd' } },
    ])
  })
})

it('goes on with the next who asks where one could not be done', async () => {
  const store = memoryStore()
  let isAway = false
  const { merchant } = await listening({
    ...store,
    open: (context) => {
      const opened = store.open(context)
      const { list } = opened.stops
      return Object.assign(opened, {
        stops: Object.assign(opened.stops, {
          list: async (...given: Parameters<typeof list>) => {
            if (isAway) throw new Error('the store is away')
            return list.apply(opened.stops, given)
          },
        }),
      })
    },
  })
  isAway = true
  await expect(merchant.stop('ussd', person)).rejects.toThrow('the store is away')
  isAway = false
  expect(await merchant.stop('ussd', person)).toBe(true)
})

it('answers in the language of a conversation’s own words', async () => {
  const ussd = conversation(async (talk) => talk.end('Bonjour'), { words: frenchWords })
  const { merchant, push } = await listening(memoryStore(), { ussd })
  await merchant.stop('ussd', person)
  expect((await push('ussd')).body.Message).toBe('Désolé, ce service est suspendu. Réessayez plus tard.')
})

it('may have a screen of its own', async () => {
  const { merchant, push } = await listening(memoryStore(), { screens: { paused: 'Back at 6 pm.' } })
  await merchant.stop('ussd', person)
  expect((await push('ussd')).body.Message).toBe('Back at 6 pm.')
})

it('leaves what was accepted before to be handled', async () => {
  let isOpen = false
  const handled: unknown[] = []
  const { merchant, push } = await listening(newSqlite()(), {
    retry: { minDelay: 1, maxDelay: 1, attempts: 1_000 },
    payment: ({ reference }) => {
      if (!isOpen) throw new Error('not now')
      handled.push(reference)
    },
  })
  expect((await push('checkout')).status).toBe(200)
  await merchant.stop('checkout', person)
  isOpen = true
  await vi.waitFor(() => expect(handled).toEqual(['order-17']))
  expect(merchant.health().stopped).toEqual(['checkout'])
})

it.each([
  ['without a name', { reason: 'why' }, 'by must name who does it'],
  ['without a reason', { by: 'Ama' }, 'reason must say why'],
  [
    'with an empty reason',
    { by: 'Ama', reason: ' ' },
    'reason must be a text of 3 to 2,000 characters that can be seen',
  ],
  ['with a misspelt option', { by: 'Ama', reason: 'why', who: 'Ama' }, "stop takes no 'who'"],
] as const)('refuses to be stopped %s', async (_what, options, message) => {
  const { merchant } = await listening(memoryStore())
  await expect(Reflect.apply(merchant.stop, merchant, ['ussd', options])).rejects.toMatchObject({
    code: 'FMW_LOOK',
    message: expect.stringContaining(message),
  })
})

it.each(['inboundMessage', 'sms', undefined])('is only one that is received: not %s', async (kind) => {
  const { merchant } = await listening(memoryStore())
  for (const act of [merchant.stop, merchant.start]) {
    await expect(Reflect.apply(act, merchant, [kind, person])).rejects.toMatchObject({
      code: 'FMW_LOOK',
      message: expect.stringContaining('ussd'),
    })
  }
})
