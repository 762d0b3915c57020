import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonLengthAtMost } from '../../src/conversation/record/long-list.ts'

describe('The most characters that a value may take as JSON', () => {
  it('are never fewer than it takes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(jsonLengthAtMost(value)).toBeGreaterThanOrEqual(JSON.stringify(value).length)
      }),
    )
  })

  it.each([-1.7976931348623157e308, '\u0000\ud800', [[], {}], { '\u0001': false }])('%j among them', (value) => {
    expect(jsonLengthAtMost(value)).toBeGreaterThanOrEqual(JSON.stringify(value).length)
  })
})
