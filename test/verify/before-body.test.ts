import { describe, expect, it } from 'vitest'
import { allOf, anyOf, secretHeader, secretPath, verifyWith } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

const path = secretPath('a-good-secret')
const header = secretHeader('x-token', 'a-good-token')
const body = verifyWith('body', ({ rawBody }) => rawBody.length === 3, { needsBody: true })
const good = { params: { secret: 'a-good-secret' } }
const token = { headers: { 'x-token': 'a-good-token' } }
const abc = { rawBody: Buffer.from('abc') }

describe('before the body is read', () => {
  it('there is nothing apart to ask where no member needs it', () => {
    expect(allOf(path, header).needsBody).toBe(false)
    expect(allOf(path, header).beforeBody).toBeUndefined()
    expect(anyOf(path, header).needsBody).toBe(false)
    expect(anyOf(path, header).beforeBody).toBeUndefined()
  })

  it('an allOf asks its members that need no body, and afterwards all of them', () => {
    const both = allOf(path, body)
    expect(both.needsBody).toBe(true)
    expect(both.beforeBody?.(requestWith({}))).toBe(false)
    expect(both.beforeBody?.(requestWith(good))).toBe(true)
    expect(both.check(requestWith({ ...good, ...abc }))).toBe(true)
    expect(both.check(requestWith({ ...good, rawBody: Buffer.from('abcd') }))).toBe(false)
    expect(both.check(requestWith(abc))).toBe(false)
    expect(both.check(requestWith(good))).toBe(false)
  })

  it('an allOf of nothing but members that need it can decide nothing', () => {
    expect(allOf(body).needsBody).toBe(true)
    expect(allOf(body).beforeBody).toBeUndefined()
  })

  it('an anyOf can decide nothing where a member could still pass by the body', () => {
    const either = anyOf(path, body)
    expect(either.needsBody).toBe(true)
    expect(either.beforeBody).toBeUndefined()
    expect(either.check(requestWith(good))).toBe(true)
    expect(either.check(requestWith(abc))).toBe(true)
    expect(either.check(requestWith({}))).toBe(false)
  })

  it('an anyOf refuses where every member can by the headers', () => {
    const either = anyOf(path, allOf(header, body))
    expect(either.beforeBody?.(requestWith({}))).toBe(false)
    expect(either.beforeBody?.(requestWith(good))).toBe(true)
    expect(either.beforeBody?.(requestWith(token))).toBe(true)
    expect(either.check(requestWith({ ...token, ...abc }))).toBe(true)
    expect(either.check(requestWith(token))).toBe(false)
  })

  it('an allOf passes on what a member inside it can refuse', () => {
    const nested = allOf(allOf(path, body), header)
    expect(nested.beforeBody?.(requestWith({ ...good, ...token }))).toBe(true)
    expect(nested.beforeBody?.(requestWith(token))).toBe(false)
    expect(nested.beforeBody?.(requestWith(good))).toBe(false)
  })

  it('waits for a member that answers later', async () => {
    const later = verifyWith('later', ({ headers }) => Promise.resolve('x-token' in headers))
    await expect(allOf(later, body).beforeBody?.(requestWith({}))).resolves.toBe(false)
    await expect(allOf(later, body).beforeBody?.(requestWith(token))).resolves.toBe(true)
  })

  it('refuses when a member fails', () => {
    const broken = verifyWith('broken', () => {
      throw new Error('broken')
    })
    expect(allOf(broken, body).beforeBody?.(requestWith({}))).toBe(false)
  })
})
