import { describe, expect, it } from 'vitest'
import { secretTurnKey, turnKey } from '../../src/turns/stored/keys.ts'
import { ussdEvent } from './ussd-event.ts'

const pin = ussdEvent({ sessionId: 'a', type: 'response', message: '4321', sequence: 2 })
const others = [
  ussdEvent({ sessionId: 'b', type: 'response', message: '4321', sequence: 2 }),
  ussdEvent({ sessionId: 'a', type: 'initiation', message: '4321', sequence: 2 }),
  ussdEvent({ sessionId: 'a', type: 'response', message: '4322', sequence: 2 }),
  ussdEvent({ sessionId: 'a', type: 'response', message: '4321', sequence: 3 }),
  ussdEvent({ sessionId: 'a', type: 'response', message: '4321', sequence: null }),
]

describe.each([
  ['without a secret', turnKey],
  ['under a secret', secretTurnKey('the secret of this shop')],
])('What a turn is known by in a store, %s', (_what, keyOf) => {
  it('is the same for the same turn, and another for every other', () => {
    expect(keyOf({ ...pin })).toBe(keyOf(pin))
    expect(new Set([pin, ...others].map(keyOf)).size).toBe(others.length + 1)
  })

  it('begins with the sequence, and fits every store', () => {
    expect([pin, ...others].map(keyOf).map((key) => key.split('.')[0])).toEqual(['2', '2', '2', '2', '3', 'none'])
    for (const key of [pin, ...others].map(keyOf)) expect(key).toMatch(/^(\d+|none)\.[\da-f]{32}$/)
  })
})

describe('A secret', () => {
  it('makes keys that nobody else can: not without it, and not with another', () => {
    const keys = [turnKey, secretTurnKey('the secret of this shop'), secretTurnKey('another secret, 2')]
    expect(new Set(keys.map((keyOf) => keyOf(pin))).size).toBe(keys.length)
  })
})
