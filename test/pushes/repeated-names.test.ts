import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../src/pushes/read-json.ts'
import { readWholeJson, tellRepeatedNames } from '../../src/pushes/repeated-names.ts'

describe('a name that stands twice in one object', () => {
  it.each([
    ['{"a":1,"a":2}', { a: 1, a_: 2 }],
    ['{"a":1,"a":2,"a":3}', { a: 1, a_: 2, a__: 3 }],
    ['{ "a" : 1 ,\n"a"\t:\r\n2 }', { a: 1, a_: 2 }],
    ['{"Data":{"Status":"Failed","Status":"Success"}}', { Data: { Status: 'Failed', Status_: 'Success' } }],
    ['{"a":1,"\\u0061":2}', { a: 1, a_: 2 }],
    ['{"a\\"":1,"a\\"":2}', { 'a"': 1, 'a"_': 2 }],
    ['{"a\\\\":1,"a\\\\":2}', { 'a\\': 1, 'a\\_': 2 }],
    ['[{"a":1},{"a":2,"a":3}]', [{ a: 1 }, { a: 2, a_: 3 }]],
  ])('is told as two names: %s', (text, told) => {
    expect(readWholeJson(text)).toEqual(told)
  })

  it.each([
    '{"a":"a","b":["a","a",{"a":1}],"c":{"a":1}}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":"{","b":"}","c":"["}',
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
})
