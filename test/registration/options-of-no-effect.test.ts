import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { appWith } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'

const inboundMessage = () => undefined

/** What booting says to options as untyped code may give them. */
async function refusal(untyped: object): Promise<unknown> {
  const app = Fastify({ logger: { level: 'silent' } })
  const options: MerchantWebhooksOptions = { verify: 'none', store: memoryStore(), inboundMessage }
  try {
    await app.register(merchantWebhooks, Object.assign(options, untyped))
    await app.ready()
    return 'it boots'
  } catch (error) {
    return error instanceof Error ? error.message : error
  } finally {
    await app.close()
  }
}

const withoutType = (value: unknown) => Object(value)

describe('an option that would have no effect stops the boot', () => {
  it('where onDead of the registration is none that can be called', async () => {
    expect(await refusal({ onDead: () => undefined })).toBe('it boots')
    expect(await refusal({ onDead: 'page the boss' })).toBe('The option onDead must be a function')
  })

  it('where acknowledge is a status alone, wherever it stands', async () => {
    const wanted = 'The option inboundMessage.acknowledge must be { status, body }, each of them optional'
    expect(await refusal({ acknowledge: 204 })).toBe(wanted)
    expect(await refusal({ inboundMessage: { handler: inboundMessage, acknowledge: 'ok' } })).toBe(wanted)
    expect(await refusal({ acknowledge: { status: 204 } })).toBe('it boots')
  })

  it('where logScreens is a word', async () => {
    expect(await refusal({ logScreens: 'false' })).toBe('The option logScreens must be true or false')
    const ussd = { handler: () => undefined, logScreens: 'yes' }
    expect(await refusal({ ussd })).toBe('The option ussd.logScreens must be true or false')
  })

  it('where a level or the serializers of the log are none', async () => {
    expect(await refusal({ logLevel: 'loud' })).toBe(
      "The option logLevel must be a level of the application's logger, such as 'warn': it has no 'loud'",
    )
    expect(await refusal({ logSerializers: 5 })).toBe(
      "The option logSerializers must be an object of functions, as Fastify's is",
    )
    expect(await refusal({ logLevel: 'warn', logSerializers: {} })).toBe('it boots')
  })

  it('where a payment handler has no store, by the name that was written', async () => {
    expect(await refusal({ store: undefined, payment: () => undefined })).toMatch(/because payment handles money/)
    expect(await refusal({ store: undefined, checkout: () => undefined })).toMatch(/because checkout handles money/)
  })
})

describe('an option of a store that nobody reads is refused', () => {
  it('in memory, which keeps no file', () => {
    expect(() => memoryStore(withoutType({ file: 'merchant.db' }))).toThrow('the option file that does not exist')
    expect(() => memoryStore(withoutType({ finshed: 5 }))).toThrow(
      'the option finshed that does not exist; finished may',
    )
    const text = JSON.parse('"merchant.db"')
    expect(() => memoryStore(text)).toThrow('the options "merchant.db" that are not { finished, unfinished')
    expect(() => memoryStore({ finished: undefined })).not.toThrow()
  })

  it('in files and on a server', () => {
    expect(() => sqliteStore('merchant.db', withoutType({ timout: 5 }))).toThrow('timeout may be meant')
    const url = 'postgres://shop@127.0.0.1/shop'
    expect(() => postgresStore(url, withoutType({ schma: 'shop' }))).toThrow('schema may be meant')
  })
})

it('a listener of an event that never comes is refused, by name', async () => {
  const app = await appWith({ inboundMessage })
  await app.ready()
  const { events } = app.merchant
  const misspelt = JSON.parse('"turnFialed"')
  expect(() => events.on(misspelt, () => undefined)).toThrow(/no event 'turnFialed'; there are: deadline, turnFailed, /)
  const ways = ['addListener', 'once', 'prependListener', 'prependOnceListener'] as const
  for (const way of ways) expect(() => events[way](misspelt, () => undefined)).toThrow(/no event 'turnFialed'/)
  expect(() => events.once('turnFailed', () => undefined)).not.toThrow()
  expect(events.listenerCount(misspelt)).toBe(0)
})

it('a close that is cut off before handlers are given up is told at boot', async () => {
  const told = async (shutdownTimeout: number, pluginTimeout: number) => {
    const lines = linesOf()
    const app = await appWith({ inboundMessage, shutdownTimeout }, { server: { logger: lines.logger, pluginTimeout } })
    await app.ready()
    return lines.saying('shutdownTimeout is not shorter').length
  }
  expect(await told(10_000, 10_000)).toBe(1)
  expect(await told(9_999, 10_000)).toBe(0)
  expect(await told(60_000, 0)).toBe(0)
})
