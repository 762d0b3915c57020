import { describe, expect, it } from 'vitest'
import {
  allOf,
  anyOf,
  noVerifier,
  secretHeader,
  secretPath,
  secretQuery,
  type Verifier,
} from '../../src/verify/index.ts'

const path = secretPath('a-good-secret')
const other = secretPath('another-secret')
const header = secretHeader('x-token', 'a-good-token')
const withRoute = (routePath: string): Verifier => ({ name: 'own', routePath, check: () => true })

describe.each([
  ['allOf', allOf],
  ['anyOf', anyOf],
])('%s at boot', (name, combine) => {
  it('refuses to combine nothing', () => {
    expect(() => combine()).toThrow(expect.objectContaining({ code: 'FMW_VERIFIER_MEMBERS_INVALID' }))
    expect(() => combine()).toThrow(`${name}: it has no members`)
  })

  it.each([
    ['nothing', 'null'],
    ['a text', '"secret"'],
    ['an object without a name', '{ "check": true }'],
    ['an object without a check', '{ "name": "x" }'],
    ['an object whose name is no text', '{ "name": 1, "check": 1 }'],
    ['an object whose check is no function', '{ "name": "x", "check": true }'],
  ])('refuses %s as a member and says which', (_case, json) => {
    const member: Verifier = JSON.parse(json)
    expect(() => combine(header, member)).toThrow('member 2 of 2 is no verifier')
  })

  it('refuses none, which would check nothing unseen', () => {
    const written: Verifier = JSON.parse('"none"')
    expect(() => combine(header, noVerifier)).toThrow('member 2 of 2 is none')
    expect(() => combine(header, written)).toThrow('member 2 of 2 is none')
  })

  it('refuses two different path parameters', () => {
    expect(() => combine(path, withRoute('/:tenant'))).toThrow(
      expect.objectContaining({ code: 'FMW_VERIFIER_CONFLICT' }),
    )
  })

  it.each(['/fixed', '/:a/:b', ':secret', '/:secret/', '/*'])(
    'refuses the path %s, which does not combine',
    (routePath) => {
      expect(() => combine(header, withRoute(routePath))).toThrow(`a member's routePath is ${routePath}`)
    },
  )
})

describe('allOf at boot', () => {
  it('refuses two secrets for one path segment and says what to do for rotation', () => {
    expect(() => allOf(path, other)).toThrow('give one secretPath a list')
    expect(() => allOf(path, anyOf(other, header))).toThrow('give one secretPath a list')
  })

  it('refuses two secrets for one query parameter', () => {
    const key = secretQuery('key', 'a-good-key')
    expect(() => allOf(key, secretQuery('key', 'another-key'))).toThrow(
      expect.objectContaining({ code: 'FMW_VERIFIER_CONFLICT' }),
    )
    expect(() => allOf(key, secretQuery('other', 'another-key'))).not.toThrow()
  })
})

describe('anyOf at boot', () => {
  it('takes two secrets for one path segment or query parameter', () => {
    expect(() => anyOf(path, other)).not.toThrow()
    expect(() => anyOf(secretQuery('key', 'a-good-key'), secretQuery('key', 'another-key'))).not.toThrow()
  })
})
