import { describe, expect, it } from 'vitest'
import { decimal, type Question, whole } from '../../../src/conversation/index.ts'
import { thrownBy } from '../../replies/thrown-by.ts'
import { context, readBy } from './reading.ts'

const cedis = decimal({ currency: 'GHS', max: 5_000 })
const readIn = (locale: string, question: Question<number>, entered: string) => {
  const read = question.read(entered, { ...context, locale })
  return 'answer' in read ? read.answer : read
}

describe('an amount of money', () => {
  it.each([
    ...[
      '5',
      '5.',
      '5.00',
      '+5',
      'GHS 5',
      'GHS5',
      'ghs 5.',
      '5GHS',
      '5 Ghs.',
      'GHC5',
      '\u20b55',
      '5 \u20b5',
      'GH\u20b5 5.0',
      'gh\u00a25',
    ],
    ...[
      '5 cedis',
      '5cedi',
      '5 CEDIS',
      '5 ghana cedis',
      '5 Ghanaian cedis',
      '5 c\u00e9dis',
      'GHS 5 cedis',
      '\uff27\uff28\uff33\uff15',
    ],
    ...['\u0665 GHS', 'GHS\u00a05', '\u200bGHS 5\u200e', '5 c\u00e9dis ghan\u00e9ens'],
  ])('is 5 in %j', (entered) => {
    expect(readBy(cedis, entered)).toBe(5)
  })

  it.each([
    'USD 5',
    'GHS 5 USD',
    '$5',
    '5 dollars',
    '\u20ac5',
    '5 euros',
    '5 naira',
    '\u20a65',
    '5 F',
    '5 CFA',
    'XOF 5',
    '\u00a35',
    '\u20b95',
    '5 KES',
  ])('of another currency is refused, never taken: %j', (entered) => {
    expect(readBy(cedis, entered)).toEqual(['In our currency, such as GHS 12.5.'])
  })

  it.each([
    ...[
      '50 pesewas',
      '5 kg',
      '5 cedis 50',
      'GHS',
      'five cedis',
      'GHS.50',
      'GHS,50',
      '5 GHS kg',
      'x'.repeat(41),
      '5 bitcoin',
      '5-',
    ],
    ...['GHS 1 500 000 000,000.0', `5 ${'cedis '.repeat(20)}`],
  ])('is none in %j', (entered) => {
    expect(readBy(cedis, entered)).toEqual(['Numbers only, such as 12.5.'])
  })

  it('stands without its currency where the question has none', () => {
    for (const entered of ['GHS 5', '5 cedis', '\u20b55']) {
      expect(readBy(decimal(), entered)).toEqual(['Numbers only, such as 12.5.'])
      expect(readBy(whole(), entered)).toEqual(['Numbers only, such as 1500.'])
    }
  })

  it('is above 0, and has the decimals of its currency, where nothing else is said', () => {
    expect(readBy(decimal({ currency: 'GHS' }), '0')).toEqual(['Please enter 0.01 or more.'])
    expect(readBy(decimal({ currency: 'GHS' }), '0.01')).toBe(0.01)
    expect(readBy(decimal({ currency: 'GHS', min: 0 }), '0')).toBe(0)
    expect(readBy(decimal({ currency: 'XOF' }), '5.5')).toEqual(['Numbers only, such as 1500.'])
    expect(readBy(decimal({ currency: 'XOF', decimals: 1 }), '5.5')).toBe(5.5)
    expect(readBy(decimal({ currency: 'XOF' }), '0')).toEqual(['Please enter 1 or more.'])
    expect(readBy(whole({ currency: 'XOF' }), '0')).toEqual(['Please enter 1 or more.'])
  })

  it.each(['5 000', '5000 F CFA', 'CFA 5,000', '5 000 francs', '5000 FCFA.', '5000 F.CFA', '5000.', 'XOF 5000'])(
    'is whole in francs: %j',
    (entered) => {
      expect(readBy(whole({ currency: 'XOF' }), entered)).toBe(5_000)
    },
  )

  it('names its currency to whoever writes another', () => {
    expect(readBy(whole({ currency: 'XOF', max: 100 }), '5 GHS')).toEqual(['In our currency, such as XOF 100.'])
  })

  it.each(['GSH', 'ghs', '', 5])('is of no currency %j', (currency) => {
    const thrown = thrownBy(() => Reflect.apply(decimal, undefined, [{ currency }]))
    expect(thrown.code).toBe('FMW_QUESTION_VALUE')
    expect(thrown.message).toMatch(
      /^The option currency of the question decimal must be a code of ISO 4217, such as 'GHS'/,
    )
  })
})

