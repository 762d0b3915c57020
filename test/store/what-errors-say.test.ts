import { createServer, Socket } from 'node:net'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
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
/** As got has it, which keeps what it did with the request. */
const got = (name: string, code: string, request: object = {}, response?: object, cause?: unknown) =>
  named(name, { code, request: { redirectUrls: [], retryCount: 0, ...request }, response, cause })
/** A class that gives its errors no name, as those of Redis. */
class SocketTimeoutError extends Error {}
const unclear = Object.assign(new Error('no answer'), { isUncertain: true })
const surely = Object.assign(new Error('refused'), { isUncertain: false })
const aborted = coded('FMW_CALL_ABORTED', { isUncertain: false })
const wrap = (cause: unknown) => new Error('the order failed', { cause })
const deep = (cause: unknown, depth: number): unknown => (depth === 0 ? cause : deep(wrap(cause), depth - 1))

const long = Buffer.from(Array.from({ length: 500 }, (_, at) => `order ${at}`).join())

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
    [
      'axios that was redirected to a host that refused',
      axios('ECONNREFUSED', 'x', { request: { _redirectCount: 1 }, cause: neverMade('ECONNREFUSED') }),
    ],
    ['axios that was redirected for ever', axios('ERR_FR_TOO_MANY_REDIRECTS', 'x', { cause: new Error('x') })],
    [
      'axios that was redirected to what is no address',
      axios('ERR_FR_REDIRECTION_FAILURE', 'x', { cause: coded('ERR_INVALID_URL') }),
    ],
    [
      'axios-retry whose last try was refused',
      axios('ECONNREFUSED', 'x', { config: { 'axios-retry': { retryCount: 1 } } }),
    ],
    [
      'got that was redirected to a host that refused',
      got(
        'RequestError',
        'ECONNREFUSED',
        { redirectUrls: [new URL('http://a.example')] },
        { statusCode: 303 },
        neverMade('ECONNREFUSED'),
      ),
    ],
    ['got that was redirected to what is no address', got('RequestError', 'ERR_INVALID_URL', {}, { statusCode: 302 })],
    ['got that was redirected for ever', got('MaxRedirectsError', 'ERR_TOO_MANY_REDIRECTS')],
    [
      'got whose second try was refused',
      got('RequestError', 'ECONNREFUSED', { retryCount: 1 }, undefined, neverMade('ECONNREFUSED')),
    ],
    [
      'got whose second try found a conflict',
      got('HTTPError', 'ERR_NON_2XX_3XX_RESPONSE', { retryCount: 1 }, { statusCode: 409 }),
    ],
    ['got whose second try was refused, as it comes from Node 24', coded('ERR_SOCKET_CLOSED_BEFORE_CONNECTION')],
    ['got with an answer of 502', got('HTTPError', 'ERR_NON_2XX_3XX_RESPONSE', {}, { statusCode: 502 })],
    ['got with an answer that is no JSON', got('ParseError', 'ERR_BODY_PARSE_FAILURE', {}, { statusCode: 200 })],
    ['got whose answer broke off', got('ReadError', 'ERR_READING_RESPONSE_STREAM', {}, { statusCode: 200 })],
    ['an error with an answer of 500, as of ky', named('HTTPError', { response: new Response('', { status: 500 }) })],
    ['undici that tried again', named('RequestRetryError', { code: 'UND_ERR_REQ_RETRY', statusCode: 200 })],
    ['undici with an answer of 502', named('ResponseError', { code: 'UND_ERR_RESPONSE', statusCode: 502 })],
    ['undici with an answer that is too long', coded('UND_ERR_RES_EXCEEDED_MAX_SIZE')],
    ['undici that gave up on redirects', named('MaxRedirectsError', { code: 'UND_ERR_REDIRECT_MAX' }, 'max redirects')],
    ['undici that gave up on redirects, as before it had a code', new Error('max redirects')],
    [
      'undici that was redirected in a loop',
      named(
        'InvalidArgumentError',
        { code: 'UND_ERR_INVALID_ARG' },
        'Redirect loop detected. Cannot redirect to http://127.0.0.1:3000.',
      ),
    ],
    ['undici with an answer that is no HTTP', named('HTTPParserError', { code: undefined })],
    ['Redis that waited too long for an answer', new SocketTimeoutError("didn't receive any in 400ms.")],
    ['Redis that was disconnected', new Error('Disconnects client')],
    ['MySQL that is shut down', coded('ER_SERVER_SHUTDOWN', { errno: 1053 })],
    ['MySQL that failed in a COMMIT', coded('ER_ERROR_DURING_COMMIT', { errno: 1180 })],
    [
      'MariaDB that killed the connection, by mysql2',
      Object.assign(new Error('Connection was killed'), { errno: 1927 }),
    ],
    ['MariaDB that killed the connection, by its own library', coded('ER_CONNECTION_KILLED', { errno: 1927 })],
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
    [
      'axios that was refused at once',
      axios('ECONNREFUSED', 'x', { request: { _redirectCount: 0 }, cause: neverMade('ECONNREFUSED') }),
      'nothing',
    ],
    [
      'got that was refused at once',
      got('RequestError', 'ECONNREFUSED', {}, undefined, neverMade('ECONNREFUSED')),
      'nothing',
    ],
    ['got with an answer of 409', got('HTTPError', 'ERR_NON_2XX_3XX_RESPONSE', {}, { statusCode: 409 }), 'nothing'],
    [
      'got with an answer of 409 where it was redirected to',
      got(
        'HTTPError',
        'ERR_NON_2XX_3XX_RESPONSE',
        { redirectUrls: [new URL('http://a.example')] },
        { statusCode: 409 },
      ),
      'nothing',
    ],
    [
      'an answer that says no in its body',
      named('ClientError', { response: { status: 200, errors: ['sold out'] } }),
      'nothing',
    ],
    [
      'undici that is called wrongly',
      named('InvalidArgumentError', { code: 'UND_ERR_INVALID_ARG' }, 'invalid request method'),
      'nothing',
    ],
    ['undici with an answer of 409', named('ResponseError', { code: 'UND_ERR_RESPONSE', statusCode: 409 }), 'nothing'],
    ['an own error with a status for the caller', Object.assign(new Error('x'), { statusCode: 500 }), 'nothing'],
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

  it.each([
    ['gzip', gzipSync(long)],
    ['br', brotliCompressSync(long)],
    ['zstd', zstdCompressSync(long)],
  ])('is that it may have been where the answer to a real fetch is no %s', async (encoding, packed) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${packed.length}\r\n\r\n`
    const spoilt = Buffer.concat([Buffer.from(head), packed.fill(0xff, 2, 12)])
    const { url } = await listening((socket) => socket.end(spoilt))
    const answer = await fetch(url, { method: 'POST', body: '{}' })
    expect(whatItSays(await answer.text().catch((error: unknown) => error))).toBe('unclear')
  })

  it("is that it may have been where a real fetch with redirect: 'error' is redirected", async () => {
    const { url } = await listening((socket) =>
      socket.end('HTTP/1.1 303 See Other\r\nlocation: http://127.0.0.1:1/\r\n\r\n'),
    )
    const thrown: unknown = await fetch(url, { method: 'POST', redirect: 'error' }).catch((error: unknown) => error)
    expect(whatItSays(thrown)).toBe('unclear')
  })

  it('ends where causes go in a circle', () => {
    const first: Error & { cause?: unknown } = new Error('first')
    first.cause = wrap(first)
    expect(whatItSays(first)).toBe('nothing')
  })

  it('is that it may have been where a server hangs up on a real fetch, and nothing where none listens', async () => {
    const { server, url } = await listening((socket) => socket.destroy())
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

/** @param answer what a server does once it has been sent something */
async function listening(answer: (socket: Socket) => void) {
  const server = createServer((socket) => socket.on('data', () => answer(socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}
