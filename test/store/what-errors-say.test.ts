import { createServer, Socket } from 'node:net'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { connectionFailure } from '../../src/client/connection-failure.ts'
import { neverSent } from '../../src/never-sent.ts'
import { whatItSays } from '../../src/store/effects/doubt.ts'
import { newDatabase } from '../postgres-shared.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })
const named = (name: string, more: object = {}, message = 'x') => Object.assign(new Error(message), { name }, more)
/** As axios has it: of what it wraps it has the code, and none of the rest. */
const axios = (code: string, message = 'x', more: object = {}) => named('AxiosError', { code, ...more }, message)
/** What Node says of a host with several addresses: its code is that of the first. */
const severalAddresses = (...errors: Error[]) => Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' })
const neverMade = (code: string) => coded(code, { syscall: 'connect' })
const unclear = Object.assign(new Error('no answer'), { isUncertain: true })
const surely = Object.assign(new Error('refused'), { isUncertain: false })
const aborted = coded('FMW_CALL_ABORTED', { isUncertain: false })
const wrap = (cause: unknown) => new Error('the order failed', { cause })
const deep = (cause: unknown, depth: number): unknown => (depth === 0 ? cause : deep(wrap(cause), depth - 1))

describe('What an effect threw says of whether it was done', () => {
  it.each([
    ['one with isUncertain', unclear],
    ['the cause of another', wrap(unclear)],
    ['a cause that is fifty errors deep', deep(unclear, 50)],
    ['one of several', new AggregateError([new Error('x'), unclear])],
    ['what a disposal has suppressed', Object.assign(new Error('x'), { error: new Error('y'), suppressed: unclear })],
    ['a plain object', { isUncertain: true }],
    ['an error of another realm', runInNewContext("Object.assign(new Error('x'), { isUncertain: true })")],
    ['a time limit of another realm', runInNewContext("Object.assign(new Error('x'), { name: 'TimeoutError' })")],
    ['a connection that was reset', coded('ECONNRESET', { syscall: 'read' })],
    ['a pipe that broke, wrapped', wrap(coded('EPIPE', { syscall: 'write' }))],
    ['a fetch whose socket closed', new TypeError('fetch failed', { cause: coded('UND_ERR_SOCKET') })],
    ['a fetch that failed of nothing known', new TypeError('fetch failed')],
    [
      'a fetch to a host that went out of reach while it read',
      new TypeError('fetch failed', { cause: coded('EHOSTUNREACH', { syscall: 'read' }) }),
    ],
    [
      'a fetch of which one address was connected to',
      new TypeError('fetch failed', { cause: severalAddresses(neverMade('ETIMEDOUT'), coded('ECONNRESET')) }),
    ],
    ['an answer that is no HTTP', coded('HPE_INVALID_CONSTANT')],
    ['a session of HTTP/2 that went away', coded('ERR_HTTP2_GOAWAY_SESSION')],
    ['a stream of HTTP/2 that was cancelled', coded('ERR_HTTP2_STREAM_CANCEL')],
    ['a socket that timed out', coded('ESOCKETTIMEDOUT')],
    ['axios with a signal', named('CanceledError', { code: 'ERR_CANCELED' }, 'canceled')],
    ['axios whose answer broke off', axios('ERR_BAD_RESPONSE', 'stream has been aborted')],
    ['axios with an answer of 500', axios('ERR_BAD_RESPONSE', 'Request failed with status code 500', { status: 500 })],
    ['axios without a network', axios('ERR_NETWORK', 'Network Error')],
    ['axios over a fetch', axios('ERR_NETWORK', 'Network Error', { cause: coded('UND_ERR_SOCKET') })],
    ['PostgreSQL that was shut down', named('error', { code: '57P01' })],
    ['PostgreSQL whose connection failed', named('error', { code: '08006' })],
    ['PostgreSQL that does not know it', named('error', { code: '40003' })],
    ['MySQL whose connection was lost', coded('PROTOCOL_CONNECTION_LOST', { fatal: true })],
    ['MongoDB whose connection closed', named('MongoNetworkError', {}, 'connection 1 to 127.0.0.1:27017 closed')],
    ['Redis whose socket closed', new Error('Socket closed unexpectedly')],
    ['Prisma whose server closed the connection', named('PrismaClientKnownRequestError', { code: 'P1017' })],
  ])('is that it may have been: %s', (_what, thrown) => {
    expect(whatItSays(thrown)).toBe('unclear')
  })

  it.each([
    ['one that says so, whatever it was made of', Object.assign(wrap(unclear), { isUncertain: false }), 'notDone'],
    ['a call that was not sent', aborted, 'notSent'],
    ['a call that was not sent, wrapped', wrap(aborted), 'notSent'],
    ['one that was refused, wrapped', wrap(surely), 'nothing'],
    ['a name that is not known', new TypeError('fetch failed', { cause: coded('ENOTFOUND') }), 'nothing'],
    ['a connection that was never made', coded('ETIMEDOUT', { syscall: 'connect' }), 'nothing'],
    ['several that were never made', severalAddresses(neverMade('ETIMEDOUT')), 'nothing'],
    [
      'a fetch of which several were never made',
      new TypeError('fetch failed', { cause: severalAddresses(neverMade('ETIMEDOUT'), neverMade('ENETUNREACH')) }),
      'nothing',
    ],
    ['axios over several', axios('ETIMEDOUT', '', { cause: severalAddresses(neverMade('ETIMEDOUT')) }), 'nothing'],
    ['axios over one', axios('ETIMEDOUT', '', { cause: neverMade('ETIMEDOUT') }), 'nothing'],
    ['axios with an answer of 400', axios('ERR_BAD_REQUEST', 'x', { status: 400 }), 'nothing'],
    ['axios over a fetch of no name', axios('ERR_NETWORK', 'x', { cause: coded('ENOTFOUND') }), 'nothing'],
    ['MongoDB that cannot be reached', named('MongoNetworkError', { cause: neverMade('ECONNREFUSED') }), 'nothing'],
    ['PostgreSQL that is starting', named('error', { code: '57P03' }), 'nothing'],
    ["PostgreSQL where two were in each other's way", named('error', { code: '40001' }), 'nothing'],
    [
      'a pool of pg that waited too long for a connection',
      new Error('Connection terminated due to connection timeout', {
        cause: new Error('Connection terminated unexpectedly'),
      }),
      'nothing',
    ],
    ['no error at all', 'no rice', 'nothing'],
    ['something that cannot be read', Proxy.revocable({}, {}).proxy, 'nothing'],
  ])('is no doubt by itself: %s', (_what, thrown, says) => {
    expect(whatItSays(thrown)).toBe(says)
  })

  it('ends where causes go in a circle', () => {
    const first: Error & { cause?: unknown } = new Error('first')
    first.cause = wrap(first)
    expect(whatItSays(first)).toBe('nothing')
  })

  it('is that it may have been where a server hangs up on a real fetch, and nothing where none listens', async () => {
    const server = createServer((socket) => socket.on('data', () => socket.destroy()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const failure = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(whatItSays(await failure())).toBe('unclear')
    await new Promise((resolve) => server.close(resolve))
    expect(whatItSays(await failure())).toBe('nothing')
  })

  it('is nothing where a real fetch has a scheme that it does not know', async () => {
    await expect(fetch('foo://x').catch(whatItSays)).resolves.toBe('nothing')
  })

  it('is that it may have been where the answer to a COMMIT is lost, and where the ROLLBACK behind it is refused', async () => {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: await newDatabase(inject('postgresPort')),
      stream: () => socket,
    })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('BEGIN')
    const committed = client.query('COMMIT').catch((error: unknown) => error)
    socket.destroy()
    const lost = await committed
    const refused: unknown = await client.query('ROLLBACK').catch((error: unknown) => error)
    expect(lost).toEqual(new Error('Connection terminated unexpectedly'))
    expect([lost, refused].map(whatItSays)).toEqual(['unclear', 'unclear'])
  })

  it.each(Object.values(neverSent).flat())('takes %s for never sent, as the client does', (code) => {
    const failure = new TypeError('fetch failed', { cause: coded(code) })
    expect([whatItSays(failure), connectionFailure(failure).isUncertain]).toEqual(['nothing', false])
  })
})
