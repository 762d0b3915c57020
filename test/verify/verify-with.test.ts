import { describe, expect, it } from 'vitest'
import { type VerifyRequest, verifyWith } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

describe('verifyWith', () => {
  it('asks the function with the whole request', async () => {
    const verifier = verifyWith(
      'gateway',
      ({ headers, method }) => headers['x-gateway'] === 'inside' && method === 'POST',
    )
    expect(verifier.name).toBe('gateway')
    expect(verifier.check(requestWith({ headers: { 'x-gateway': 'inside' } }))).toBe(true)
    expect(verifier.check(requestWith({}))).toBe(false)
  })

  it('waits for a promise', async () => {
    const later = (answer: boolean) => verifyWith('later', () => Promise.resolve(answer)).check(requestWith({}))
    await expect(later(true)).resolves.toBe(true)
    await expect(later(false)).resolves.toBe(false)
  })

  it.each([
    ['a number', '1'],
    ['a text', '"true"'],
    ['an object', '{ "ok": true }'],
    ['an object whose then is no function', '{ "then": true }'],
    ['null', 'null'],
  ])('takes only exactly true for a pass: not %s', async (_case, json) => {
    // What plain JavaScript can return where the type says boolean.
    const answer: boolean = JSON.parse(json)
    expect(verifyWith('truthy', () => answer).check(requestWith({}))).toBe(false)
    await expect(verifyWith('truthy', () => Promise.resolve(answer)).check(requestWith({}))).resolves.toBe(false)
  })

  it('refuses when the function throws or rejects, and tells the request', async () => {
    const told: [unknown, string][] = []
    const onError = (error: unknown, verifier: string) => told.push([error, verifier])
    const request: VerifyRequest = requestWith({ onError })
    const broken = new Error('no connection')
    const thrown = verifyWith('sync', () => {
      throw broken
    })
    expect(thrown.check(request)).toBe(false)
    await expect(verifyWith('async', () => Promise.reject(broken)).check(request)).resolves.toBe(false)
    expect(told).toEqual([
      [broken, 'sync'],
      [broken, 'async'],
    ])
  })

  it('refuses when nobody wants to be told', () => {
    const thrown = verifyWith('sync', () => {
      throw new Error('no connection')
    })
    expect(thrown.check(requestWith({}))).toBe(false)
  })

  it('gives the bytes of the body to a function that needs them', () => {
    const verifier = verifyWith('body', ({ rawBody }) => rawBody.length === 3, { needsBody: true })
    expect(verifier.needsBody).toBe(true)
    expect(verifier.check(requestWith({ rawBody: Buffer.from('abc') }))).toBe(true)
    expect(verifier.check(requestWith({ rawBody: Buffer.from('abcd') }))).toBe(false)
  })

  it('refuses without asking when the body it needs is not there', () => {
    let asked = 0
    const count = () => {
      asked += 1
      return true
    }
    const verifier = verifyWith('body', count, { needsBody: true })
    expect(verifier.check(requestWith({}))).toBe(false)
    expect(asked).toBe(0)
    expect(verifier.check(requestWith({ rawBody: new Uint8Array() }))).toBe(true)
    expect(asked).toBe(1)
  })

  it('needs no body unless told', () => {
    expect(verifyWith('headers', () => true).needsBody).toBeUndefined()
    expect(verifyWith('headers', () => true, { needsBody: false }).needsBody).toBeUndefined()
  })

  it.each(['', ' '])('refuses the name "%s"', (name) => {
    expect(() => verifyWith(name, () => true)).toThrow(expect.objectContaining({ code: 'FMW_VERIFIER_NAME_INVALID' }))
  })
})
