import { describe, expect, it } from 'vitest'
import { missingInAddress, missingVariable } from '../../src/text/missing-variable.ts'

const nothing: unknown = undefined
const none = null

describe('a setting made by a template string with a missing variable', () => {
  it.each([
    [`${nothing}`, 'undefined'],
    [`sk-${nothing}`, 'undefined'],
    [`sk${nothing}`, 'undefined'],
    [`${nothing}-production`, 'undefined'],
    [`${none}${none}`, 'nullnull'],
    [`sk-${none}`, 'null'],
    [`${none}-production`, 'null'],
    [`push${none}`, 'null'],
    [`a-${Number(nothing)}-b`, 'NaN'],
    [`${{}}`, '[object'],
    [`sk-${Promise.resolve('a')}`, '[object'],
  ])('is known by its word: %s', (text, word) => {
    expect(missingVariable(text)).toBe(word)
  })

  it.each(['a-good-secret', 'XnullY8fNaNq', 'bnulls/NaNs+7', '0123456789abcdef', 'Undefinable? No.'])(
    'is not seen in %s',
    (text) => {
      expect(missingVariable(text)).toBeUndefined()
    },
  )
})

describe('an address made by a template string with a missing variable', () => {
  it.each([
    [`https://${nothing}`, 'undefined'],
    [`https://shop-${nothing}.example/push`, 'undefined'],
    [`https://shop.example/${none}`, 'null'],
    [`https://shop.example:${Number(nothing)}/push`, 'NaN'],
    [`postgres://${none}:${none}@db.example/shop`, 'null'],
    [`https://${{}}/push`, '[object'],
  ])('is known by its word: %s', (text, word) => {
    expect(missingInAddress(text)).toBe(word)
  })

  it.each(['https://dev-null.example/push', 'postgres://shop:bnull7@db.example/shop', '/srv/annulled/merchant.db'])(
    'is not seen in %s',
    (text) => {
      expect(missingInAddress(text)).toBeUndefined()
    },
  )
})
