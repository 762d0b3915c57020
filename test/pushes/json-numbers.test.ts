import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../src/pushes/reading/json.ts'

describe('whole numbers that a JavaScript number cannot hold', () => {
  it.each([
    '1234567890123456789012345',
    '-1234567890123456789012345',
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '10000000000000000',
  ])('stay exact: %s', (digits) => {
    expect(readJson(digits)).toBe(digits)
    expect(readJson(`{"TransactionId":${digits}}`)).toEqual({ TransactionId: digits })
    expect(readJson(`{"Data":[{"Id":${digits},"Amount":5}]}`)).toEqual({ Data: [{ Id: digits, Amount: 5 }] })
  })

  it('stay exact wherever in the text they stand', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.stringMatching(/^[1-9][0-9]{16,30}$/), (padding, digits) => {
        expect(readJson(`{"a":"${'x'.repeat(padding)}","b":${digits}}`)).toHaveProperty('b', digits)
      }),
    )
  })
})

describe('numbers beyond every JavaScript number', () => {
  it.each(['1e400', '-1e400', '1.5E+999'])('stay as they were written: %s', (text) => {
    expect(readJson(text)).toBe(text)
    expect(readJson(`{"Data":[{"Amount":${text},"Id":7}]}`)).toEqual({ Data: [{ Amount: text, Id: 7 }] })
  })
})

describe('other numbers', () => {
  it.each([
    '9007199254740991',
    '-9007199254740991',
    '123456789012345',
    '0.30000000000000004',
    '50.000000000000000000000000',
    '-1.23456789012345678901',
    '1234567890123456.5',
    '12345678901234567e3',
    '1.0000000000000000E2',
    '1e308',
  ])('stay numbers: %s', (text) => {
    expect(readJson(`{"Amount":${text}}`)).toEqual({ Amount: Number(text) })
    expect(readJson(text)).toBe(Number(text))
  })

  it('stay numbers beside one that is too long', () => {
    const text = '{"Id":1234567890123456789,"Amount":5.10,"Parts":[1,2.5,-3e2],"Ok":true,"None":null,"Text":"7"}'
    expect(readJson(text)).toEqual({
      Id: '1234567890123456789',
      Amount: 5.1,
      Parts: [1, 2.5, -300],
      Ok: true,
      None: null,
      Text: '7',
    })
  })

  it('keep no digits of a text that looks like a number', () => {
    expect(readJson('{"Id":"00012345678901234567"}')).toEqual({ Id: '00012345678901234567' })
    expect(readJson('{"Id":"\\"12345678901234567"}')).toEqual({ Id: '"12345678901234567' })
  })

  it('are read as JSON.parse reads them, in any value, where none is too long', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain: unknown = JSON.parse(text)
        fc.pre(!/__proto__|constructor/.test(text) && !/\d{16}/.test(text.replace(/\.\d+/g, '')))
        expect(readJson(text)).toEqual(plain)
      }),
    )
  })
})
