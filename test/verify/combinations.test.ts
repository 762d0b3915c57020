import { describe, expect, it } from 'vitest'
import {
  allOf,
  anyOf,
  basic,
  secretHeader,
  secretPath,
  secretQuery,
  sourceAddresses,
  type Verifier,
  verifyWith,
} from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

const path = secretPath('a-good-secret')
const header = secretHeader('x-token', 'a-good-token')
const withSecret = { params: { secret: 'a-good-secret' } }
const withToken = { headers: { 'x-token': 'a-good-token' } }

describe('allOf', () => {
  const both = allOf(path, header)

  it('passes when every member does', () => {
    expect(both.check(requestWith({ ...withSecret, ...withToken }))).toBe(true)
    expect(both.check(requestWith(withSecret))).toBe(false)
    expect(both.check(requestWith(withToken))).toBe(false)
    expect(both.check(requestWith({}))).toBe(false)
  })

  it('is one member when it has one', () => {
    expect(allOf(path).check(requestWith(withSecret))).toBe(true)
    expect(allOf(path).check(requestWith({}))).toBe(false)
  })

  it('names its members', () => {
    expect(both.name).toBe('allOf(secretPath, secretHeader(x-token))')
    expect(anyOf(both, path).name).toBe('anyOf(allOf(secretPath, secretHeader(x-token)), secretPath)')
  })
})

describe('anyOf', () => {
  const either = anyOf(path, header)

  it('passes when one member does', () => {
    expect(either.check(requestWith({ ...withSecret, ...withToken }))).toBe(true)
    expect(either.check(requestWith(withSecret))).toBe(true)
    expect(either.check(requestWith(withToken))).toBe(true)
    expect(either.check(requestWith({}))).toBe(false)
  })
})

