import { createServer } from 'node:net'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionFailure } from '../../src/client/connection-failure.ts'
import { neverSent, whatItSays } from '../../src/store/effects/doubt.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })
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
    [
      'several that were never made',
      Object.assign(new AggregateError([coded('ETIMEDOUT', { syscall: 'connect' })]), { code: 'ETIMEDOUT' }),
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

  it('takes for never sent what the client does', () => {
    for (const code of neverSent)
      expect([code, connectionFailure(new TypeError('fetch failed', { cause: coded(code) })).isUncertain]).toEqual([
        code,
        false,
      ])
  })
})
