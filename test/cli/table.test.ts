import { expect, test } from 'vitest'
import { formatTable, hanging, wrapped } from '../../src/cli/look/table.ts'

test('a table without rows is its headings', () => {
  expect(formatTable(['kind', 'url'], [])).toBe('kind  url')
})

test('columns are as wide as their widest cell, a missing cell is empty', () => {
  expect(formatTable(['a', 'b'], [['long'], ['x', 'y']])).toBe('a     b\nlong\nx     y')
})

test('the widest of the columns that may be cut is cut first, and none below six characters', () => {
  const rows = [['x'.repeat(20), 'y'.repeat(12), 'kept-as-it-is']]
  const table = (columns: number) => formatTable(['a', 'b', 'c'], rows, { columns, elastic: ['a', 'b'] }).split('\n')[1]
  expect(table(60)).toBe(`${'x'.repeat(20)}  ${'y'.repeat(12)}  kept-as-it-is`)
  expect(table(41)).toBe(`${'x'.repeat(11)}…  ${'y'.repeat(12)}  kept-as-it-is`)
  expect(table(10)).toBe('xxxxx…  yyyyy…  kept-as-it-is')
})

test('a text that is too long for its line goes on under itself, and a word that is too long is broken', () => {
  expect(hanging('a  ', 'one two three')).toBe('a  one two three')
  expect(hanging('a  ', 'one two three', 10)).toBe('a  one two\n   three')
  expect(hanging('a  ', 'one two  three  four', 10)).toBe('a  one two\n   three\n   four')
  expect(hanging('a  ', 'x abcdefghijk', 10)).toBe('a  x\n   abcdefg\n   hijk')
})

test('a name is cut in the middle, so that its end stands', () => {
  const rows = [['abcdefghijklmnopqrst', 'x']]
  expect(formatTable(['id', 'b'], rows, { columns: 14, elastic: ['id'], names: ['id'] })).toBe(
    'id           b\nabc…nopqrst  x',
  )
})

test('of a name that begins with its kind, the kind stands as far as ten characters are left for the end', () => {
  const cell = (id: string, width: number) =>
    formatTable(['id', 'b'], [[id, 'x']], { columns: width + 3, elastic: ['id'], names: ['id'] }).split('\n')[1]
  const cart = '5f0c1d7e4003efdd64|paid'
  expect(cell(`ussdPayment:signed:${cart}`, 23)).toBe('ussdPayment:…fdd64|paid  x')
  expect(cell(`fulfilment:${cart}`, 23)).toBe('fulfilment:…efdd64|paid  x')
  expect(cell(`fulfilmentReport:${cart}`, 30)).toBe('fulfilmentReport:…3efdd64|paid  x')
  expect(cell(`fulfilmentReport:${cart}`, 23)).toBe('fulfilmentRe…fdd64|paid  x')
  expect(cell(`fulfilmentReport:${cart}`, 6)).toBe('f…paid  x')
})

test('lines that are too long go on at a word, as far in as they begin, and others stay as they are', () => {
  const text = 'Several  are meant:\n  one two three\n  four  five\n'
  expect(wrapped(text)).toBe(text)
  expect(wrapped(text, 20)).toBe(text)
  expect(wrapped(text, 12)).toBe('Several  are\nmeant:\n  one two\n  three\n  four  five\n')
})

test('names that are alike when they are cut stand whole under their rows, before the note', () => {
  const rows = ['b1946ac9', '5f0c1d7e'].map((order) => [`fulfilment:${order}|undetermined`, 'x', `of ${order}`])
  const fit = { columns: 25, elastic: ['id'], names: ['id'], below: ['note'] }
  expect(formatTable(['id', 'b', 'note'], [...rows, ['fulfilment:5f0c1d7e|paid', 'y', '']], fit)).toBe(
    [
      'id                      b',
      'fulfilment:…determined  x',
      '    id: fulfilment:b1946a',
      '        c9|undetermined',
      '    of b1946ac9',
      'fulfilment:…determined  x',
      '    id: fulfilment:5f0c1d',
      '        7e|undetermined',
      '    of 5f0c1d7e',
      'fulfilment:…c1d7e|paid  y',
    ].join('\n'),
  )
})
