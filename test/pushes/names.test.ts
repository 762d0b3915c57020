import { describe, expect, it } from 'vitest'
import { findNames } from '../../src/pushes/reading/field-reader.ts'

const find = findNames(['SessionId', 'Type', 'Data'])

describe('a field', () => {
  it.each(['SessionId', 'sessionId', 'sessionid', 'SESSIONID', 'Sessionid', 'session_id', 'SESSION-ID', 'Session Id'])(
    'is found as %s',
    (name) => {
      expect(find({ Other: 1, [name]: 's', Type: 'x' })).toEqual({ values: ['s', 'x', undefined], conflicts: [] })
    },
  )

  it.each(['Session', 'SessionIds', 'xSessionId', '\u017fessionId', 'Se\u0455sionId', 'SessionId\u0000', ''])(
    'is not found as %j',
    (name) => {
      expect(find({ [name]: 's' })).toEqual({ values: [undefined, undefined, undefined], conflicts: [] })
    },
  )

  it.each([null, false, 0, '', [], {}])('is found whatever its value: %j', (value) => {
    expect(find({ type: value }).values[1]).toBe(value)
  })

  it('that is no name of the list but of every object is not found', () => {
    expect(findNames(['toString', 'valueOf'])({}).values).toEqual([undefined, undefined])
    expect(find({ hasOwnProperty: 1, toString: 2, valueOf: 3 }).values).toEqual([undefined, undefined, undefined])
  })

  it('is found in an object without a prototype, as a form gives', () => {
    const form: Record<string, unknown> = Object.create(null)
    form.session_id = 's'
    expect(find(form).values[0]).toBe('s')
  })
})

describe('several spellings of one name', () => {
  it.each([
    ['the same text', { SessionId: 's', sessionId: 's' }, 's'],
    ['a number and its text', { sessionid: 0, SessionId: '0' }, 0],
    ['null and a value', { SessionId: null, sessionId: 's' }, 's'],
    ['a value and null', { sessionId: 's', SessionId: null }, 's'],
    ['equal objects', { SessionId: { a: [1] }, sessionId: { a: [1] } }, { a: [1] }],
    ['undefined and a value', { SessionId: undefined, sessionId: 's' }, 's'],
  ])('do not conflict: %s', (_case, fields, value) => {
    expect(find(fields)).toEqual({ values: [value, undefined, undefined], conflicts: [] })
  })

  it.each([
    ['two texts', 'a', 'b'],
    ['texts that differ in case', 'a', 'A'],
    ['an empty text and a text', '', 'a'],
    ['two spellings of a code', 0, '0000'],
    ['objects that differ', { a: 1 }, { a: 2 }],
    ['an object and a text', {}, '[object Object]'],
    ['a text and an object', '[object Object]', {}],
  ])('conflict where they give %s, and the spelling of the reference wins', (_case, one, other) => {
    const expected = { values: [one, undefined, undefined], conflicts: [0] }
    expect(find({ SessionId: one, sessionId: other })).toEqual(expected)
    expect(find({ sessionId: other, SessionId: one })).toEqual(expected)
  })

  it('conflict once, however many there are, and the first wins where none is the spelling of the reference', () => {
    expect(find({ sessionId: 'a', session_id: 'b', SESSIONID: 'c', type: 1, TYPE: 2, data: 3 })).toEqual({
      values: ['a', 1, 3],
      conflicts: [0, 1],
    })
  })

  it('leave the next object without a conflict', () => {
    find({ SessionId: 'a', sessionId: 'b' })
    expect(find({ SessionId: 'a' }).conflicts).toEqual([])
  })
})
