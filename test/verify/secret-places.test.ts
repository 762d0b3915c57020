import { describe, expect, it } from 'vitest'
import { secretHeader, secretPath, secretQuery } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

describe('secretPath', () => {
  const verifier = secretPath('a-good-secret')

  it('passes the secret in the path parameter that it adds to the route', () => {
    expect(verifier.routePath).toBe('/:secret')
    expect(verifier.check(requestWith({ params: { secret: 'a-good-secret' } }))).toBe(true)
  })

  it('refuses another secret, and a request without one', () => {
    expect(verifier.check(requestWith({ params: { secret: 'a-good-secreT' } }))).toBe(false)
    expect(verifier.check(requestWith({ params: { secret: '' } }))).toBe(false)
    expect(verifier.check(requestWith({}))).toBe(false)
  })

  it('gives what to append to the address, percent-encoded', () => {
    expect(secretPath('a b?c#d%é').address).toBe('/a%20b%3Fc%23d%25%C3%A9')
  })

  it('keeps the secret out of its name', () => {
    expect(verifier.name).toBe('secretPath')
  })
})

describe('secretHeader', () => {
  const verifier = secretHeader('X-Push-Token', 'a-good-secret')

  it('passes the secret in the header, whose name is written in any case', () => {
    expect(verifier.check(requestWith({ headers: { 'x-push-token': 'a-good-secret' } }))).toBe(true)
  })

  it('refuses another secret, and a request without the header', () => {
    expect(verifier.check(requestWith({ headers: { 'x-push-token': 'A-good-secret' } }))).toBe(false)
    expect(verifier.check(requestWith({}))).toBe(false)
  })

  it('refuses a header that came twice, as an array or joined by node', () => {
    expect(verifier.check(requestWith({ headers: { 'x-push-token': ['a-good-secret', 'a-good-secret'] } }))).toBe(false)
    expect(verifier.check(requestWith({ headers: { 'x-push-token': ['a-good-secret'] } }))).toBe(false)
    expect(verifier.check(requestWith({ headers: { 'x-push-token': 'a-good-secret, a-good-secret' } }))).toBe(false)
  })

  it('adds nothing to the address and names its header, not its secret', () => {
    expect(verifier.address).toBeUndefined()
    expect(verifier.name).toBe('secretHeader(x-push-token)')
  })

  it('is not fooled by a header named like a property of every object', () => {
    expect(secretHeader('constructor', 'a-good-secret').check(requestWith({}))).toBe(false)
  })
})

describe('secretQuery', () => {
  const verifier = secretQuery('key', 'a good/secret&')

  it('passes the secret in the query parameter', () => {
    expect(verifier.check(requestWith({ query: { key: 'a good/secret&' } }))).toBe(true)
  })

  it('refuses another secret, another case of the name, and a request without it', () => {
    expect(verifier.check(requestWith({ query: { key: 'a good/secret' } }))).toBe(false)
    expect(verifier.check(requestWith({ query: { Key: 'a good/secret&' } }))).toBe(false)
    expect(verifier.check(requestWith({}))).toBe(false)
  })

  it('refuses a parameter that came twice', () => {
    expect(verifier.check(requestWith({ query: { key: ['a good/secret&', 'a good/secret&'] } }))).toBe(false)
  })

  it('gives the address to register and the parameter to take out of the event', () => {
    expect(verifier.address).toBe('?key=a%20good%2Fsecret%26')
    expect(verifier.queryNames).toEqual(['key'])
    expect(verifier.name).toBe('secretQuery(key)')
  })
})
