import { describe, expect, it } from 'vitest'
import { date, decimal, email, phone, text, whole } from '../../../src/conversation/index.ts'
import { thrownBy } from '../../replies/thrown-by.ts'

/** As plain JavaScript calls, whose arguments no compiler sees. */
const thrownWith = (maker: (options: never) => unknown, options: unknown) =>
  thrownBy(() => Reflect.apply(maker, undefined, [options]))

const makers = [text, whole, decimal, phone, email, date]

describe('a question that is made wrongly', () => {
  it.each([
    [
      text,
      { min: -1 },
      'min of the question text must be a whole number of characters, 1 or more, but it is the number -1.',
    ],
    [text, { min: 0 }, 'min of the question text'],
    [text, { max: 1.5 }, 'max of the question text'],
    [text, { max: '40' }, 'it is a string of 2 characters.'],
    [text, { max: Number.NaN }, 'it is the number NaN.'],
    [text, { min: 161 }, 'min of the question text must be at most max, which is 160, but it is 161.'],
    [text, { pattern: '^a$' }, 'pattern of the question text must be a regular expression'],
    [text, { long: 'yes' }, 'long of the question text must be true or false'],
    [whole, { min: 5, max: 4 }, 'min of the question whole must be at most max, which is 4, but it is 5.'],
    [whole, { min: Number.NaN }, 'must be a whole number of at most 9007199254740991 either way'],
    [whole, { max: Number.POSITIVE_INFINITY }, 'max of the question whole'],
    [whole, { min: null }, 'but it is null.'],
    [decimal, { min: Number.NaN }, 'must be a number from -9999999999999.99 to 9999999999999.99'],
    [decimal, { max: Number.POSITIVE_INFINITY }, 'max of the question decimal'],
    [decimal, { max: 1e9, decimals: 6 }, 'must be a number from -999999999.999999 to 999999999.999999'],
    [decimal, { max: '5' }, 'it is a string of 1 character.'],
    [decimal, { decimals: 7 }, 'decimals of the question decimal must be a whole number from 0 to 6'],
    [decimal, { decimals: -1 }, 'decimals of the question decimal'],
    [decimal, { decimals: 0.5 }, 'decimals of the question decimal'],
    [decimal, { decimals: '2' }, 'decimals of the question decimal'],
    [decimal, { min: 2, max: 1 }, 'at most max, which is 1, but it is 2.'],
    [decimal, { min: 0.001, max: 0.009 }, 'at most max, which is 0, but it is 0.01.'],
    [date, { min: '31/12/2026' }, "min of the question date must be a day such as '2026-12-31'"],
    [date, { max: '2026-02-30' }, 'max of the question date'],
    [date, { max: new Date(0) }, 'max of the question date'],
    [date, { min: '2026-12-31', max: '2026-01-01' }, 'at most max, which is 2026-01-01, but it is 2026-12-31.'],
    [date, { order: 'dym' }, "order of the question date must be 'dmy', 'mdy' or 'ymd'"],
  ])('says so when it is made (%#)', (maker, options, part) => {
    const thrown = thrownWith(maker, options)
    expect(thrown.code).toBe('FMW_QUESTION_VALUE')
    expect(thrown.message).toContain(part)
  })

  it.each(makers)('is told of every option that would do nothing: $name', (maker) => {
    expect(thrownWith(maker, { sensitve: true }).message).toContain(
      `There is no option "sensitve" of the question ${maker.name}; "sensitive" may be meant.`,
    )
    expect(thrownWith(maker, { qqqq: true })).toMatchObject({
      code: 'FMW_QUESTION_NAME',
      message: expect.stringMatching(/^There is no option "qqqq" of the question \w+\. It takes /),
    })
  })

  it.each(makers)('is told of wrong values of what every question takes: $name', (maker) => {
    const wrong = [{ check: 1 }, { problem: ' ' }, { problem: 1 }, { sensitive: 'yes' }, { tries: 0 }, { tries: '3' }]
    expect(wrong.map((options) => thrownWith(maker, options).code)).toEqual(wrong.map(() => 'FMW_QUESTION_VALUE'))
    expect([5, null, 'text'].map((options) => thrownWith(maker, options).message)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^The option options of the question \w+ must be an object/)]),
    )
  })

  it('knows no country that is none', () => {
    expect(thrownWith(phone, { country: 'XX' }).code).toBe('FMW_COUNTRY')
  })

  it('shows nothing of what it was given but numbers', () => {
    expect(thrownWith(text, { pattern: 'secret' }).message).not.toContain('secret')
  })

  it('takes what is undefined for not given', () => {
    const unset = { min: undefined, max: undefined, check: undefined, problem: undefined, tries: undefined }
    expect([text(unset), whole(unset), decimal(unset), date(unset)].map(({ type }) => type)).toHaveLength(4)
  })
})
