import { describe, expect, it } from 'vitest'
import { basic } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

const verifier = basic({ username: 'service', password: 'pass:wörd-1' })
const token = Buffer.from('service:pass:wörd-1').toString('base64')
const ask = (authorization: string | string[] | undefined) =>
  verifier.check(requestWith({ headers: { authorization } }))

describe('basic', () => {
  it.each(['Basic', 'basic', 'BASIC', 'bAsIc'])('passes the pair, with the scheme written %s', (scheme) => {
    expect(ask(`${scheme} ${token}`)).toBe(true)
  })

  it('allows several spaces after the scheme', () => {
    expect(ask(`Basic   ${token}`)).toBe(true)
  })

  it.each([
    ['no header', undefined],
    ['no scheme', token],
    ['another scheme', `Bearer ${token}`],
    ['a scheme alone', 'Basic'],
    ['no space after the scheme', `Basic${token}`],
    ['a wrong password', `Basic ${Buffer.from('service:pass:word-1').toString('base64')}`],
    ['a wrong user name', `Basic ${Buffer.from('servicE:pass:wörd-1').toString('base64')}`],
    ['a pair without a colon', `Basic ${Buffer.from('servicepass').toString('base64')}`],
    [
      'the pair in Latin-1, where the challenge asks for UTF-8',
      `Basic ${Buffer.from('service:pass:wörd-1', 'latin1').toString('base64')}`,
    ],
    ['the header as an array', [`Basic ${token}`]],
  ])('refuses %s', (_case, authorization) => {
    expect(ask(authorization)).toBe(false)
  })

  it.each([
    ['without its padding', token.replace(/=+$/, '')],
    ['with more padding', `${token}=`],
    ['with white space inside', `${token.slice(0, 4)} ${token.slice(4)}`],
    ['with a character outside the alphabet', `${token.slice(0, 4)}*${token.slice(4)}`],
    ['with something after it', `${token} x`],
  ])('refuses base64 %s, which a lenient decoder would read', (_case, text) => {
    expect(ask(`Basic ${text}`)).toBe(false)
  })

  it('refuses base64 whose unused bits are set, and the URL alphabet', () => {
    const short = basic({ username: 'user', password: '12345678?>' })
    const strict = Buffer.from('user:12345678?>').toString('base64')
    const urlAlphabet = Buffer.from('user:12345678?>').toString('base64url')
    expect(strict).not.toBe(urlAlphabet)
    expect(short.check(requestWith({ headers: { authorization: `Basic ${strict}` } }))).toBe(true)
    expect(short.check(requestWith({ headers: { authorization: `Basic ${urlAlphabet}` } }))).toBe(false)

    const padded = basic({ username: 'user', password: '12345678' })
    expect(Buffer.from('dXNlcjoxMjM0NTY3OB==', 'base64').toString()).toBe('user:12345678')
    expect(Buffer.from('dXNlcjoxMjM0NTY3OA==', 'base64').toString()).toBe('user:12345678')
    expect(padded.check(requestWith({ headers: { authorization: 'Basic dXNlcjoxMjM0NTY3OA==' } }))).toBe(true)
    expect(padded.check(requestWith({ headers: { authorization: 'Basic dXNlcjoxMjM0NTY3OB==' } }))).toBe(false)
  })

  it('challenges, names the encoding, and shows neither part of the pair', () => {
    expect(verifier.challenge).toBe('Basic realm="pushes", charset="UTF-8"')
    expect(verifier.name).toBe('basic')
    expect(verifier.address).toBeUndefined()
  })
})
