import { describe, expect, it } from 'vitest'
import { date } from '../../../src/conversation/index.ts'
import { thrownBy } from '../../replies/thrown-by.ts'
import { readBy } from './reading.ts'

describe('a question for a date', () => {
  it.each([
    '31/12/2026',
    '31-12-2026',
    '31.12.2026',
    '31 12 2026',
    '31 / 12 / 2026',
    '31122026',
    '2026-12-31',
    '2026/12/31',
    '31/12/26',
    '31-12-26',
    '311226',
    ' 31/12/2026 ',
    '31\u201312\u20132026',
    '\u0663\u0661/\u0661\u0662/\u0662\u0660\u0662\u0666',
  ])('reads %j, day first', (entered) => {
    expect(readBy(date(), entered)).toBe('2026-12-31')
  })

  it.each([
    ['mdy', '12/31/2026'],
    ['mdy', '12-31-26'],
    ['mdy', '12312026'],
    ['mdy', '2026-12-31'],
    ['ymd', '2026-12-31'],
    ['ymd', '26/12/31'],
    ['ymd', '20261231'],
    ['ymd', '261231'],
  ] as const)('reads in the order %s: %j', (order, entered) => {
    expect(readBy(date({ order }), entered)).toBe('2026-12-31')
  })

  it.each([
    '31/04/2026',
    '30/02/2026',
    '29/02/2026',
    '29/02/1900',
    '00/01/2026',
    '01/00/2026',
    '01/13/2026',
    '12/31/2026',
    '32/01/2026',
    '1/1/6',
    '1/1/206',
    '1/1/20266',
    '31/12-2026',
    '31/12',
    '2026',
    '1122026',
    '20261231',
    'today',
    '31 December 2026',
    '2026-12-31T00:00',
    '31//12//2026',
    '1/1/0000',
    '2026/1/2026',
  ])('reads no day in %j', (entered) => {
    expect(readBy(date(), entered)).toEqual(['Date, such as 31/12/2026.'])
  })

  it('knows leap years', () => {
    expect(readBy(date(), '29/02/2028')).toBe('2028-02-29')
    expect(readBy(date(), '29/2/2000')).toBe('2000-02-29')
    expect(readBy(date({ max: '2024-12-31' }), '29/02/00')).toBe('2000-02-29')
  })

  it('asks for something where nothing was entered', () => {
    expect(readBy(date(), '')).toEqual(['Please type your answer.'])
  })

  describe('with two digits of the year', () => {
    it('takes 00 to 49 for the years from 2000 and 50 to 99 for those before', () => {
      expect(['00', '49', '50', '99'].map((year) => readBy(date(), `1/2/${year}`))).toEqual([
        '2000-02-01',
        '2049-02-01',
        '1950-02-01',
        '1999-02-01',
      ])
    })

    it('takes the year that is within its limits', () => {
      expect(readBy(date({ max: '2008-12-31' }), '1/2/45')).toBe('1945-02-01')
      expect(readBy(date({ min: '2026-01-01' }), '1/2/99')).toBe('2099-02-01')
    })

    it('takes the likelier year where neither is', () => {
      const thisYear = date({ min: '2026-01-01', max: '2026-12-31' })
      expect(readBy(thisYear, '1/2/27')).toEqual(['Please enter 31/12/2026 or earlier.'])
      expect(readBy(thisYear, '1/2/99')).toEqual(['Please enter 01/01/2026 or later.'])
    })

    it('takes the year that has such a day', () => {
      expect(readBy(date(), '29/2/00')).toBe('2000-02-29')
      expect(readBy(date({ max: '1950-12-31' }), '29/2/00')).toEqual(['Please enter 31/12/1950 or earlier.'])
    })
  })

  describe('with limits', () => {
    const year = date({ min: '2026-01-01', max: '2026-12-31' })

    it('takes their days and all between', () => {
      expect([readBy(year, '1/1/2026'), readBy(year, '31/12/2026')]).toEqual(['2026-01-01', '2026-12-31'])
    })

    it('names them in its own order', () => {
      expect(readBy(year, '31/12/2025')).toEqual(['Please enter 01/01/2026 or later.'])
      expect(readBy(year, '1/1/2027')).toEqual(['Please enter 31/12/2026 or earlier.'])
      expect(readBy(date({ max: '2026-12-30', order: 'mdy' }), '1/1/2027')).toEqual([
        'Please enter 12/30/2026 or earlier.',
      ])
      expect(readBy(date({ max: '2026-12-30', order: 'ymd' }), '2027-1-1')).toEqual([
        'Please enter 2026-12-30 or earlier.',
      ])
    })

    it('shows a date that would do', () => {
      const lineOf = (...[limits]: Parameters<typeof date>) => readBy(date(limits), 'x')
      expect(lineOf({ max: '2008-11-30' })).toEqual(['Date, such as 30/11/2008.'])
      expect(lineOf({ min: '2027-01-02' })).toEqual(['Date, such as 02/01/2027.'])
      expect(lineOf({ order: 'mdy' })).toEqual(['Date, such as 12/31/2026.'])
      expect(lineOf({ order: 'ymd' })).toEqual(['Date, such as 2026-12-31.'])
    })

    it('is from 1900 on when it is not told', () => {
      expect(readBy(date(), '31/12/0206')).toEqual(['Please enter 01/01/1900 or later.'])
      expect(readBy(date({ min: '1800-01-01' }), '31/12/1899')).toBe('1899-12-31')
    })

    it('asks a function for them whenever it reads', () => {
      let today = '2026-11-20'
      const later = date({ min: () => today })
      expect(readBy(later, '20/11/2026')).toBe('2026-11-20')
      today = '2026-11-21'
      expect(readBy(later, '20/11/2026')).toEqual(['Please enter 21/11/2026 or later.'])
    })

    it('fails aloud where a function gives no day, or one beyond the other limit', () => {
      expect(thrownBy(() => readBy(date({ min: () => 'tomorrow' }), '1/1/2026'))).toEqual({
        code: 'FMW_QUESTION_VALUE',
        message:
          "The option min of the question date must be a day such as '2026-12-31', or a function that gives one, " +
          'but it is a function that gave none.',
      })
      const crossed = date({ min: () => '2026-11-20', max: '2026-10-31' })
      expect(thrownBy(() => readBy(crossed, '1/1/2026')).message).toContain('at most max, which is 2026-10-31')
    })
  })

  it('lets rich channels type a text, because they have no field for dates', () => {
    expect(date().field).toBe('text')
  })
})