describe('a combination asks', () => {
  it('every member, whatever the others said', () => {
    const asked: string[] = []
    const member = (name: string, answer: boolean) =>
      verifyWith(name, () => {
        asked.push(name)
        return answer
      })
    allOf(member('a', false), member('b', true), member('c', false)).check(requestWith({}))
    expect(asked).toEqual(['a', 'b', 'c'])
    anyOf(member('d', true), member('e', false), member('f', true)).check(requestWith({}))
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('at once while its members answer at once, and later when one does', async () => {
    const later = (answer: boolean) => verifyWith('later', () => Promise.resolve(answer))
    const now = (answer: boolean) => verifyWith('now', () => answer)
    expect(allOf(now(true), allOf(now(true))).check(requestWith({}))).toBe(true)
    for (const [first, second, third] of [
      [true, true, true],
      [true, true, false],
      [true, false, true],
      [false, true, true],
      [false, false, true],
      [false, false, false],
    ] as const) {
      const members = [now(first), later(second), later(third)]
      expect(await allOf(...members).check(requestWith({}))).toBe(first && second && third)
      expect(await anyOf(...members).check(requestWith({}))).toBe(first || second || third)
    }
  })

  it('nobody later about a push that a member has refused, once it is known who answers later', async () => {
    let asked = 0
    const tokens = verifyWith('tokens', async () => {
      asked += 1
      return true
    })
    for (const members of [
      [path, tokens],
      [tokens, path],
    ]) {
      const both = allOf(...members)
      await expect(both.check(requestWith(withSecret))).resolves.toBe(true)
      asked = 0
      for (let stranger = 0; stranger < 20; stranger += 1) expect(both.check(requestWith({}))).toBe(false)
      expect(asked).toBe(0)
      await expect(both.check(requestWith(withSecret))).resolves.toBe(true)
      expect(asked).toBe(1)
    }
  })

  it('nobody later about a push that a member of an anyOf has let in, and waits for none that hangs', async () => {
    const hangs = verifyWith('hangs', () => new Promise(() => undefined))
    const later = verifyWith('later', ({ headers }) => Promise.resolve('x-token' in headers))
    for (const either of [anyOf(hangs, path, later), anyOf(path, later, hangs)]) {
      expect(either.check(requestWith(withSecret))).toBe(true)
      await expect(either.check(requestWith(withToken))).resolves.toBe(true)
      expect(either.check(requestWith(withSecret))).toBe(true)
    }
  })

  it('several later at once, and refuses at the first no though another hangs', async () => {
    const hangs = verifyWith('hangs', () => new Promise(() => undefined))
    const no = verifyWith('no', () => Promise.resolve(false))
    for (const both of [allOf(hangs, no), allOf(no, hangs), allOf(path, allOf(hangs, no))])
      for (const _ of ['before it is known', 'after'])
        await expect(both.check(requestWith(withSecret))).resolves.toBe(false)
  })

  it('a member as a method, so that a class can be one', () => {
    class Counter implements Verifier {
      readonly name = 'counter'
      asked = 0
      readonly needsBody = true
      check() {
        this.asked += 1
        return true
      }
      beforeBody() {
        this.asked += 1
        return true
      }
    }
    const counter = new Counter()
    const all = allOf(counter)
    expect(all.beforeBody?.(requestWith({}))).toBe(true)
    expect(all.check(requestWith({}))).toBe(true)
    expect(counter.asked).toBe(2)
  })
})

describe('a member that fails', () => {
  const throws: Verifier = {
    name: 'throws',
    check: () => {
      throw new Error('broken')
    },
  }
  const rejects: Verifier = { name: 'rejects', check: () => Promise.reject(new Error('broken')) }
  const truthy: Verifier = { name: 'truthy', check: () => JSON.parse('1') }

  it('refuses the whole of an allOf', async () => {
    expect(allOf(path, throws).check(requestWith(withSecret))).toBe(false)
    expect(allOf(path, truthy).check(requestWith(withSecret))).toBe(false)
    await expect(allOf(path, rejects).check(requestWith(withSecret))).resolves.toBe(false)
    expect(allOf(path, rejects).check(requestWith({}))).toBe(false)
  })

  it('counts as a refusal in an anyOf, and the others still decide', async () => {
    expect(anyOf(throws, truthy).check(requestWith({}))).toBe(false)
    expect(anyOf(throws, header).check(requestWith(withToken))).toBe(true)
    expect(anyOf(rejects, header).check(requestWith(withToken))).toBe(true)
    await expect(anyOf(rejects, header).check(requestWith({}))).resolves.toBe(false)
  })

  it('is told to the request by its own name', async () => {
    const told: string[] = []
    const request = requestWith({ onError: (_error, verifier) => told.push(verifier) })
    await anyOf(throws, rejects, header).check(request)
    expect(told).toEqual(['throws', 'rejects'])
  })
})

describe('what a combination adds to the address', () => {
  const query = secretQuery('key', 'a-good-key')

  it('is the parameter of its one path member in an allOf', () => {
    expect(allOf(header, path).routePath).toBe('/:secret')
    expect(allOf(header, query).routePath).toBeUndefined()
  })

  it('is an optional parameter in an anyOf where some members do without', () => {
    expect(anyOf(path, header).routePath).toBe('/:secret?')
    expect(anyOf(path, secretPath('another-secret')).routePath).toBe('/:secret')
    expect(anyOf(path, anyOf(path, header)).routePath).toBe('/:secret?')
    expect(anyOf(header, query).routePath).toBeUndefined()
    expect(allOf(anyOf(path, header), query).routePath).toBe('/:secret?')
  })

  it('is path and query together in an allOf', () => {
    const two = allOf(query, path, secretQuery('other', 'another key'))
    expect(two.address).toBe('/a-good-secret?key=a-good-key&other=another%20key')
    expect(allOf(path).address).toBe('/a-good-secret')
    expect(allOf(query).address).toBe('?key=a-good-key')
    expect(allOf(header).address).toBeUndefined()
  })

  it('is what the first member of an anyOf adds', () => {
    expect(anyOf(path, query).address).toBe('/a-good-secret')
    expect(anyOf(query, path).address).toBe('?key=a-good-key')
    expect(anyOf(header, path).address).toBeUndefined()
  })

  it('comes with every query parameter that carries a secret', () => {
    expect(allOf(query, secretQuery('other', 'another-key')).queryNames).toEqual(['key', 'other'])
    expect(anyOf(query, secretQuery('key', 'another-key'), path).queryNames).toEqual(['key'])
    expect(allOf(path).queryNames).toBeUndefined()
    expect(anyOf(path).queryNames).toBeUndefined()
  })
})

describe('what else a combination takes from its members', () => {
  const login = basic({ username: 'service', password: 'password-1' })
  const byKind = sourceAddresses({ ussd: ['192.0.2.1'] })

  it('is the challenge of the member that has one', () => {
    expect(allOf(path, login).challenge).toBe(login.challenge)
    expect(anyOf(path, login).challenge).toBe(login.challenge)
    expect(allOf(path).challenge).toBeUndefined()
    expect(anyOf(path).challenge).toBeUndefined()
  })

  it('is which kinds can pass', () => {
    expect(allOf(path, byKind).covers?.('ussd')).toBe(true)
    expect(allOf(path, byKind).covers?.('checkout')).toBe(false)
    expect(anyOf(path, byKind).covers?.('checkout')).toBe(true)
    expect(anyOf(byKind).covers?.('checkout')).toBe(false)
  })
})
