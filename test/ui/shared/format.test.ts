import { describe, expect, it } from 'vitest'
import { begun, money } from '../../../ui/shared/format.ts'

describe('how the pages write', () => {
  it.each([
    [0, '0.00'],
    [5, '5.00'],
    [999.5, '999.50'],
    [1_234_567.5, '1,234,567.50'],
  ])('money: %d as %s', (amount, written) => {
    expect(money(amount)).toBe(written)
  })

  it('the first words of a sentence', () => {
    expect(begun('the service says paid')).toBe('The service says paid')
    expect(begun('')).toBe('')
  })
})
