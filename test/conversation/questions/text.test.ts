import { describe, expect, it } from 'vitest'
import { text } from '../../../src/conversation/index.ts'
import { readBy } from './reading.ts'

describe('a question for a text', () => {
  it('takes what was entered without the space around it', () => {
    expect(readBy(text(), ' Ama  Mensah\t')).toBe('Ama  Mensah')
    expect(text().field).toBe('text')
  })

  it.each(['', '   ', '\n\t', '\u0000', '\u200b', '\u00a0\ufeff', '\u202e'])(
    'takes no blank for an answer (%#)',
    (entered) => {
      expect(readBy(text(), entered)).toEqual(['Please type your answer.'])
    },
  )

  it.each([
    ['Ama\u0000 Mensah\u0007', 'Ama Mensah'],
    ['Ama\r\n\n Mensah', 'Ama Mensah'],
    ['Ama\u2028Mensah', 'Ama Mensah'],
    ['Ama\tMensah', 'Ama Mensah'],
    ['abc\u202edef\u202c', 'abcdef'],
    ['\ufeffAma', 'Ama'],
    ['Ama \ud800', 'Ama \ufffd'],
    ['Afua Tɔn', 'Afua Tɔn'],
    ['cafe\u0301', 'caf\u00e9'],
    ['👩\u200d🌾', '👩\u200d🌾'],
  ])('answers on one line, without what cannot be shown: %j', (entered, answer) => {
    expect(readBy(text(), entered)).toBe(answer)
  })

  it('keeps the lines of a long one', () => {
    const long = text({ long: true })
    expect(long.field).toBe('textarea')
    expect(readBy(long, ' Behind the market\r\n\r\nBlue gate\r')).toBe('Behind the market\n\nBlue gate')
    expect(readBy(text({ long: false }), 'a\nb')).toBe('a b')
  })

  it('counts characters and not their halves', () => {
    const four = text({ min: 4, max: 4 })
    expect(readBy(four, '🌾🌾🌾🌾')).toBe('🌾🌾🌾🌾')
    expect(readBy(four, 'abcd')).toBe('abcd')
    expect(readBy(four, '🌾🌾')).toEqual(['Too short: at least 4 characters.'])
    expect(readBy(four, 'abcde')).toEqual(['Too long: at most 4 characters.'])
  })

  it('takes 160 characters when it is not told', () => {
    expect(readBy(text(), 'a'.repeat(160))).toHaveLength(160)
    expect(readBy(text(), 'a'.repeat(161))).toEqual(['Too long: at most 160 characters.'])
  })

  it('looks for its pattern from the beginning each time, whatever flags that has', () => {
    for (const pattern of [/^\d{4}$/, /\d{4}/g, /\d{4}/y]) {
      const pin = text({ pattern })
      expect([readBy(pin, '1234'), readBy(pin, '1234')]).toEqual(['1234', '1234'])
      expect(readBy(pin, 'abcd')).toEqual(['Please write it like 1234.'])
    }
  })

  it.each([
    [/^[A-Z]{2} \d{1,4}$/, 'AB 123'],
    [/^[A-Z]{2}[ -]?\d{1,4}$/, 'AB123'],
    [/^\d+$/, '123'],
    [/^(GH|NG)-\d{3,}$/, 'GH-123'],
    [/^(?:a|b)c*?$/, 'a'],
    [/^\w{3}$/, 'ABC'],
    [/^[A-Za-z' ]+$/, 'ABC'],
    [/^0[235]\d{8,}$/, '0212345678'],
    [/^\d{12}$/, '123456789012'],
    [/^[-a]\/b\.\s?c$/, '-/b.c'],
    [/^x{0,1}y{0,9}$/, 'xyyy'],
  ])('makes an example of %s', (pattern, example) => {
    expect(readBy(text({ pattern }), '?')).toEqual([`Please write it like ${example}.`])
    expect(readBy(text({ pattern }), example)).toBe(example)
  })

  it.each([
    { pattern: /^(?=.*\d)\w+$/ },
    { pattern: /^[^a]$/ },
    { pattern: /^\p{L}\d$/u },
    { pattern: /^(?<code>\d)$/ },
    { pattern: /^(\d)-\1$/ },
    { pattern: /\bx/ },
    { pattern: /^\s$/ },
    { pattern: /^a{50}$/ },
    { pattern: /^\d{4}$/, min: 9 },
    { pattern: /^\d{4}$/, sensitive: true },
  ])('makes none of what is not simple, would not do, or is secret: %j', (options) => {
    expect(readBy(text(options), '?'.repeat(9))).toEqual(['That does not look right.'])
  })

  it('refuses with its example what its pattern does not take', () => {
    const plate = text({ pattern: /^[A-Z]{2} \d{4}$/, example: 'AB 1234 ', min: 5 })
    expect(readBy(plate, 'AB12')).toEqual(['Too short: at least 5 characters.'])
    expect(readBy(plate, 'AB1234')).toEqual(['Please write it like AB 1234.'])
    expect(readBy(plate, 'CD 1234')).toBe('CD 1234')
  })

  it.each([{ example: 'Ama' }, { pattern: /^\d+$/, example: 'Ama' }, { pattern: /5/, example: Object(5) }])(
    'refuses an example that is no answer to it (%#)',
    (options) => {
      expect(() => text(options)).toThrow(
        'The option example of the question text must be an answer that its pattern and limits take',
      )
    },
  )
})
