import { tracingChannel } from 'node:diagnostics_channel'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ChannelMessages, type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { manualClock } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { paths } from '../http/samples.ts'
import { newSqlite } from '../store/new-sqlite.ts'

type Heard = [string, string, ChannelMessages['accept'] | ChannelMessages['attempt']]

/** What is told of acceptances and attempts, in order. */
function listen(): Heard[] {
  const heard: Heard[] = []
  for (const name of ['accept', 'attempt'] as const) {
    const hear = (part: string) => (told: ChannelMessages[typeof name]) => void heard.push([name, part, { ...told }])
    const channel = tracingChannel<unknown, ChannelMessages[typeof name]>(`fastify-merchant-webhooks.${name}`)
    const parts = {
      start: hear('start'),
      end: () => undefined,
      asyncStart: () => undefined,
      asyncEnd: hear('asyncEnd'),
      error: hear('error'),
    }
    channel.subscribe(parts)
    onTestFinished(() => void channel.unsubscribe(parts))
  }
  return heard
}

const report = { MessageId: '1', Status: 'Sent' }
const secret = 'a-secret-of-at-least-thirty-two-characters'

describe.each([
  ['memory', memoryStore],
  ['SQLite', () => newSqlite()()],
])('the channel of acceptances, on %s', (_name, store) => {
  it('tells of a notification before its attempt, and names both alike', async () => {
    const heard = listen()
    const app = await appWith({ store: store(), deliveryReport: () => undefined })
    await post(app, paths.deliveryReport, report)
    await vi.waitFor(() => expect(heard).toHaveLength(4))
    expect(heard.map(([name, part]) => `${name} ${part}`)).toEqual([
      'accept start',
      'accept asyncEnd',
      'attempt start',
      'attempt asyncEnd',
    ])
    const [first, ended, attempt] = heard.map(([, , told]) => told)
    expect(first).toEqual({
      registration: 'default',
      kind: 'deliveryReport',
      entryId: 'deliveryReport:1|sent',
      messageId: expect.stringMatching(/^[0-9a-f]{32}$/),
      taken: null,
      ms: null,
    })
    expect(ended).toEqual({ ...first, taken: 'accepted', ms: expect.any(Number) })
    expect(attempt?.messageId).toBe(first?.messageId)
  })

  it('says that one came again, or contradicts another; that one has a name of its own', async () => {
    const heard = listen()
    const app = await appWith({ store: store(), payment: () => undefined })
    const notice = (OrderId: string, AmountPaid: number) => ({
      SessionId: 's-1',
      OrderId,
      OrderInfo: { Status: 'Paid', Payment: { AmountPaid, IsSuccessful: true }, Items: [] },
    })
    for (const amount of [5, 5, 6]) await post(app, paths.fulfilment, notice('o-1', amount))
    const ended = heard.flatMap(([name, part, told]) => (name === 'accept' && part === 'asyncEnd' ? [told] : []))
    expect(ended).toMatchObject([{ taken: 'accepted' }, { taken: 'repeated' }, { taken: 'conflict' }])
    const [first, again, other] = ended.map(({ messageId }) => messageId)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    const attempted = () =>
      heard.flatMap(([name, part, told]) => (name === 'attempt' && part === 'start' ? [told] : []))
    await vi.waitFor(() => expect(attempted().map(({ messageId }) => messageId)).toEqual([first, other]))
  })

  it('tells of what could not be read', async () => {
    const heard = listen()
    const app = await appWith({ store: store(), deliveryReport: () => undefined })
    expect((await post(app, paths.deliveryReport, '{')).statusCode).toBe(400)
    expect(heard.map(([name, part]) => `${name} ${part}`)).toEqual(['accept start', 'accept asyncEnd'])
    expect(heard[1]?.[2]).toMatchObject({ taken: 'rejected', ms: expect.any(Number) })
  })
})

describe('the channel of acceptances', () => {
  it('tells of a store that keeps nothing at the moment, with its error', async () => {
    const heard = listen()
    const kept = memoryStore()
    const open: typeof kept.open = (user) => {
      const opened = kept.open(user)
      opened.inbox.accept = () => Promise.reject(new Error('no disk'))
      return opened
    }
    const store = { name: kept.name, durability: kept.durability, open }
    const app = await appWith({ store, deliveryReport: () => undefined })
    expect((await post(app, paths.deliveryReport, report)).statusCode).toBe(503)
    expect(heard.map(([name, part]) => `${name} ${part}`)).toEqual(['accept start', 'accept error', 'accept asyncEnd'])
    expect(heard[2]?.[2]).toMatchObject({ taken: null, error: new Error('no disk') })
  })

  it('counts from the arrival, as the metrics do', async () => {
    const heard = listen()
    const clock = manualClock()
    const verify = {
      name: 'mine',
      check: async () => {
        clock.advance(30)
        return true
      },
    }
    const app = await appWith({ clock, verify, deliveryReport: () => undefined })
    await post(app, paths.deliveryReport, report)
    expect(heard[1]?.[2].ms).toBe(30)
  })
})

describe('the name of a notification', () => {
  /** What it is called by an application, whose merchant has the phone in the id. */
  async function named(options: MerchantWebhooksOptions): Promise<string | undefined> {
    const heard = listen()
    const app = await appWith({
      deliveryReport: { handler: () => undefined, identity: () => 'of +233000000000' },
      ...options,
    })
    await post(app, paths.deliveryReport, report)
    expect(heard[0]?.[2].entryId).toBe('deliveryReport:of +233...000')
    return heard[0]?.[2].messageId
  }

  it('is the same in each process with the secret, and nobody without it can try out a phone', async () => {
    const own = await named({ secret })
    expect(await named({ secret })).toBe(own)
    const others = [
      await named({ secret: `${secret}-other` }),
      await named({ secret, name: 'tickets' }),
      await named({}),
      await named({}),
    ]
    expect(new Set([own, ...others]).size).toBe(5)
  })
})
