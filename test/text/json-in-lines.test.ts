import { describe, expect, it } from 'vitest'
import { jsonInLines } from '../../src/text/json/json-in-lines.ts'

describe('JSON set in lines', () => {
  it.each([
    '{"a":[1,{"b":"c, {d}: \\" \\\\"}],"e":{},"f":[],"g":null,"h":true,"i":-1.5}',
    '[]',
    '[[[]],{"":""}]',
    '"text"',
    '7',
    'null',
  ])('is as JSON.stringify sets it, where that loses nothing: %s', (text) => {
    expect(jsonInLines(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
  })

  it('keeps numbers, names that come twice, and escapes as they were written', () => {
    const text = '{ "Id":1234567890123456789012345,\t"Amount":50.00,"Amount":5e1,\r\n"Name":"\\u0041\\/" }'
    expect(jsonInLines(text)).toBe(
      '{\n  "Id": 1234567890123456789012345,\n  "Amount": 50.00,\n  "Amount": 5e1,\n  "Name": "\\u0041\\/"\n}',
    )
  })

  it('has another text in place of one, and leaves the rest as it was written', () => {
    const rewrite = (text: string) => text.replace('A"', 'b"')
    expect(jsonInLines('{"a":"A\\"","b":"\\u0041"}', rewrite)).toBe('{\n  "a": "b\\"",\n  "b": "\\u0041"\n}')
  })

  it('is undefined for what is no JSON, and of a bounded length for what is nested too deep to be read', () => {
    expect(jsonInLines('{"a":')).toBeUndefined()
    expect(jsonInLines('')).toBeUndefined()
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    expect(jsonInLines(deep)?.replaceAll(/\s/g, '')).toBe(deep)
    expect(jsonInLines(deep)?.length).toBeLessThan(4_000_000)
  })
})
