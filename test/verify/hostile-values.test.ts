import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basic, secretHeader, secretPath, secretQuery } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

const secret = 'sécret-\u{1f511}-\ufffd'
const asciiSecret = 'a-good-secret'
const path = secretPath(['first-secret', secret])
const query = secretQuery('key', secret)
const header = secretHeader('x-token', asciiSecret)
const authorization = basic({ username: 'service', password: asciiSecret })

describe('values that an attacker chooses', () => {
  it('passes exactly the secret, whatever else is tried', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom(secret, asciiSecret, 'first-secret'),
    )
    fc.assert(
      fc.property(texts, (given) => {
        expect(path.check(requestWith({ params: { secret: given } }))).toBe(
          given === secret || given === 'first-secret',
        )
        expect(query.check(requestWith({ query: { key: given } }))).toBe(given === secret)
        expect(header.check(requestWith({ headers: { 'x-token': given } }))).toBe(given === asciiSecret)
        expect(authorization.check(requestWith({ headers: { authorization: given } }))).toBe(false)
      }),
    )
  })

  it('refuses every single change of the secret', () => {
    for (let index = 0; index < secret.length; index++) {
      const left = secret.slice(0, index)
      const right = secret.slice(index + 1)
      for (const given of [left + right, `${left}x${right}`, `${left}\0${right}`, left]) {
        expect(query.check(requestWith({ query: { key: given } }))).toBe(false)
      }
    }
  })

  it('does not take a lone surrogate for the replacement character that it would be encoded as', () => {
    for (const lone of ['\ud800', '\udc00']) {
      const given = secret.replace('\ufffd', lone)
      expect(query.check(requestWith({ query: { key: given } }))).toBe(false)
    }
  })

  it.each([
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['the secret and a megabyte', secret + 'x'.repeat(1_000_000)],
    ['nothing', undefined],
    ['null', null],
    ['a number', 42],
    ['an object with a toString', { toString: () => secret }],
    ['an array of the secret', [secret]],
  ])('refuses %s without throwing', (_case, given) => {
    expect(query.check(requestWith({ query: { key: given } }))).toBe(false)
  })

  it('forgets the value of the request before', () => {
    expect(query.check(requestWith({ query: { key: secret } }))).toBe(true)
    expect(query.check(requestWith({ query: { key: '' } }))).toBe(false)
    expect(query.check(requestWith({ query: { key: secret.slice(0, 3) } }))).toBe(false)
    expect(query.check(requestWith({ query: { key: secret } }))).toBe(true)
  })
})
