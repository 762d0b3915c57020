import { describe, expect, it } from 'vitest'
import { readJson } from '../../src/pushes/reading/json.ts'
import { problemOf } from './problem-of.ts'

describe('text that is not JSON', () => {
  it.each([
    ' ',
    '{',
    '{}}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":undefined}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":+1}',
    '{"a":0x10}',
    '"a\u0000b"',
    '"a\nb"',
    '{"a":"\\x"}',
    'SessionId=1&Type=Response',
    '<xml/>',
    '\ufeff{}',
    '{"Id":12345678901234567890,}',
  ])('is refused: %j', (text) => {
    expect(problemOf(() => readJson(text))).toMatchObject({
      field: null,
      expected: 'valid JSON',
      received: 'text that is not JSON',
    })
  })

  it('is told from no text at all', () => {
    expect(problemOf(() => readJson('')).message).toBe('The body must be valid JSON; received an empty body')
  })

  it('is never shown in the problem: it may hold a PIN', () => {
    const problem = problemOf(() => readJson('{"Message":"4821"'))
    expect(JSON.stringify(problem) + problem.message).not.toContain('4821')
  })
})

it('lone surrogates and NUL come through, for the readers of fields to judge', () => {
  expect(readJson('{"a":"\\ud800","b":"\\u0000"}')).toEqual({ a: '\ud800', b: '\u0000' })
})
