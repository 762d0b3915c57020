import { describe, expect, it } from 'vitest'
import { whole } from '../../../src/conversation/index.ts'
import { readBy } from './reading.ts'

describe('a question for a whole number', () => {
  it.each([
    ['5', 5],
    [' 5 ', 5],
    ['+5', 5],
    ['-5', -5],
    ['\u22125', -5],
    ['05', 5],
    ['0', 0],
    ['-0', 0],
    ['1 000', 1000],
    ['1,000', 1000],
    ['12 345 678', 12_345_678],
    ['-12,345,678', -12_345_678],
    ['1\u00a0000', 1000],
    ['\u0661\u0662\u0663', 123],
    ['\u06f4\u06f5', 45],
    ['\u07c1\u07c0', 10],
    ['\u{1e951}\u{1e950}', 10],
    ['\uff11\uff0c\uff10\uff10\uff10', 1000],
    ['\u200e5\u200f', 5],
    ['5\ufeff0', 50],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
  ])('reads %j as %d', (entered, answer) => {
    expect(readBy(whole(), entered)).toBe(answer)
  })

  it.each([
    '5.5',
    '5.0',
    '5,5',
    '1e3',
    '0x1',
    '1_000',
    '5 kg',
    'five',
    '+',
    '--5',
    '+ 5',
    '1 000,000',
    '1,000 000',
    '10,00',
    '1,0000',
    '0,500',
    '000 500',
    '1  000',
    ',000',
    '1000,000',
    '5\u00b2',
    '\u00bd',
    'Infinity',
    'NaN',
    '5\ufe0f\u20e3',
  ])('reads no number in %j', (entered) => {
    expect(readBy(whole(), entered)).toEqual(['Numbers only, such as 1500.'])
  })

  it('asks for something where nothing was entered', () => {
    expect(readBy(whole(), ' ')).toEqual(['Please type your answer.'])
  })

  it('keeps to its limits, both of which will do', () => {
    const quantity = whole({ min: 1, max: 20 })
    expect([readBy(quantity, '1'), readBy(quantity, '20')]).toEqual([1, 20])
    expect(readBy(quantity, '0')).toEqual(['Please enter 1 or more.'])
    expect(readBy(quantity, '21')).toEqual(['Please enter 20 or less.'])
  })

  it.each([['9007199254740992'], ['9007199254740993'], ['9'.repeat(400)]])(
    'is never more than a JavaScript number counts (%#)',
    (digits) => {
      expect(readBy(whole(), digits)).toEqual(['Please enter 9007199254740991 or less.'])
      expect(readBy(whole(), `-${digits}`)).toEqual(['Please enter -9007199254740991 or more.'])
    },
  )

  it('lets rich channels type a whole number', () => {
    expect(whole().field).toBe('number')
  })
})
