import { describe, expect, it } from 'vitest'
import { readFlag, readOptionalText, readText, readWhen, readWhole } from '../../src/pushes/reading/field-reader.ts'
import { Notes } from '../../src/pushes/reading/push-problem.ts'
import { problemOf } from './problem-of.ts'

/** What a reader made of a value, and what it noted. */
function noting<Value>(read: (field: string, value: unknown, notes: Notes) => Value, value: unknown) {
  const notes = new Notes()
  return { value: read('Field', value, notes), notes: notes.lines ?? [] }
}

describe('a text', () => {
  it.each([
    ['Tea', 'Tea'],
    [' spaced \n', ' spaced \n'],
    ['', ''],
    [undefined, ''],
    [null, ''],
    [0, '0'],
    [1.5, '1.5'],
    [false, 'false'],
    ['a\u0000b', 'ab'],
    ['a\ud800', 'a\ufffd'],
    ['\u{1f375}', '\u{1f375}'],
  ])('of %j is %j', (value, text) => {
    expect(readText('Message', value)).toBe(text)
    expect(readOptionalText('Message', value)).toBe(text === '' ? null : text)
  })

  it.each([
    [{}, 'an object'],
    [[], 'an array'],
    [['Tea'], 'an array'],
  ])('cannot be %j', (value, received) => {
    expect(problemOf(() => readText('Message', value))).toMatchObject({ field: 'Message', expected: 'text', received })
  })
})

describe('a whole number', () => {
  it.each([
    [1, 1],
    [0, 0],
    ['1', 1],
    ['007', 7],
    [' 12 ', 12],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    ['999999999999999', 999_999_999_999_999],
    [undefined, null],
    [null, null],
    ['', null],
  ])('of %j is %j, without a note', (given, value) => {
    expect(noting(readWhole, given)).toEqual({ value, notes: [] })
  })

  it.each([-1, 1.5, 2 ** 53, Number.POSITIVE_INFINITY, '-1', '1.0', '1e3', 'one', ' ', '1234567890123456', true])(
    'is noted and null where it is none: %j',
    (given) => {
      expect(noting(readWhole, given)).toEqual({ value: null, notes: ['Field is not a whole number'] })
    },
  )

  it.each([{}, [1]])('is refused as %j', (given) => {
    expect(problemOf(() => noting(readWhole, given)).expected).toBe('a whole number')
  })
})

describe('a yes or no', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    [' TRUE ', true],
    ['False', false],
    [undefined, null],
    [null, null],
    ['', null],
  ])('of %j is %j, without a note', (given, value) => {
    expect(noting(readFlag, given)).toEqual({ value, notes: [] })
  })

  it.each(['yes', '1', 1, 0, ' ', {}, [true]])('is noted and null where it is neither: %j', (given) => {
    expect(noting(readFlag, given)).toEqual({ value: null, notes: ['Field is neither true nor false'] })
  })
})

describe('a date', () => {
  it.each([
    ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01 09:30', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01 09:30:15', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01T09:30:15.1234567+00:00', '2026-03-01T09:30:15.123Z'],
  ])('of %s is read', (given, iso) => {
    expect(noting(readWhen, given)).toEqual({ value: new Date(iso), notes: [] })
  })

  it.each([undefined, null, ''])('is null where none came: %j', (given) => {
    expect(noting(readWhen, given)).toEqual({ value: null, notes: [] })
  })

  it.each(['01/02/2026', 'yesterday', '0001-01-01T00:00:00', 1_772_357_400, {}, ['2026-03-01'], true])(
    'is noted and null where it cannot be read: %j',
    (given) => {
      expect(noting(readWhen, given)).toEqual({ value: null, notes: ['Field is not a date that can be read'] })
    },
  )
})
