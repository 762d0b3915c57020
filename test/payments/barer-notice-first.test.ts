import { describe, expect, it } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { payingService } from './paying-service.ts'
import { callback, reference } from './shop.ts'
import { notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const terms = { kind: 'checkout', reference, amount: 50 } as const
const session = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const

const cases = [
  ['a checkout, without its reference', terms, callback({ ClientReference: undefined }), callback(), 'otherReference'],
  ['a checkout, without its amount', terms, callback({ Amount: undefined }), callback(), 'amountUnknown'],
  ['a USSD payment, without its amount', session, notice({ Amount: undefined }), notice(), 'amountUnknown'],
] as const

describe.each(dealt(unaskedStores))(
  'a true notice that comes to its own address after a barer one, on %s',
  (_name, make, it) => {
    it.each(cases)('is told without a flag, once: %s', async (_what, address, barer, whole, reason) => {
      const { told, addressOf, push, inShort } = await unaskedShop(await make())
      const url = addressOf(address)
      await push(url, barer, whole, whole, barer)
      await push(`/${address.kind === 'checkout' ? 'checkout' : 'ussd-payment'}`, whole)
      expect(inShort()).toEqual([
        ['paid', 'callback', [reason], null],
        ['paid', 'signed', [], null],
      ])
      expect(told[1]?.event).toMatchObject({ reference, amountMinor: 5_000 })
    })

    it('is told so beside a client too, where confirming is off', async () => {
      const service = await payingService()
      const { addressOf, push, inShort } = await unaskedShop(await make(), {
        client: service.client(),
        confirmWith: false,
      })
      await push(addressOf(terms), callback({ Amount: undefined }), callback(), callback())
      expect(inShort()).toEqual([
        ['paid', 'callback', ['amountUnknown'], null],
        ['paid', 'signed', [], null],
      ])
    })
  },
)

describe.each(unaskedStores)('what came to an address before its true notice, on %s', (_name, make) => {
  it('is contradicted by it where it says something else', async () => {
    const { told, addressOf, push, inShort } = await unaskedShop(await make())
    await push(addressOf(terms), callback({ Amount: 10 }), callback())
    expect(inShort()).toEqual([
      ['paid', 'callback', ['underpaid'], null],
      ['paid', 'signed', ['contradicted'], told[0]?.id],
    ])
  })

  it('does not let one money be plainly paid at two addresses', async () => {
    const { addressOf, push, inShort } = await unaskedShop(await make())
    await push(addressOf(session), notice({ Amount: undefined }), notice())
    await push(addressOf({ ...session, sessionId: 's-2', reference: 'order-18' }), notice())
    expect(inShort().filter(([outcome, , reasons]) => outcome === 'paid' && reasons?.length === 0)).toHaveLength(1)
    expect(inShort()).toHaveLength(3)
  })
})
