import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  allOf,
  anyOf,
  basic,
  secretHeader,
  secretPath,
  secretQuery,
  type Verifier,
  verifyWith,
} from '../../src/index.ts'
import { appWith, type Host } from './app.ts'

const secret = 'the-right-secret'
const login = `Basic ${Buffer.from(`pushes:${secret}`).toString('base64')}`

/** The status of a report that is sent with these lines in its head, over a socket. */
async function statusOf(verify: Verifier, path: string, lines: readonly string[], host: Host = {}): Promise<number> {
  const app = await appWith({ verify, deliveryReport: () => undefined }, host)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  const body = '{"MessageId":"1","Status":"Sent"}'
  const head = ['host: a', 'connection: close', 'content-type: application/json', `content-length: ${body.length}`]
  socket.write(`POST ${path} HTTP/1.1\r\n${[...head, ...lines].join('\r\n')}\r\n\r\n${body}`)
  return Number((await text(socket)).slice(9, 12))
}

describe('a header that came twice', () => {
  it.each<[string, Verifier, string, string]>([
    ['basic', basic({ username: 'pushes', password: secret }), 'Authorization', login],
    ['secretHeader of one that node shows once', secretHeader('Authorization', secret), 'Authorization', secret],
    ['secretHeader of another', secretHeader('x-token', secret), 'X-Token', secret],
    [
      'a verifier of your own',
      verifyWith('own', ({ headers }) => headers.authorization === secret),
      'authorization',
      secret,
    ],
    ['a combination', anyOf(secretPath(secret), secretHeader('referer', secret)), 'Referer', secret],
  ])('is refused by %s, whichever is right', async (_name, verify, name, right) => {
    const path = '/delivery-report'
    expect(await statusOf(verify, path, [`${name}: ${right}`])).toBe(200)
    expect(await statusOf(verify, path, [`${name}: ${right}`, `${name}: other`])).toBe(401)
    expect(await statusOf(verify, path, [`${name}: other`, `${name.toLowerCase()}: ${right}`])).toBe(401)
    expect(await statusOf(verify, path, [`${name}: ${right}`, `${name.toUpperCase()}: ${right}`])).toBe(401)
  })
})

describe('a harmless header that came twice', () => {
  it('reaches a verifier of your own as Node gives it, beside a secretHeader too', async () => {
    const own = verifyWith('own', ({ headers }) => headers['user-agent'] === 'gateway' && headers.host === 'a')
    const lines = ['User-Agent: gateway', 'User-Agent: other', `x-token: ${secret}`]
    expect(await statusOf(own, '/delivery-report', lines)).toBe(200)
    expect(await statusOf(allOf(own, secretHeader('x-token', secret)), '/delivery-report', lines)).toBe(200)
  })
})

describe('a query parameter, where a parser of the application', () => {
  const parsers: readonly (readonly [string, (query: string) => Record<string, unknown>])[] = [
    ['keeps the last value', (query) => Object.fromEntries(new URLSearchParams(query))],
    ['keeps the first', (query) => Object.fromEntries([...new URLSearchParams(query)].toReversed())],
  ]

  it.each(parsers)('%s, is refused when it came twice, and passes once', async (_name, querystringParser) => {
    const server = { routerOptions: { querystringParser } }
    const status = (query: string) =>
      statusOf(secretQuery('key', '123456789012'), `/delivery-report?${query}`, [], { server })
    expect(await status('key=123456789012')).toBe(200)
    expect(await status('key=x&key=123456789012')).toBe(401)
    expect(await status('key=123456789012&key=x')).toBe(401)
    expect(await status('%6bey=x&key=123456789012')).toBe(401)
    expect(await status('other=123456789012')).toBe(401)
  })
})