describe('the marks of a number', () => {
  it.each([
    ['en-GH', '1,000', 1_000],
    ['en-GH', '1.50', 1.5],
    ['en-GH', '1.500', { problem: 'Decimals: 2, such as 12.50.' }],
    ['de', '1.000', 1_000],
    ['de', '-1.000.', -1_000],
    ['de', '1.000.000', 1_000_000],
    ['de', '1,50', 1.5],
    ['de', '1.50', 1.5],
    ['de', '1,000', { problem: 'Decimals: 2, such as 12,50.' }],
    ['fr-CI', '1 000', 1_000],
    ['fr-CI', '1\u202f000,50', 1_000.5],
    ['fr-CI', '1,500', { problem: 'Decimals: 2, such as 12,50.' }],
    ['fr-CI', '1.500', 1_500],
    ['fr-CI', '1.500.000', 1_500_000],
    ['fr-CI', '1.50', 1.5],
    ['pt-AO', '1.500', 1_500],
    ['pt-AO', '1.500,50', 1_500.5],
    ['sw-KE', '1.500', { problem: 'Decimals: 2, such as 12.50.' }],
    ['pt-CV', '0.500', { problem: 'Decimals: 2, such as 12,50.' }],
  ])('are those of the locale: in %s %j', (locale, entered, expected) => {
    expect(readIn(locale, decimal(), entered)).toEqual(expected)
  })

  it('say of three decimals what they are', () => {
    const kilos = decimal({ decimals: 3 })
    expect(readIn('en', kilos, '1,500')).toBe(1_500)
    expect(readIn('en', kilos, '1.500')).toBe(1.5)
    expect(readIn('fr', kilos, '1,500')).toBe(1.5)
    expect(readIn('de', kilos, '1.500')).toBe(1_500)
    // A kilo and a half, or more than a ton?
    expect(readIn('fr', kilos, '1.500')).toEqual({ problem: 'Please write it like 1500 or 1.5.' })
  })

  it('part the thousands of whole numbers', () => {
    expect(readIn('de', whole(), '1.000')).toBe(1_000)
    expect(readIn('de', whole(), '1.000.000')).toBe(1_000_000)
    expect(readIn('fr-SN', whole(), '1.500')).toBe(1_500)
    expect(readIn('fr-SN', whole({ currency: 'XOF' }), '1.500.000 F')).toBe(1_500_000)
    expect(readIn('de', whole(), '1 000')).toBe(1_000)
    expect(readIn('en', whole(), '1,000')).toBe(1_000)
    for (const [locale, entered] of [
      ['de', '1,000'],
      ['en', '1.000'],
      ['fr', '1,000'],
    ] as const)
      expect(readIn(locale, whole(), entered)).toEqual({ problem: 'Numbers only, such as 1500.' })
    expect(readBy(whole(), '1.000')).toEqual(['Numbers only, such as 1500.'])
  })
})

describe('the Arabic marks', () => {
  it.each(['ar-TN', 'fr-TN', 'de', 'en'])('part thousands and begin decimals alone, in %s', (locale) => {
    const dinars = decimal({ currency: 'TND' })
    for (const [entered, answer] of [
      ['\u0661\u066c\u0660\u0660\u0660', 1000],
      ['\u0661\u0662\u066c\u0665\u0660\u0660', 12_500],
      ['\u0661\u066c\u0660\u0660\u0660\u066b\u0665', 1000.5],
      ['\u0661\u066b\u0665\u0660\u0660 TND', 1.5],
      ['1,000\u066b5', 1000.5],
      ['\u066b5', 0.5],
    ] as const) {
      expect(readIn(locale, dinars, entered)).toBe(answer)
    }
    for (const entered of ['1\u066c00', '1\u066b000\u066c000', '1\u066c', '1\u066c000,000\u066c000']) {
      expect(readIn(locale, dinars, entered)).toHaveProperty('problem')
    }
    expect(readIn(locale, whole(), '1\u066c000\u066c000')).toBe(1_000_000)
    expect(readIn(locale, whole(), '1\u066b000')).toHaveProperty('problem')
  })
})
