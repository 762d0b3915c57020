import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  maxRepeatedNames,
  readJson,
  readWholeJson,
  tellRepeatedNames,
  unmarkedName,
} from '../../src/pushes/reading/json.ts'

/** An object in which one name stands once, and then this often again. */
const repeating = (times: number, name = '') => `{${`"${name}":0,`.repeat(times)}"${name}":0}`

describe('a name that stands twice in one object', () => {
  it.each([
    ['{"a":1,"a":2}', { a: 1, 'a (repeated 1)': 2 }],
    ['{"a":1,"a":2,"a":3}', { a: 1, 'a (repeated 1)': 2, 'a (repeated 2)': 3 }],
    ['{ "a" : 1 ,\n"a"\t:\r\n2 }', { a: 1, 'a (repeated 1)': 2 }],
    [
      '{"Data":{"Status":"Failed","Status":"Success"}}',
      { Data: { Status: 'Failed', 'Status (repeated 1)': 'Success' } },
    ],
    ['{"a":1,"\\u0061":2}', { a: 1, 'a (repeated 1)': 2 }],
    ['{"a\\"":1,"a\\"":2}', { 'a"': 1, 'a" (repeated 1)': 2 }],
    ['{"a\\\\":1,"a\\\\":2}', { 'a\\': 1, 'a\\ (repeated 1)': 2 }],
    ['[{"a":1},{"a":2,"a":3}]', [{ a: 1 }, { a: 2, 'a (repeated 1)': 3 }]],
  ])('is told as two names: %s', (text, told) => {
    expect(readWholeJson(text)).toEqual(told)
  })

  it('is told though a later name looks like the one that it was given', () => {
    const value = readWholeJson('{"a":1,"a":2,"a_":1,"a__":1,"a (repeated":1}')
    expect(value).toEqual({ a: 1, 'a (repeated 1)': 2, a_: 1, a__: 1, 'a (repeated': 1 })
  })

  it.each([
    '{"a":1,"a":2,"a (repeated 1)":1}',
    '{"a (repeated 1)":1}',
    '{"a\\u0020(repeated 1)":1}',
    '[{"b":{"a (repeated ":1}}]',
  ])('leaves no body a name of the form that it was given: %s', (text) => {
    expect(() => readWholeJson(text, 'Data')).toThrow(
      'Data must be without names that hold " (repeated "; received one',
    )
  })

  it.each([
    '{"a":"a","b":["a","a",{"a":1}],"c":{"a":1}}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":"{","b":"}","c":"["}',
    '{"a":" (repeated 1)"}',
    '["a","a"]',
    '"a"',
    '1',
    '{}',
  ])('is none in another object, a list or a text: %s', (text) => {
    expect(tellRepeatedNames(text)).toBe(text)
    expect(readWholeJson(text)).toEqual(JSON.parse(text))
  })

  it('leaves all other JSON as it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(tellRepeatedNames(text)).toBe(text)
      }),
    )
  })

  it('does not bring back names that are refused', () => {
    expect(() => readWholeJson('{"__proto__":1,"__proto__":2}')).toThrow('__proto__')
    expect(() => readJson('{"__proto__":1}')).toThrow('__proto__')
  })

  it('is taken a few times in one body, and refused beyond that', () => {
    expect(Object.keys(Object(readWholeJson(repeating(maxRepeatedNames))))).toHaveLength(maxRepeatedNames + 1)
    expect(() => readWholeJson(repeating(maxRepeatedNames + 1))).toThrow(
      'The body must be an object in which no name stands twice: at most 16 such names are taken; received more of them',
    )
    const apart = `[${`${repeating(1)},`.repeat(maxRepeatedNames)}${repeating(1)}]`
    expect(() => readWholeJson(apart, 'Data')).toThrow('Data must be an object in which no name stands twice')
  })

  it('adds a few characters, however many came', () => {
    const text = repeating(maxRepeatedNames, 'a'.repeat(1000))
    expect(tellRepeatedNames(text).length - text.length).toBeLessThan(maxRepeatedNames * 20)
  })
})

it('gives the name that came back', () => {
  expect(['Status', 'Status (repeated 12)', ''].map(unmarkedName)).toEqual(['Status', 'Status', ''])
})

it('a text in which no name is repeated is not looked through, and one in which a name is always is', () => {
  const name = fc.constantFrom('a', 'b', ':', ' ', 'Status')
  const value = fc.oneof(fc.constantFrom(':', '":', ',"a":', '{"a":1}'), fc.integer()).map((one) => JSON.stringify(one))
  const blank = fc.constantFrom('', ' ', ' \n', '\t\r\n')
  const field = fc.tuple(name, blank, value).map(([of, between, is]) => `${JSON.stringify(of)}${between}:${is}`)
  const fields = fc.array(field, { maxLength: 6 }).map((list) => `{${list.join(',')}}`)
  const lists = fc.array(fields, { maxLength: 3 }).map((list) => `[${list.join(',')}]`)
  fc.assert(
    fc.property(fc.oneof(fields, lists), (text) => {
      expect(readWholeJson(text)).toEqual(JSON.parse(tellRepeatedNames(text)))
    }),
  )
})
