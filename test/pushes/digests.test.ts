import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digest } from '../../src/pushes/reading/identifiers.ts'

it('a digest is 32 hexadecimal characters of any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(digest(value)).toMatch(/^[0-9a-f]{32}$/)
      expect(digest(structuredClone(value))).toBe(digest(value))
    }),
  )
})

it('two values have two digests', () => {
  const values = [null, 0, '0', [], {}, '', [null], { a: 1 }, { a: '1' }, { b: 1 }, [1, 2], [2, 1], '\ud800', '\udc00']
  expect(new Set(values.map(digest)).size).toBe(values.length)
})

it('is the same on every machine: entries are found by it for months', () => {
  expect(digest({ a: 1 })).toBe('015abd7f5cc57a2dd94b7590f04ad808')
})
