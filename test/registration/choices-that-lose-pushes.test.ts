import Fastify, { type FastifyServerOptions } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, {
  anyOf,
  basic,
  type MerchantWebhooksOptions,
  memoryStore,
  secretHeader,
  secretPath,
  secretQuery,
  type Verifier,
} from '../../src/index.ts'
import { linesOf } from '../http/lines.ts'

const secret = 'q8Zt4mV1cY7rB0nK5sWd2hJx'
const handler = (): void => undefined

async function boot(options: MerchantWebhooksOptions, server: FastifyServerOptions = {}): Promise<unknown> {
  const app = Fastify(server)
  onTestFinished(() => app.close())
  try {
    await app.register(merchantWebhooks, options)
    await app.ready()
    return 'it boots'
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : error
  }
}

describe('a path secret that is longer than Fastify takes', () => {
  const login = basic({ username: 'pushes', password: secret })

  it.each([secretPath(secret), anyOf(secretPath(secret), login)])('stops the boot: $name', async (verify) => {
    const answer = await boot({ verify, deliveryReport: handler }, { routerOptions: { maxParamLength: 20 } })
    expect(answer).toBe(
      `FMW_VERIFIER_OPTION_INVALID: ${verify.name}: the secret in the path has 24 characters, and Fastify refuses more than 20. Raise its routerOptions.maxParamLength`,
    )
    expect(await boot({ verify, deliveryReport: handler }, { routerOptions: { maxParamLength: 24 } })).toBe('it boots')
  })

  it('is counted as Fastify counts: decoded, and without the query', async () => {
    const routerOptions = { maxParamLength: 12 }
    expect(await boot({ verify: secretPath('é é é é é é!'), deliveryReport: handler }, { routerOptions })).toBe(
      'it boots',
    )
    expect(await boot({ verify: secretQuery('key', secret), deliveryReport: handler }, { routerOptions })).toBe(
      'it boots',
    )
  })
})

describe('a path parameter', () => {
  const own = (routePath: string, address: string): Verifier => ({ name: 'own', routePath, address, check: () => true })
  const long = 'a'.repeat(101)
  const limit = (max: number) => ({ routerOptions: { maxParamLength: max } })

  it.each([
    ['two of them, together longer than the limit', own('/:tenant/:secret', `/${'a'.repeat(60)}/${'b'.repeat(60)}`)],
    ['fixed text before it', own(`/${long}/:secret`, `/${long}/${secret}`)],
    ['a wildcard', own('/*', `/${long}`)],
    ['an address that is no right percent-encoding', own('/:secret', '/100%zz-of-it')],
  ])('that Fastify takes boots: %s', async (_what, verify) => {
    expect(await boot({ prefix: '/push', verify, deliveryReport: handler })).toBe('it boots')
  })

  it('is looked at in each place', async () => {
    const verify = own('/fixed/:tenant/:secret?', `/fixed/b/${long}?key=1`)
    expect(await boot({ verify, deliveryReport: handler })).toMatch(/has 101 characters/)
  })

  it('may be an older secret that is longer than the new one', async () => {
    const [short, older] = ['0123456789', '0123456789-older']
    for (const verify of [
      secretPath([short, older]),
      anyOf(secretHeader('x-token', secret), secretPath([short, older])),
    ])
      expect(await boot({ verify, deliveryReport: handler }, limit(12))).toMatch(/has 16 characters/)
  })

  it('has the usual limit where it is given as 0', async () => {
    expect(await boot({ verify: secretPath(secret), deliveryReport: handler }, limit(0))).toBe('it boots')
  })
})

describe('a secret in a query parameter that pushes have', () => {
  it.each(['from', 'to', 'fulltext', 'keyword', 'text', 'account', 'campaign', 'date', 'network', 'From'])(
    'stops the boot: %s',
    async (name) => {
      expect(await boot({ verify: secretQuery(name, secret), inboundMessage: handler })).toBe(
        `FMW_OPTION: The option verify looks for a secret in the query parameter ${name}, which pushes of inboundMessage have: name it otherwise, such as key`,
      )
    },
  )

  it('stops it for delivery reports too, and for no kind that has none', async () => {
    expect(await boot({ verify: secretQuery('status', secret), deliveryReport: handler })).toMatch(/of deliveryReport/)
    expect(await boot({ verify: secretQuery('from', secret), checkout: handler, store: memoryStore() })).toBe(
      'it boots',
    )
    expect(await boot({ verify: secretQuery('key', secret), inboundMessage: handler })).toBe('it boots')
  })
})

describe("Fastify's connectionTimeout", () => {
  const said = async (server: FastifyServerOptions, options: MerchantWebhooksOptions = {}) => {
    const lines = linesOf()
    const ussd: MerchantWebhooksOptions['ussd'] = (_push, turn) => turn.end('Goodbye')
    expect(await boot({ verify: 'none', ussd, ...options }, { logger: lines.logger, ...server })).toBe('it boots')
    return lines.saying("Fastify's connectionTimeout is shorter")
  }

  it('is warned of where it is shorter than the budget of a turn and a second', async () => {
    expect(await said({ connectionTimeout: 5_000 })).toMatchObject([
      { level: 40, connectionTimeout: 5_000, budget: 6_000 },
    ])
    expect(await said({ connectionTimeout: 6_999 })).toHaveLength(1)
    expect(await said({ connectionTimeout: 7_000 })).toEqual([])
    expect(await said({})).toEqual([])
    expect(await said({ connectionTimeout: 5_000 }, { ussd: undefined, deliveryReport: handler })).toEqual([])
  })
})
