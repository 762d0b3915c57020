import { expect, it } from 'vitest'
import { printable, shownNames, visible } from '../../src/text/clean-text.ts'

it('leaves what can be seen as it is', () => {
  expect(visible('order-17 ~')).toBe('order-17 ~')
  expect(visible('Tɔn café 5 ₵\nnext')).toBe('Tɔn café 5 ₵\nnext')
})

it('writes what cannot as an escape, on one line where it is a name', () => {
  expect(visible('a\u2800b')).toBe('a\\u2800b')
  expect(visible('a\u202eb\nc')).toBe('a\\u202eb\nc')
  expect(printable('a\u202eb\nc')).toBe(String.raw`a\u202eb\u000ac`)
  expect(shownNames({ kind: 'checkout', id: 'a\u001bb' })).toEqual({ kind: 'checkout', id: String.raw`a\u001bb` })
})
