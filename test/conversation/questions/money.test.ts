import { describe, expect, it } from 'vitest'
import { type MoneyOptions, money } from '../../../src/conversation/index.ts'
import { gsm7Length } from '../../../src/text/gsm7.ts'
import { thrownBy } from '../../replies/thrown-by.ts'

describe('money', () => {
  it.each<[number, string, MoneyOptions, string]>([
    [5, 'GHS', {}, 'GHS 5.00'],
    [1_500.5, 'GHS', {}, 'GHS 1,500.50'],
    [0.1 + 0.2, 'GHS', {}, 'GHS 0.30'],
    [-0, 'GHS', {}, 'GHS 0.00'],
    [-5, 'GHS', {}, '-GHS 5.00'],
    [1_500, 'XOF', {}, 'XOF 1,500'],
    [1_500, 'XOF', { locale: 'fr-CI' }, '1 500 XOF'],
    [1_500, 'XOF', { locale: 'fr-CI', display: 'symbol' }, '1 500 F CFA'],
    [1_500, 'GHS', { locale: 'en-GH', display: 'symbol' }, 'GH\u20b51,500.00'],
    [1_500.5, 'EUR', { locale: 'de' }, '1.500,50 EUR'],
    [-1_500, 'NGN', { locale: 'sv' }, '-1 500,00 NGN'],
    [1_500, 'EGP', { locale: 'ar-EG' }, '1,500.00 EGP'],
  ])('writes %d %s as %j: %s', (amount, currency, options, expected) => {
    expect(money(amount, currency, options)).toBe(expected)
    expect(money(amount, currency, options)).toBe(expected)
  })

  it('fits the alphabet of phones with the code of its currency', () => {
    for (const locale of ['en', 'fr', 'pt', 'de', 'es', 'ar'])
      for (const currency of ['GHS', 'XOF', 'NGN', 'EUR'])
        expect(gsm7Length(money(-1_234_567.89, currency, { locale }))).toBeTypeOf('number')
  })

  it('is written right however many locales there are', () => {
    const locales = Array.from({ length: 300 }, (_, at) => `en-x-a${at}`)
    for (const locale of [...locales, 'en']) expect(money(5, 'GHS', { locale })).toBe('GHS 5.00')
  })

  it.each<[unknown[], string]>([
    [[Number.NaN, 'GHS'], 'The option amount of money must be a finite number, but it is the number NaN.'],
    [['5', 'GHS'], 'The option amount of money must be a finite number'],
    [[5, 'GSH'], 'The option currency of money must be a code of ISO 4217'],
    [[5, 'GHS', { locale: 'no such' }], 'The option locale of money must be a BCP 47 tag, such as en-GH'],
    [[5, 'GHS', { locale: 5 }], 'The option locale of money'],
    [[5, 'GHS', { display: 'name' }], "The option display of money must be 'code' or 'symbol'"],
    [[5, 'GHS', { lokale: 'en' }], 'There is no option "lokale" of money; "locale" may be meant.'],
  ])('says what is wrong with %j', (given, message) => {
    expect(thrownBy(() => Reflect.apply(money, undefined, given)).message).toContain(message)
  })
})
