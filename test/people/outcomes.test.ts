import { describe, expect, it } from 'vitest'
import { cleanOutcome, type ErasedNumber, erasedText } from '../../src/store/people/erasure.ts'

/** One phone, as every store looks for it. */
const number: ErasedNumber = {
  digits: '233000000042',
  without: (text) => text.replaceAll(/\+?233000000042/g, erasedText),
}

describe('an outcome of an effect without a number', () => {
  it('stays JSON where it was, in texts, names, numbers and lists alike', () => {
    const outcome = { ok: { to: '+233000000042', at: [233000000042, 5, null, true], '233000000042': { of: 'Ama' } } }
    expect(JSON.parse(cleanOutcome(number, JSON.stringify(outcome)))).toEqual({
      ok: { to: erasedText, at: [erasedText, 5, null, true], [erasedText]: { of: 'Ama' } },
    })
  })

  it('is the same text where the number is not in it, or its digits stand there by chance', () => {
    for (const outcome of ['{"ok":{"to":"+233000000041"}}', '{"ok":[2330000,42,"x"],"b":"0 0 0 0 0 0 0"}', 'no JSON'])
      expect(cleanOutcome(number, outcome)).toBe(outcome)
    const split = '{"one":"2330000","other":"00042"}'
    expect(cleanOutcome(number, split)).toBe(split)
  })

  it('is cleaned as a text where it is no JSON, and by its seal where it is sealed', () => {
    expect(cleanOutcome(number, 'sent to 233000000042')).toBe(`sent to ${erasedText}`)
    const sealed = { mark: '~fmw~', clean: (outcome: string) => `${outcome} opened` }
    expect(cleanOutcome({ ...number, sealed }, '~fmw~x')).toBe('~fmw~x opened')
    expect(cleanOutcome({ ...number, sealed }, '"233000000042"')).toBe(JSON.stringify(erasedText))
  })
})
