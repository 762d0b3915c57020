import { describe, expect, it } from 'vitest'
import { nameType, PushProblem } from '../../src/pushes/reading/push-problem.ts'

describe('a problem', () => {
  it('says which field, what was expected and what came', () => {
    const problem = new PushProblem({ field: 'Data.Amount', expected: 'an amount', received: 'a string' })
    expect(problem).toBeInstanceOf(Error)
    expect(problem).toMatchObject({
      name: 'PushProblem',
      field: 'Data.Amount',
      expected: 'an amount',
      received: 'a string',
      message: 'Data.Amount must be an amount; received a string',
    })
  })

  it('without a field is about the body', () => {
    const problem = new PushProblem({ field: null, expected: 'valid JSON', received: 'an empty body' })
    expect(problem.message).toBe('The body must be valid JSON; received an empty body')
  })

  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [[], 'an array'],
    [{ pin: '4821' }, 'an object'],
    ['', 'an empty string'],
    ['4821', 'a string'],
    [4821, 'a number'],
    [false, 'a boolean'],
  ])('names the type of what came and never the value: %j is %s', (value, name) => {
    expect(nameType(value)).toBe(name)
  })
})
