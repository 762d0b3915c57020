import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOf, laneKeyOf } from '../../../src/store/postgres/keys.ts'
import {
  failureOf,
  isForGood,
  ServerFailure,
  toServerFailure,
  toUnavailable,
} from '../../../src/store/postgres/server/failure.ts'
import { fromColumn, toColumn } from '../../../src/store/postgres/statement.ts'

const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)))
  .map((a) => a.join(''))

describe('a text in a column', () => {
  it('comes back as it was, and is one that PostgreSQL takes', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), (text) => {
        const column = toColumn(text)
        expect(fromColumn(column)).toBe(text)
        expect(column.isWellFormed()).toBe(true)
        expect(column).not.toContain('\u0000')
      }),
    )
  })

  it('is as it was where nothing is in the way', () => {
    const text = 'checkout:order-7|paid \\u0000 "quoted" 😀\n'
    expect(toColumn(text)).toBe(text)
    expect(toColumn('a\u0000b\u0010c\ud800')).toBe('a\u00100000b\u00100010c\u0010d800')
  })
})

describe('keys', () => {
  it('differ by registration and name, however they are cut', () => {
    expect(keyOf('a', 'bc')).not.toBe(keyOf('ab', 'c'))
    expect(keyOf('a', '\ud800')).not.toBe(keyOf('a', '\ud801'))
    expect(keyOf('a', 'b')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(BigInt.asIntN(64, BigInt(laneKeyOf('a', 'b'))).toString()).toBe(laneKeyOf('a', 'b'))
  })
})

describe('a failure', () => {
  const withCode = (code: string, message = 'said by the server') => Object.assign(new Error(message), { code })

  it.each([
    ['08006', 'broken'],
    ['57P01', 'broken'],
    ['57P03', 'away'],
    ['53300', 'away'],
    ['53100', 'other'],
    ['40P01', 'again'],
    ['22021', 'row'],
    ['54000', 'row'],
    ['ECONNRESET', 'broken'],
    ['ECONNREFUSED', 'away'],
    ['XX000', 'other'],
  ])('%s is %s', (code, kind) => {
    expect(failureOf(withCode(code))).toEqual({ kind, why: expect.stringContaining(code) })
  })

  it('without a code is a connection that ended', () => {
    expect(failureOf(new Error('Connection terminated'))).toEqual({ kind: 'broken', why: 'Connection terminated' })
    expect(failureOf('odd')).toEqual({ kind: 'broken', why: 'odd' })
  })

  it('of several addresses is that of the first', () => {
    expect(failureOf(new AggregateError([withCode('ENOTFOUND')]))).toEqual({
      kind: 'away',
      why: 'the server cannot be reached (ENOTFOUND)',
    })
  })

  it('is for good at the start only where waiting does not help', () => {
    expect(['28P01', '3D000', '42601', 'FMW_STORE_SCHEMA'].map((code) => isForGood(withCode(code)))).not.toContain(
      false,
    )
    expect(['ECONNREFUSED', '57P03', '53300'].map((code) => isForGood(withCode(code)))).not.toContain(true)
    expect(isForGood(new Error('Connection terminated'))).toBe(false)
  })

  it('of a socket that is reset is a broken connection, and no file for TLS that cannot be read', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
    const failed = new Promise((resolve) => socket.once('error', resolve))
    socket.write('asks')
    const error = await failed
    server.close()
    expect(error).toMatchObject({ code: 'ECONNRESET', syscall: 'read' })
    expect(failureOf(error)).toEqual({ kind: 'broken', why: 'the connection was reset (ECONNRESET)' })
    expect(isForGood(error)).toBe(false)
  })

  it('of a file for TLS that is not there, or is a folder, is for good', () => {
    for (const [file, code] of [
      [join(tmpdir(), 'there-is-no-such-file.pem'), 'ENOENT'],
      [tmpdir(), 'EISDIR'],
    ] as const) {
      let error: unknown
      try {
        readFileSync(file)
      } catch (thrown) {
        error = thrown
      }
      expect(failureOf(error).why).toBe(`a file that the URL names for TLS cannot be read (${code})`)
      expect(isForGood(error)).toBe(true)
    }
  })

  it('of ours says what it says', () => {
    expect(failureOf(withCode('FMW_STORE_SCHEMA', 'too new'))).toEqual({ kind: 'other', why: 'too new' })
  })

  it('of the server is told as such, and anything else stays as it is', () => {
    const failure = new ServerFailure({ kind: 'away', why: 'gone' })
    expect(toServerFailure(failure)).toBe(failure)
    expect(toUnavailable('postgres', failure)).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    const other = new TypeError('a mistake')
    expect(toUnavailable('postgres', other)).toBe(other)
  })
})
