import { expect, test } from 'vitest'
import { formatTable } from '../../src/cli/table.ts'

test('a table without rows is its headings', () => {
  expect(formatTable(['kind', 'url'], [])).toBe('kind  url')
})

test('columns are as wide as their widest cell, a missing cell is empty', () => {
  expect(formatTable(['a', 'b'], [['long'], ['x', 'y']])).toBe('a     b\nlong\nx     y')
})
