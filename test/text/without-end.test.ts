import { expect, it } from 'vitest'
import { withoutEnd } from '../../src/text/without-end.ts'

it.each([
  ['https://shop.example//', '/', 'https://shop.example'],
  ['a', '/', 'a'],
  ['/a', '/', '/a'],
  ['//', '/', ''],
  ['', '/', ''],
])('%j ends without %j as %j', (text, end, without) => {
  expect(withoutEnd(text, end)).toBe(without)
})
