import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { callback, reference } from './shop.ts'
import { cart, unaskedShop, unaskedStores } from './unasked-shop.ts'

const terms = { kind: 'checkout', reference, amount: 50 } as const

/** The same with its names in the other order, and in small letters. */
function turned(body: object): object {
  const entries = Object.entries(body).toReversed()
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'object' && value !== null ? turned(value) : value,
    ]),
  )
}

describe.each(dealt(unaskedStores))(
  'a notice that is known by its content comes once, however it is spelled, on %s',
  (_name, make, it) => {
    it.each([
      ['unsigned', '/checkout'],
      ['at its address', undefined],
    ])('as undetermined, %s', async (_what, path) => {
      const { told, addressOf, push } = await unaskedShop(await make())
      const body = (fields: object) => ({ ...callback({ Status: 'Cancelled', ...fields }), ResponseCode: '0000' })
      const url = path ?? addressOf(terms)
      await push(url, body({}), turned(body({})), body({ Amount: '50.00' }), body({ Status: 'CANCELLED' }))
      expect(told.map(({ event }) => event.outcome)).toEqual(['undetermined'])
      await push(url, body({ Amount: 51 }))
      expect(told).toHaveLength(2)
    })

    it('as a cart without an order', async () => {
      const { told, push } = await unaskedShop(await make())
      const nameless = (body: object) =>
        Object.fromEntries(Object.entries(body).filter(([name]) => name.toLowerCase() !== 'orderid'))
      const text = cart()
      const amounts = { AmountPaid: '50.00', AmountAfterCharges: '50', IsSuccessful: true }
      const spelled = { ...text, OrderInfo: { ...text.OrderInfo, Payment: amounts } }
      await push('/fulfilment', ...[text, turned(text), spelled, cart({ Status: 'PAID' })].map(nameless))
      expect(told.map(({ event }) => event.outcome)).toEqual(['paid'])
      await push('/fulfilment', nameless(cart({ Amount: 51 })))
      expect(told).toHaveLength(2)
    })
  },
)
