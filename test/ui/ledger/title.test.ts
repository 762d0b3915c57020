import { expect, it } from 'vitest'
import { headOf } from '../../../ui/ledger/head-of.ts'

const row = { bill: 'b-1', reference: 'order-7', mobile: null, askedAt: null } as const
const key = '0123456789abcdef0123456789abcdef'

it.each([
  ['a checkout by its reference', { source: 'checkout', description: 'Tea' }, 'order-7', ['Checkout', 'Tea']],
  ['a checkout without one by what it is for', { source: 'checkout', description: 'Tea', reference: null }, 'Tea'],
  ['what a session sold by what it is for', { source: 'ussdPayment', description: 'Tea' }, 'Tea', ['USSD payment']],
  [
    'and without the key that is written behind it',
    { source: 'ussdPayment', description: `Tea, green, ${key}` },
    'Tea, green',
    ['USSD payment', key],
  ],
  ['what has no description by its reference', { source: 'ussdPayment', description: '' }, 'order-7'],
  ['what has neither by its bill', { source: 'ussdPayment', description: '', reference: null }, 'b-1'],
  ['money that no bill asked for by its reference', { source: null, bill: null, description: '' }, 'order-7', []],
] as const)('the ledger names %s', (_, given, name, about?: readonly string[]) => {
  const head = headOf({ ...row, ...given } as Parameters<typeof headOf>[0])
  expect(head.name).toBe(name)
  if (about !== undefined) expect(head.about).toEqual(about)
})
