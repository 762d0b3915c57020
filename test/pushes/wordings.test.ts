import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestOfWording } from '../../src/pushes/money/payment-identity.ts'
import { isRecord } from '../../src/pushes/reading/json.ts'

const push = {
  Status: 'Cancelled',
  Data: { Amount: 10, Items: [{ Name: 'Tea', Price: '2.50' }], IsPaid: true, Note: null },
}

it.each([
  [
    'names in another order',
    { Data: { Note: null, IsPaid: true, Items: [{ Price: '2.50', Name: 'Tea' }], Amount: 10 }, Status: 'Cancelled' },
  ],
  [
    'names in another case',
    { status: 'Cancelled', data: { amount: 10, ITEMS: [{ name: 'Tea', price: '2.50' }], isPaid: true, note: null } },
  ],
  [
    'amounts as text, and as numbers',
    { ...push, Data: { ...push.Data, Amount: '10.00', Items: [{ Name: 'Tea', Price: 2.5 }] } },
  ],
  ['words in another case', { ...push, Status: ' CANCELLED' }],
])('a push says the same with %s', (_what, other) => {
  expect(digestOfWording(other)).toBe(digestOfWording(push))
})

it.each([
  ['another amount', { ...push, Data: { ...push.Data, Amount: 10.01 } }],
  ['ten times as much', { ...push, Data: { ...push.Data, Amount: '100' } }],
  ['another field', { ...push, IsRefunded: true }],
  ['a field less', { Status: 'Cancelled' }],
  ['a field elsewhere', { ...push, Amount: 10, Data: { ...push.Data, Amount: undefined } }],
  ['items in another order', { ...push, Data: { ...push.Data, Items: [{ Name: 'Tea' }, { Price: '2.50' }] } }],
])('a push says something else with %s', (_what, other) => {
  expect(digestOfWording(JSON.parse(JSON.stringify(other)))).not.toBe(digestOfWording(push))
})

it('identifiers are told apart by case, and by zeros that lead', () => {
  const ids = ['aB-1', 'ab-1', 'aBc', 'AbC', '007', '7', '0.07', '1.07', '1.7', '1.70']
  expect(new Set(ids.map((Id) => digestOfWording({ Id }))).size).toBe(ids.length)
})

it('any JSON value has one digest in each order of its names', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(digestOfWording(turned(value))).toBe(digestOfWording(value))
    }),
  )
})

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, one]) => [name, turned(one)]),
  )
}

it('is the same on every machine: entries are found by it for months', () => {
  expect(digestOfWording(push)).toMatchInlineSnapshot(`"6170eb7c96b3207773e248b2b60925a0"`)
})
