import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { conversation, date, decimal, phone as phoneNumber, text, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { basic, memoryStore, secretPath, sourceAddresses } from '../../src/index.ts'
import { postgresSchema, postgresStore } from '../../src/store/postgres/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { phone } from '../../src/testing/index.ts'

// Names that some other package of the process might leave on Object.prototype, each of which opened or changed something.
const names = [
  ...['verify', 'secret', 'client', 'confirmWith', 'store', 'prefix', 'publicUrl', 'bodyLimit', 'country', 'classify'],
  ...['budget', 'maxWork', 'whenStoreFails', 'logScreens', 'screens', 'acknowledge', 'retry', 'attempts', 'minDelay'],
  ...['sessions', 'max', 'expiry', 'retention', 'entriesDays', 'reconcile', 'after', 'concurrency', 'shutdownTimeout'],
  ...['path', 'identity', 'onDead', 'onLeave', 'onDeadline', 'onUnknownType', 'report'],
  ...['clientState', 'sensitive', 'maskNext', 'field', 'callbackUrl', 'envelope'],
  ...['recover', 'problem', 'tries', 'pattern', 'min', 'max', 'order', 'decimals'],
  ...['fetch', 'retries', 'timeout', 'noRecordStatus', 'apiKey', 'clientSecret', 'username', 'trustedProxies'],
  ...['reference', 'description', 'currency', 'expiresIn', 'payeeName', 'migrate', 'connections', 'finished'],
  ...['onProgress', 'registration', 'mobile', 'operator', 'serviceCode', 'conflicts', 'cursor'],
]
let read: string[]

beforeEach(() => {
  read = []
  for (const name of names) {
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      get() {
        const [, , caller = ''] = String(new Error().stack).split('\n')
        if (/\/src\//.test(caller)) read.push(`${name} ${caller.replace(/.*\/src\//, '').replace(/:\d+\)?$/, '')}`)
        return undefined
      },
      set(value) {
        Object.defineProperty(this, name, { configurable: true, enumerable: true, value, writable: true })
      },
    })
  }
})
afterEach(() => {
  for (const name of names) Reflect.deleteProperty(Object.prototype, name)
})

describe('options are read from own properties only', () => {
  it('of a registration', async () => {
    const app = Fastify()
    await app.register(merchantWebhooks, {
      verify: secretPath('a-good-secret'),
      store: memoryStore(),
      ussd: (_push, turn) => turn.prompt('Hello', { label: 'Hi' }),
      programmable: { handler: (_push, turn) => turn.menu('Which?', [], {}) },
      payment: () => undefined,
      fulfilment: { handler: () => undefined },
      deliveryReport: () => undefined,
    })
    for (const [url, message] of [
      ['/ussd', '*713#'],
      ['/programmable', '*713#'],
    ] as const) {
      const payload = { SessionId: 's', Type: 'Initiation', Message: message, Mobile: '+233000000000', Sequence: 1 }
      await app.inject({ method: 'POST', url: `${url}/a-good-secret`, payload })
    }
    await app.merchant.inbox.list()
    await app.merchant.inbox.redrive()
    await app.merchant.sessions.list()
    await app.close()
    expect(read).toEqual([])
  })

  it('of a conversation, its questions and its steps', async () => {
    const order = conversation(async (talk) => {
      await talk.show('Hello')
      await talk.choose('Which?', [{ label: 'Tea', value: 'tea' }], {})
      await talk.ask('Whole?', whole({ min: 1 }), {})
      await talk.ask('Decimal?', decimal({ min: 1 }))
      for (const question of [text(), date(), phoneNumber()]) await talk.ask('What?', question, {})
      await talk.confirm('Sure?', {})
      await talk.once('order', () => 1, {})
      return talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5 }, {})
    })
    const app = Fastify()
    await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ussd: order })
    const caller = phone(app)
    for (const answer of ['*713#', '1', '1', '1', '1.5', 'a', '1-2-2026', '+233000000000', '1']) {
      await (answer === '*713#' ? caller.dial(answer) : caller.reply(answer))
    }
    expect(caller.lastScreen?.payment?.amount).toBe(5)
    await app.close()
    expect(inRoom('conversation', 'replies', 'registration', 'turns')).toEqual([])
  })

  it('of a client and its calls', async () => {
    const client = new MerchantClient({
      baseUrl: 'https://api.example',
      apiId: 'id-of-the-shop',
      ...{ apiKey: 'key-of-the-shop' },
      merchantAccountNumber: '11684',
      ...{ fetch: async () => new Response('{}') },
    })
    const request = {
      clientReference: 'order-1',
      totalAmount: 5,
      ...{ description: 'Tea', callbackUrl: 'https://shop.example/a' },
      returnUrl: 'https://shop.example/b',
      cancellationUrl: 'https://shop.example/c',
    }
    await client.checkout.create(request).catch(() => undefined)
    await client.transactions.status({ clientReference: 'order-1' }).catch(() => undefined)
    await client.messages.send({ from: 'Shop', to: '+233000000000', content: 'Hello' }).catch(() => undefined)
    await client.messages.query().catch(() => undefined)
    expect(read).toEqual([])
  })

  it('of verifiers, stores and the addresses of payments', async () => {
    basic({ ...{ username: 'service' }, password: 'password-1' })
    sourceAddresses(['192.0.2.1'])
    sqliteStore('merchant.db')
    postgresStore('postgres://shop@db.example/shop')
    postgresSchema()
    const app = Fastify()
    await app.register(merchantWebhooks, {
      ...{ verify: 'none', store: memoryStore(), secret: 'sixteen letters!', publicUrl: 'https://shop.example' },
      payment: () => undefined,
    })
    await app.ready()
    app.merchant.callbackUrl({ kind: 'checkout', ...{ reference: 'order-1' } })
    await app.close()
    expect(read).toEqual([])
  })

  it('so that a verifier that somebody left on Object.prototype opens nothing', async () => {
    Object.defineProperty(Object.prototype, 'verify', { configurable: true, value: 'none' })
    const app = Fastify()
    const booting = app.register(merchantWebhooks, { ussd: (_push, turn) => turn.end('Goodbye') })
    await expect(booting).rejects.toMatchObject({ code: 'FMW_VERIFY_REQUIRED' })
  })
})

function inRoom(...rooms: readonly string[]): readonly string[] {
  return read.filter((line) => rooms.some((room) => line.includes(` ${room}/`)))
}
