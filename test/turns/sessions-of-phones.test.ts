import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore, type Store } from '../../src/index.ts'
import { linesOf } from '../http/lines.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'

const stores: readonly (readonly [string, () => Store])[] = [
  ['memory', () => memoryStore()],
  ...realStores.map(([name, make]) => [name, () => make()()] as const),
]

const welcome = 'Your PIN?'
const mine = '+233240000001'
const yours = '+233540000001'
const balance = (pin: string) => `Balance of ${pin}`

/** Whoever is past the PIN is shown what it protects. */
const vault = conversation(
  async (talk) => {
    const pin = await talk.ask('Your PIN?', text(), { id: 'pin' })
    for (;;) await talk.show(balance(pin), { id: 'balance' })
  },
  { resume: 'never' },
)

/** One phone, or what somebody sends in its place; each push has the next sequence, unless it says which. */
async function service(store: Store, settings: Partial<MerchantWebhooksOptions> = {}) {
  const lines = linesOf()
  const app = Fastify({ logger: lines.logger })
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, { verify: 'none', store, ussd: vault, programmable: vault, ...settings })
  await app.ready()
  let sequence = 0
  const next = (more: object): void => {
    if (!('Sequence' in more)) sequence += 1
  }
  const send = async (fields: object, url = '/ussd'): Promise<string> => {
    const given = { SessionId: 'one', Mobile: mine, ServiceCode: '713', Operator: 'network', Message: '1' }
    const payload = { ...given, Sequence: sequence, ...fields }
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload })
    expect(statusCode).toBe(200)
    const reply: unknown = JSON.parse(body)
    const isReply = typeof reply === 'object' && reply !== null && 'Message' in reply
    return isReply ? (String(reply.Message).split('\n')[0] ?? '') : body
  }
  return {
    lines,
    dial: (Mobile?: unknown, more: object = {}, path?: string) => {
      next(more)
      return send({ Type: 'Initiation', Message: '*713#', Mobile, ...more }, path)
    },
    reply: (Mobile?: unknown, Message = '1', more: object = {}, path?: string) => {
      next(more)
      return send({ Type: 'Response', Message, Mobile, ...more }, path)
    },
    push: (Type: string, Mobile: unknown, more: object = {}) => {
      next(more)
      return send({ Type, Message: '', Mobile, ...more })
    },
    again: (fields: object) => send(fields),
  }
}

