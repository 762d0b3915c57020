import { describe, expect, it } from 'vitest'
import { missingInAddress, missingSecret, missingVariable, sameCharacter } from '../../src/text/missing-variable.ts'

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

describe('a secret that was never filled in', () => {
  it.each([
    ['your-secret', 'your-secret'],
    ['YOUR_API_KEY_HERE', 'YOUR_API'],
    ['yourSecretKey', 'yourSecret'],
    ['change-me-please', 'change-me'],
    ['replace_with_a_key', 'replace_with'],
    ['put-the-secret-in', 'put-the'],
    ['secret-goes-here', 'goes-here'],
    ['example_secret', 'example'],
    ['TODO: ask for it', 'TODO'],
    ['process.env.PUSH_SECRET', 'process.env'],
    ['PUSH_SECRET', '_SECRET'],
    ['<push secret>', '<…>'],
    ['[your secret]', '[…]'],
    ['%PUSH_SECRET%', '%…%'],
    ['$PUSH_SECRET', '$…'],
    [`\${PUSH_SECRET}`, `\${…}`],
    ['$(push_secret)', '$(…)'],
    ['$(openssl rand -hex 24)', '$(openssl '],
    ['{{push_secret}}', '{{…}}'],
    ['{{ .Values.pushSecret }}', '{{ '],
    [`sk-${nothing}`, 'undefined'],
  ])('is known by what stands in its place: %s', (text, word) => {
    expect(missingSecret(text)).toBe(word)
  })

  it.each(['a-good-secret', '<yKd9aQz>', '$aBcDeF', '[x7-kQ]', 'examples4every1', 'yourself-is-who', '%20aB%', '111'])(
    'is not seen in %s',
    (text) => {
      expect(missingSecret(text)).toBeUndefined()
    },
  )
})

describe('a secret of one character', () => {
  it.each(['aaaaaaaaaaaaaaaaaaaaaaaa', 'xxxx-xxxx-xxxx', '************', '-----------'])('is called so: %s', (text) => {
    expect(sameCharacter(text)).toBe('is one character again and again')
    expect(missingSecret(text)).toBeUndefined()
  })

  it.each(['111', 'aaab', 'a-good-secret'])('is not seen in %s', (text) => {
    expect(sameCharacter(text)).toBeUndefined()
  })
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
