import { describe, expect, it } from 'vitest'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { type WordClass, wordClasses, words } from './outcome-grid.ts'
import { eventOf } from './receive.ts'

const flags = {
  yes: [true, 'true', 'TRUE', ' True '],
  no: [false, 'false', 'False'],
  missing: [undefined, null, ''],
  unreadable: ['yes', '1', 1, 0, {}, [true]],
} as const

/** `IsSuccessful` and `Status` agree, or it is undetermined. */
const demanded: Readonly<Record<keyof typeof flags, Readonly<Partial<Record<WordClass, string>>>>> = {
  yes: { paid: 'paid', refunded: 'refunded' },
  no: { refunded: 'refunded', failed: 'failed', cancelled: 'cancelled' },
  missing: {},
  unreadable: {},
}

const cells = (['yes', 'no', 'missing', 'unreadable'] as const).flatMap((flag) =>
  wordClasses.map((word) => ({ flag, word, outcome: demanded[flag][word] ?? 'undetermined' })),
)

describe('a fulfilment notice', () => {
  it.each(cells)('whose IsSuccessful is $flag and whose Status is $word is $outcome', ({ flag, word, outcome }) => {
    for (const IsSuccessful of flags[flag]) {
      for (const Status of words[word]) {
        const OrderInfo = { Status, Payment: { IsSuccessful, AmountPaid: 50 } }
        expect(eventOf(fulfilment, { OrderId: 'o-1', OrderInfo }).outcome).toBe(outcome)
        const camel = { status: Status, payment: { isSuccessful: IsSuccessful, amountPaid: 50 } }
        expect(eventOf(fulfilment, { orderId: 'o-1', orderInfo: camel }).outcome).toBe(outcome)
      }
    }
  })

  it.each([
    ['without OrderInfo', { OrderId: 'o-1' }],
    ['whose OrderInfo is a text', { OrderId: 'o-1', OrderInfo: '{"Status":"Paid"}' }],
    ['whose OrderInfo is an array', { OrderId: 'o-1', OrderInfo: [{ Status: 'Paid' }] }],
    ['without Payment', { OrderId: 'o-1', OrderInfo: { Status: 'Paid' } }],
    ['whose Payment is an array', { OrderId: 'o-1', OrderInfo: { Status: 'Paid', Payment: [{ IsSuccessful: true }] } }],
    ['whose flag stands in the wrong place', { OrderId: 'o-1', OrderInfo: { Status: 'Paid', IsSuccessful: true } }],
    ['whose Status is an object', { OrderId: 'o-1', OrderInfo: { Status: {}, Payment: { IsSuccessful: true } } }],
  ])('%s is undetermined', (_case, fields) => {
    expect(eventOf(fulfilment, fields).outcome).toBe('undetermined')
  })
})
