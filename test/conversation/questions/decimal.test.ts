import { describe, expect, it } from 'vitest'
import { decimal } from '../../../src/conversation/index.ts'
import { readBy } from './reading.ts'

describe('a question for a number with decimals', () => {
  it.each([
    ['5', 5],
    ['5.5', 5.5],
    ['5,5', 5.5],
    ['.5', 0.5],
    [',5', 0.5],
    ['005.50', 5.5],
    ['+0.10', 0.1],
    ['-0.1', -0.1],
    ['-0', 0],
    ['1000', 1000],
    ['1 000', 1000],
    ['1 000.50', 1000.5],
    ['1 000,50', 1000.5],
    ['1,000.50', 1000.5],
    ['1.000,50', 1000.5],
    ['1,000,000', 1_000_000],
    ['5.', 5],
    ['1,500', 1500],
    ['+12,000.', 12_000],
    ['\u0661\u066c\u0665\u0660\u0660', 1500],
    ['1.000.000', 1_000_000],
    ['1,000,000.5', 1_000_000.5],
    ['-1.000.000,5', -1_000_000.5],
    ['1234,5', 1234.5],
    ['\u0661\u066b\u0665', 1.5],
    ['9999999999999.99', 9_999_999_999_999.99],
  ])('reads %j as %d', (entered, answer) => {
    expect(readBy(decimal(), entered)).toBe(answer)
  })

  it.each([
    '5..',
    '.5.5',
    '5,',
    '.',
    '+',
    'abc',
    '1e3',
    '0x1',
    '1.5.5',
    '1,5,5',
    '1,000.000,5',
    '1.000.50',
    '1,000,50',
    '1 00',
    '1,000 000',
    '5 GHS',
    '\u00bd',
    'Infinity',
    '0,500,000',
  ])('reads no number in %j', (entered) => {
    expect(readBy(decimal(), entered)).toEqual(['Numbers only, such as 12.5.'])
  })

  it.each(['1,500', '+12,000', '-999,999'])(
    'does not guess whether the comma of %j parts thousands or decimals, where it may be either',
    (entered) => {
      const line = ['Please write it like 1500 or 1.5.']
      expect(readBy(decimal({ decimals: 3 }), entered)).toEqual(line)
    },
  )

  it('knows a comma that can part no thousands', () => {
    const kilos = decimal({ decimals: 3 })
    expect(readBy(kilos, '0,500')).toBe(0.5)
    expect(readBy(kilos, '1234,500')).toBe(1234.5)
    expect(readBy(kilos, '1 234,500')).toBe(1234.5)
    expect(readBy(kilos, '1,234.500')).toBe(1234.5)
  })

  it('takes no more decimals than it is told, zeros too', () => {
    expect(readBy(decimal(), '5.125')).toEqual(['Decimals: 2, such as 12.50.'])
    expect(readBy(decimal(), '1.000')).toEqual(['Decimals: 2, such as 12.50.'])
    expect(readBy(decimal({ max: 5, decimals: 3 }), '1.2345')).toEqual(['Decimals: 3, such as 5.000.'])
    expect(readBy(decimal({ decimals: 6 }), '0.000001')).toBe(0.000001)
    expect(readBy(decimal({ decimals: 1 }), '5.25')).toEqual(['Decimals: 1, such as 12.5.'])
  })

  it('takes whole numbers alone where a currency has no decimals', () => {
    const francs = decimal({ decimals: 0 })
    expect(readBy(francs, '2 500')).toBe(2500)
    expect(readBy(francs, '2500.0')).toEqual(['Numbers only, such as 1500.'])
    expect(readBy(francs, '9'.repeat(16))).toEqual(['Please enter 999999999999999 or less.'])
  })

  it('keeps to its limits, both of which will do', () => {
    const amount = decimal({ min: 0.5, max: 500 })
    expect([readBy(amount, '0.50'), readBy(amount, '500')]).toEqual([0.5, 500])
    expect(readBy(amount, '0.49')).toEqual(['Please enter 0.5 or more.'])
    expect(readBy(amount, '500.01')).toEqual(['Please enter 500 or less.'])
    expect(readBy(decimal({ min: 0 }), '-1')).toEqual(['Please enter 0 or more.'])
  })

  it('refuses more digits than a JavaScript number holds', () => {
    expect(readBy(decimal(), '10000000000000')).toEqual(['Please enter 9999999999999.99 or less.'])
    expect(readBy(decimal(), '-10000000000000')).toEqual(['Please enter -9999999999999.99 or more.'])
    expect(readBy(decimal({ decimals: 6 }), '1000000000')).toEqual(['Please enter 999999999.999999 or less.'])
    expect(readBy(decimal(), '9'.repeat(400))).toEqual(['Please enter 9999999999999.99 or less.'])
  })

  it('does not hold the float tail of a computed limit against an answer', () => {
    expect(readBy(decimal({ max: 1.005 * 100, decimals: 1 }), '100.5')).toBe(100.5)
    expect(readBy(decimal({ min: 0.1 + 0.2 }), '0.3')).toBe(0.3)
    expect(readBy(decimal({ max: 0.1 + 0.2 }), '0.4')).toEqual(['Please enter 0.3 or less.'])
  })

  it('names limits that can be entered', () => {
    expect(readBy(decimal({ max: 4.999 }), '5')).toEqual(['Please enter 4.99 or less.'])
    expect(readBy(decimal({ max: 4.991 }), '5')).toEqual(['Please enter 4.99 or less.'])
    expect(readBy(decimal({ min: 4.991 }), '4.99')).toEqual(['Please enter 5 or more.'])
    expect(readBy(decimal({ min: -4.999 }), '-5')).toEqual(['Please enter -4.99 or more.'])
  })

  it('lets rich channels type a decimal', () => {
    expect(decimal().field).toBe('decimal')
  })
})
