import { afterEach, describe, expect, it } from 'vitest'
import { readJson } from '../../src/pushes/reading/json.ts'
import { problemOf } from './problem-of.ts'

const names = Object.getOwnPropertyNames(Object.prototype)

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(names)
})

describe('a name that reaches a prototype', () => {
  it.each([
    ['flat', (name: string) => `{"${name}":{"paid":true}}`],
    ['after others', (name: string) => `{"SessionId":"s","Type":"Response","${name}":1}`],
    ['nested', (name: string) => `{"Data":{"PaymentDetails":{"${name}":{"paid":true}}}}`],
    ['in an array', (name: string) => `[[{"${name}":null}]]`],
    ['at the deepest level', (name: string) => `${'['.repeat(31)}{"${name}":1}${']'.repeat(31)}`],
    ['beside a number that is too long', (name: string) => `{"Id":1234567890123456789,"${name}":{"a":1}}`],
    ['twice', (name: string) => `{"${name}":1,"${name}":2}`],
    ['behind spaces', (name: string) => ` \n{ "${name}" : 1 }`],
  ])('is refused, %s', (_place, write) => {
    for (const name of ['__proto__', 'constructor']) {
      expect(problemOf(() => readJson(write(name)))).toMatchObject({ field: name, received: 'it' })
    }
  })

  it.each([
    ['\\u005f_proto__', '__proto__'],
    ['__pr\\u006Fto__', '__proto__'],
    ['\\u0063onstructor', 'constructor'],
    ['constructo\\u0072', 'constructor'],
  ])('is refused however it is written: %s', (written, name) => {
    expect(problemOf(() => readJson(`{"${written}":{"paid":true}}`)).field).toBe(name)
    expect(problemOf(() => readJson(`{"${written}":1}`)).field).toBe(name)
  })

  it.each(['prototype', 'Constructor', '__PROTO__', '_proto_', 'toString', 'hasOwnProperty', ''])(
    'is not %j, which is only odd',
    (name) => {
      expect(readJson(JSON.stringify({ [name]: 1, Data: {} }))).toEqual({ [name]: 1, Data: {} })
    },
  )

  it('may stand in a value', () => {
    const text = '{"Message":"__proto__","Description":"constructor"}'
    expect(readJson(text)).toEqual({ Message: '__proto__', Description: 'constructor' })
  })
})
