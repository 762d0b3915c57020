import { describe, expect, it } from 'vitest'
import { ownerOf, sessionIdOf } from '../../src/turns/session-owner.ts'

const push = (mobile: string, mobileInternational: string | null = null, operator = 'network') => ({
  mobile,
  mobileInternational,
  operator,
})

describe('Whose session a push is of', () => {
  it('is its international number where that is certain, else what was sent, without spaces around it', () => {
    const owner = ownerOf(false)
    expect(owner(push('0240000001', '+233240000001'))).toBe('+233240000001')
    expect(owner(push(' user-7 '))).toBe('user-7')
    expect(owner(push(''))).toBe('')
  })

  it('is short, however long what was sent is', () => {
    const owner = ownerOf(false)
    expect(owner(push('x'.repeat(60_000)))).toHaveLength(32)
    expect(owner(push('x'.repeat(60_000)))).not.toBe(owner(push('x'.repeat(60_001))))
  })

  it('is nobody where it may change', () => {
    expect(ownerOf(true)(push('user-7'))).toBe('')
    expect(ownerOf(['webstore'])(push('user-7', null, ' WebStore'))).toBe('')
    expect(ownerOf(['webstore'])(push('user-7'))).toBe('user-7')
  })

  it('tells sessions of one id apart, whatever both are', () => {
    expect(sessionIdOf({ sessionId: 'ab' }, 'c')).not.toBe(sessionIdOf({ sessionId: 'a' }, 'bc'))
    expect(sessionIdOf({ sessionId: 'a' }, '')).toBe('a')
  })
})
