import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { callback, reference } from './shop.ts'
import { cart, notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const part = { Status: 'Refunded', Amount: 20 }
const whole = { Status: 'Refunded' }
const terms = { kind: 'checkout', reference, amount: 50 } as const
const session = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const

const kinds = [
  ['a checkout', '/checkout', callback],
  ['a USSD payment', '/ussd-payment', notice],
  ['a cart', '/fulfilment', cart],
] as const

describe.each(dealt(unaskedStores))(
  'a refund of less than was paid, where nobody is asked, on %s',
  (_name, make, it) => {
    it.each(kinds)('is undetermined: %s', async (_kind, url, body) => {
      const { told, push, inShort } = await unaskedShop(await make(), { secret: undefined })
      await push(url, body(), body(part), body(part))
      expect(inShort()).toEqual([
        ['paid', 'callback', [], null],
        ['undetermined', 'callback', ['partlyRefunded'], null],
      ])
      expect(told[1]?.event.amountMinor).toBe(2_000)
    })

    it.each(kinds)('is told as refunded where it is all, or says nothing of it: %s', async (_kind, url, body) => {
      for (const fields of [whole, { ...whole, Amount: undefined }, { ...whole, Amount: 0 }]) {
        const { push, inShort } = await unaskedShop(await make(), { secret: undefined })
        await push(url, body(), body(fields))
        expect(inShort().at(-1)).toEqual(['refunded', 'callback', [], null])
      }
    })

    it('is undetermined at its signed address, and keeps its reference paid', async () => {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      await push(addressOf(terms), callback(), callback(part))
      await push(addressOf(session), notice())
      expect(inShort()).toEqual([
        ['paid', 'signed', [], null],
        ['undetermined', 'signed', ['partlyRefunded'], null],
        ['undetermined', 'signed', ['paidOtherWay'], null],
      ])
    })

    it.each([
      ['a checkout', terms, callback],
      ['a USSD payment', session, notice],
    ] as const)('is so too after one that names no amount, at its signed address: %s', async (_kind, at, body) => {
      for (const Amount of [undefined, null]) {
        const { told, addressOf, push, inShort } = await unaskedShop(await make())
        const unsaid = body({ ...whole, Amount })
        await push(addressOf(at), body(), unsaid, body(part), body(part), unsaid)
        expect(inShort()).toEqual([
          ['paid', 'signed', [], null],
          ['refunded', 'signed', [], null],
          ['undetermined', 'signed', ['contradicted', 'partlyRefunded'], told[1]?.id],
        ])
      }
    })

    it('is no news where it is all of it, at its signed address, after one that names no amount', async () => {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      await push(addressOf(terms), callback(), callback({ ...whole, Amount: undefined }), callback(whole))
      expect(inShort().slice(1)).toEqual([['refunded', 'signed', [], null]])
    })

    it('is held against what was paid at its address, and not against what anybody may have said', async () => {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      await push('/checkout', callback({ Amount: 99 }))
      await push(addressOf(terms), callback(whole))
      expect(inShort()).toEqual([
        ['paid', 'callback', ['unexpected'], null],
        ['refunded', 'signed', [], null],
      ])
    })
  },
)