describe.each(dealt(stores))('A session on %s', (_name, newStore, it) => {
  it('is of its phone: another one with its id begins a session of its own, and neither sees the other', async () => {
    const { dial, reply, lines } = await service(newStore())
    expect(await dial(mine)).toBe(welcome)
    expect(await reply(mine, 'my PIN')).toBe(balance('my PIN'))
    expect(await reply(yours, '1', { Sequence: 1 })).toBe(welcome)
    expect(await reply(yours, 'your PIN', { Sequence: 2 })).toBe(balance('your PIN'))
    expect(await reply(mine)).toBe(balance('my PIN'))
    expect(await dial('+233550000001', { Sequence: 1 })).toBe(welcome)
    expect(await reply(yours, '1', { Sequence: 3 })).toBe(balance('your PIN'))
    const told = lines.all().filter(({ msg }) => String(msg).includes('mobileMayChange'))
    expect(told).toHaveLength(1)
  })

  it.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['a word', 'unknown'],
    ['what an attacker wrote', `${mine}'; --`],
    ['as long as a body', 'x'.repeat(60_000)],
    ['another number that ends alike', '+233140000001'],
    ['a number of another country', '+2348240000001'],
    ['the same digits under another calling code', '+254240000001'],
    ['the same digits under another calling code, without plus', '254240000001'],
    ['as it may be dialled inside either country', '0240000001'],
  ])('is not gone on with where Mobile is %s', async (_what, mobile) => {
    const { dial, reply } = await service(newStore())
    await dial(mine)
    await reply(mine, 'my PIN')
    expect(await reply(mobile, '1', { Sequence: 1 })).toBe(welcome)
    expect(await reply(mobile, 'x', { Sequence: 2 })).toBe(balance('x'))
    expect(await reply(mine)).toBe(balance('my PIN'))
  })

  it.each([{ country: 'GH' }, {}] as const)(
    'is gone on with in any spelling that is certainly its phone, with %o',
    async (settings) => {
      const whole = [mine, '233240000001', '00233240000001', ' +233 24 000 0001 ']
      const { dial, reply } = await service(newStore(), settings)
      const certain = settings.country === undefined ? whole : [...whole, '0240000001', '024 000 0001']
      for (const one of certain) {
        await dial(one, { SessionId: one })
        await reply(one, 'my PIN', { SessionId: one })
        for (const other of certain) expect(await reply(other, '1', { SessionId: one })).toBe(balance('my PIN'))
      }
    },
  )

  it.each([{ country: 'GH' }, {}] as const)(
    'is gone on with by whoever is dialled inside a country, spelt as before, with %o',
    async (settings) => {
      const { dial, reply } = await service(newStore(), settings)
      await dial('0240000001')
      await reply('0240000001', 'my PIN')
      expect(await reply(' 0240000001 ')).toBe(balance('my PIN'))
      expect(await reply('+254240000001', '1', { Sequence: 1 })).toBe(welcome)
      expect(await reply('0240000001')).toBe(balance('my PIN'))
    },
  )

  it('is not ended by another phone, and repeats its answers to its own alone', async () => {
    const { dial, reply, push, again } = await service(newStore())
    await dial(mine)
    await reply(mine, 'my PIN')
    const repeated = { Type: 'Response', Message: 'my PIN' }
    await push('Release', yours, { Sequence: 1 })
    await push('Timeout', yours, { Sequence: 2 })
    expect(await reply(mine)).toBe(balance('my PIN'))
    expect(await again({ ...repeated, Sequence: 2 })).toBe(balance('my PIN'))
    expect(await again({ ...repeated, Sequence: 2, Mobile: yours })).toBe('This has ended. Please dial again.')
    expect(await again({ ...repeated, Sequence: 2, Mobile: '+233550000001' })).toBe(welcome)
  })

  it('is not ended before it began: an end that nobody has seen the beginning of is forgotten when it is dialled', async () => {
    const { dial, reply, push } = await service(newStore())
    for (const type of ['Release', 'Timeout']) {
      const id = { SessionId: type }
      expect(await push(type, mine, id)).toBe('This has ended. Please dial again.')
      expect(await reply(mine, '1', id)).toBe('This has ended. Please dial again.')
      expect(await dial(mine, id)).toBe(welcome)
      expect(await reply(mine, 'my PIN', id)).toBe(balance('my PIN'))
    }
    expect(await dial(mine)).toBe(welcome)
    expect(await reply(mine, 'my PIN')).toBe(balance('my PIN'))
    await push('Release', mine)
    expect(await dial(mine)).toBe('This has ended. Please dial again.')
  })

  it('is known by its id alone where mobileMayChange says so', async () => {
    const { dial, reply } = await service(newStore(), { mobileMayChange: ['WebStore', ' pos-android '] })
    for (const Operator of ['webstore', 'POS-Android ']) {
      const more = { SessionId: Operator, Operator }
      await dial('user-1', more, '/programmable')
      expect(await reply('user-2', 'a PIN', more, '/programmable')).toBe(balance('a PIN'))
    }
    await dial('user-1')
    await reply('user-1', 'a PIN')
    expect(await reply('user-2')).toBe(welcome)
    const anywhere = await service(newStore(), { programmable: { handler: vault, mobileMayChange: true } })
    await anywhere.dial('user-1', {}, '/programmable')
    expect(await anywhere.reply(undefined, 'a PIN', {}, '/programmable')).toBe(balance('a PIN'))
    expect(anywhere.lines.all().some(({ msg }) => String(msg).includes('mobileMayChange'))).toBe(false)
  })
})

it.each(['yes', 1, [1], [''], {}])('mobileMayChange cannot be %o', async (mobileMayChange) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const options = { verify: 'none', ussd: vault, mobileMayChange }
  const register = app.register(
    merchantWebhooks,
    Object.assign<object, MerchantWebhooksOptions>(options, { ussd: vault }),
  )
  await expect(Promise.resolve(register)).rejects.toThrow(/ussd.mobileMayChange/)
})
