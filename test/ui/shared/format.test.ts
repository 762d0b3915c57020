import { describe, expect, it } from 'vitest'
import { begun, money, visible } from '../../../ui/shared/format.ts'

describe('how the pages write', () => {
  it.each([
    [0, '0.00'],
    [5, '5.00'],
    [999.5, '999.50'],
    [1_234_567.5, '1,234,567.50'],
  ])('money: %d as %s', (amount, written) => {
    expect(money(amount)).toBe(written)
  })

  it('what has no shape of its own as its number, but for lines and tabs', () => {
    const invisible = [
      '\u00ad',
      '\u034f',
      '\u115f',
      '\u1160',
      '\u200b',
      '\u202e',
      '\u2800',
      '\u3164',
      '\ufe0f',
      '\uffa0',
    ]
    for (const sign of [...invisible, '\u{e0100}', '\u2028', '\u001b'])
      expect(visible(`a${sign}b`)).toMatch(/^a‹[\dA-F]{4,5}›b$/)
    expect(visible('Tɔn café 5 ₵\n\tnext')).toBe('Tɔn café 5 ₵\n\tnext')
  })

  it('the first words of a sentence', () => {
    expect(begun('the service says paid')).toBe('The service says paid')
    expect(begun('')).toBe('')
  })
})
