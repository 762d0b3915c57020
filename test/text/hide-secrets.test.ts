import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeError } from '../../src/text/describe-error.ts'
import { hideSecrets } from '../../src/text/hide-secrets.ts'

describe('secrets in a text', () => {
  it.each([
    ['one that is a part of another', 'bad key shop-live-1', ['shop', 'shop-live-1'], 'bad key ***'],
    ['two that overlap', 'see abcdef here', ['abcd', 'cdef'], 'see *** here'],
    ['two side by side', 'abcd', ['ab', 'cd'], '***'],
    ['one that overlaps itself', 'aaaaa.', ['aaa'], '***.'],
    ['one that comes twice', 'x and x', ['x'], '*** and ***'],
    ['an empty one', 'all is well', [''], 'all is well'],
    ['none', '', ['x'], ''],
  ])('are taken out whole: %s', (_what, text, secrets, shown) => {
    expect(hideSecrets(text, secrets)).toBe(shown)
  })

  it('leave nothing of themselves, however they lie', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 3 }),
        fc.array(letters, { maxLength: 6 }),
        (secrets, parts) => {
          const text = parts.join('')
          const covered = [...text].map((_letter, at) =>
            secrets.some((secret) =>
              [...secret].some((_none, back) => at >= back && text.startsWith(secret, at - back)),
            ),
          )
          const kept = [...text].filter((_letter, at) => !covered[at]).join('')
          expect(hideSecrets(text, secrets).replaceAll('*', '')).toBe(kept)
        },
      ),
    )
  })

  it('and digits with one among them are not shown in an error', () => {
    const messageOf = (text: string, ...secrets: string[]) => describeError(new Error(text), secrets).message
    expect(messageOf('cannot set pin 123487', '1234', '123487')).toBe('cannot set pin ***')
    expect(messageOf('card 4111111111111111 of +233000000000', '4111111111111111')).toBe('card *** of +233...000')
    expect(messageOf('he entered 023312345678', '1234')).toBe('he entered ***')
  })
})
