import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { date, decimal, email, phone, type Question, text, whole } from '../../../src/conversation/index.ts'
import { isIsoDay } from '../../../src/conversation/questions/date.ts'
import { context } from './reading.ts'

const near = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 24 })
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  near('0123456789.,+- '),
  near('0129/-. \u0660\u0661\u066b\uff11\u2212'),
  near('ab1@.-_\u00e9 \u0000\n\r\t\u202e\u200d\u0301'),
  fc.emailAddress(),
  fc
    .tuple(fc.nat(32), fc.nat(14), fc.nat(2100), fc.constantFrom(...'/-. '))
    .map(([day, month, year, mark]) => [day, month, year].join(mark)),
  fc.tuple(fc.constantFrom('+', '00', '0', '+233'), fc.bigInt(1n, 10n ** 12n)).map((parts) => parts.join('')),
  fc.double().map(String),
  fc.integer().map(String),
)

/** Whatever is entered is understood or refused; what was understood keeps the limits and reads back to itself. */
function holds<Answer extends string | number>(question: Question<Answer>, isWithin: (answer: Answer) => boolean) {
  let answers = 0
  fc.assert(
    fc.property(anything, (entered) => {
      const read = question.read(entered, context)
      if ('lookUp' in read) throw new Error('it looks up')
      if ('problem' in read) {
        expect(read.problem).toMatch(/\S/)
        return
      }
      answers++
      expect(isWithin(read.answer)).toBe(true)
      expect(question.read(String(read.answer), context)).toEqual(read)
      expect(JSON.parse(JSON.stringify(read))).toEqual(read)
    }),
    { numRuns: 1500 },
  )
  expect(answers).toBeGreaterThan(0)
}

describe('whatever is entered', () => {
  it('a text is within its length and shows no control character', () => {
    holds(text({ min: 2, max: 12 }), (answer) => {
      const { length } = Array.from(answer)
      return length >= 2 && length <= 12 && answer.isWellFormed() && !/\p{Cc}/u.test(answer)
    })
  })

  it('a long text has no control character but line feeds', () => {
    holds(text({ long: true }), (answer) => answer === answer.trim() && !/(?!\n)\p{Cc}/u.test(answer))
  })

  it('a whole number is within its limits', () => {
    holds(
      whole({ min: -1000, max: 100_000 }),
      (answer) => Number.isSafeInteger(answer) && answer >= -1000 && answer <= 1e5,
    )
    holds(whole(), Number.isSafeInteger)
  })

  it.each([0, 2, 3, 6])('a number has at most %d decimals and no float tail', (decimals) => {
    const form = new RegExp(`^-?\\d+(\\.\\d{1,${decimals || 1}})?$`)
    holds(decimal({ decimals }), (answer) => form.test(String(answer)) && !Object.is(answer, -0))
  })

  it('a phone number has its international form', () => {
    holds(phone({ country: 'GH' }), (answer) => /^\+[1-9]\d{7,14}$/.test(answer))
  })

  it('an e-mail address has a host in lower case', () => {
    holds(email(), (answer) => /^[!-~]{1,64}@[a-z0-9.-]+$/.test(answer) && answer.length <= 254)
  })

  it.each(['dmy', 'mdy', 'ymd'] as const)('a date is a real day within its limits, in the order %s', (order) => {
    holds(date({ order }), (answer) => isIsoDay(answer) && answer >= '1900-01-01')
  })
})

describe('every number that can be shown', () => {
  it('is read as it stands', () => {
    const cents = fc.integer({ min: -1e13, max: 1e13 })
    fc.assert(
      fc.property(cents, (count) => {
        const shown = (count / 100).toFixed(2)
        expect(decimal().read(shown, context)).toEqual({ answer: Number(shown) + 0 })
        expect(decimal().read(shown.replace('.', ','), context)).toEqual({ answer: Number(shown) + 0 })
      }),
    )
  })

  it('is a limit that can be entered', () => {
    const limit = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(limit, fc.integer({ min: 0, max: 6 }), (max, decimals) => {
        const question = decimal({ max, decimals })
        const read = question.read('9000000', context)
        const [shown = ''] = /-?\d+(?:\.\d+)?/.exec('problem' in read ? read.problem : '') ?? []
        expect(question.read(shown, context)).toEqual({ answer: Number(shown) + 0 })
        expect(Number(shown)).toBeLessThanOrEqual(max + 1e-3 * 10 ** -decimals)
      }),
    )
  })
})

describe('every day', () => {
  it('is read in every order as it is written', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (moment) => {
        const iso = moment.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = iso.split('-')
        expect(date().read(`${dayOfMonth}/${month}/${year}`, context)).toEqual({ answer: iso })
        expect(date({ order: 'mdy' }).read(`${month}${dayOfMonth}${year}`, context)).toEqual({ answer: iso })
        expect(date({ order: 'ymd' }).read(`${year}.${month}.${dayOfMonth}`, context)).toEqual({ answer: iso })
      }),
    )
  })
})
