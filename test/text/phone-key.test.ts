import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { phoneKey } from '../../src/text/phone.ts'

it('the key of a phone is the same however the number is written', () => {
  const key = createHash('sha256').update('233000000000').digest('hex').slice(0, 32)
  expect(
    ['+233000000000', '233000000000', '00233000000000', '+233 000 000 000'].map((phone) => phoneKey(phone)),
  ).toEqual(Array(4).fill(key))
})

it('a number as it is dialled in its country has the same key where that is known', () => {
  expect(phoneKey('0000000000', 'GH')).toBe(phoneKey('+233000000000'))
  expect(phoneKey('0000000000')).not.toBe(phoneKey('+233000000000'))
})

it('the key of what is no number is that of its text', () => {
  expect(phoneKey(' user-7f3 ')).toBe(createHash('sha256').update('user-7f3').digest('hex').slice(0, 32))
  expect(phoneKey('')).toHaveLength(32)
})

it('different owners have different keys', () => {
  const owners = ['+233000000000', '+233000000001', 'user-7f3', '0000000000', '']
  expect(new Set(owners.map((owner) => phoneKey(owner))).size).toBe(owners.length)
})
