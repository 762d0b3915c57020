import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { callback, reference } from './shop.ts'
import { notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const checkout = { kind: 'checkout', reference, amount: 50 } as const
const session = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const

/** What copies of a notice add to it: one says nothing of it, and two say otherwise. */
const fields = [
  ['TransactionId', checkout, callback, ['t-1', 't-2']],
  ['ExternalTransactionId', checkout, callback, ['n-1', 'n-2']],
  ['Currency', checkout, callback, ['GHS', 'USD']],
  ['CustomerPhoneNumber', checkout, callback, ['+233000000001', '+233000000002']],
  ['CustomerPhoneNumber', session, notice, ['+233000000001', '+233000000002']],
  ['ClientReference', session, (more: object) => notice({ ClientReference: undefined, ...more }), ['c-1', 'c-2']],
] as const

describe.each(dealt(unaskedStores))(
  'copies of a notice at its signed address that say more than it, on %s',
  (_name, make, it) => {
    it.each(fields)(
      'are repeats of it, and contradict it where they contradict each other: %s',
      async (name, address, body, [one, other]) => {
        const { told, addressOf, push, inShort } = await unaskedShop(await make())
        const url = addressOf(address)
        await push(url, body({}), body({ [name]: one }), body({ [name]: one }))
        expect(inShort()).toEqual([['paid', 'signed', [], null]])
        await push(url, body({ [name]: other }), body({ [name]: one }), body({}), body({ [name]: other }))
        expect(inShort()).toEqual([
          ['paid', 'signed', [], null],
          ['paid', 'signed', ['contradicted'], told[0]?.id],
        ])
      },
    )

    it('are compared with all that was said so far, whichever of them said it', async () => {
      const { told, addressOf, push, inShort } = await unaskedShop(await make())
      const phone = { CustomerPhoneNumber: '+233000000001' }
      const all = { ...phone, TransactionId: 't-1' }
      const copies = [{}, phone, { TransactionId: 't-1' }, all, { ...all, Currency: 'GHS' }]
      await push(addressOf(checkout), ...copies.map((copy) => callback(copy)))
      expect(inShort()).toEqual([['paid', 'signed', [], null]])
      await push(addressOf(checkout), callback({ ...phone, TransactionId: 't-2' }), callback({ Currency: 'USD' }))
      expect(inShort().slice(1)).toEqual([1, 2].map(() => ['paid', 'signed', ['contradicted'], told[0]?.id]))
    })

    it('are so after a barer notice too, which was told with a doubt', async () => {
      const { told, addressOf, push, inShort } = await unaskedShop(await make())
      const [whole, one, other] = [callback(), callback({ TransactionId: 't-1' }), callback({ TransactionId: 't-2' })]
      await push(addressOf(checkout), callback({ Amount: undefined }), whole, one, other)
      expect(inShort()).toEqual([
        ['paid', 'callback', ['amountUnknown'], null],
        ['paid', 'signed', [], null],
        ['paid', 'signed', ['contradicted'], told[1]?.id],
      ])
    })

    it.each([
      ['TransactionId', notice({ TransactionId: undefined }), notice()],
      ['any identifier', notice({ TransactionId: undefined, ClientReference: undefined }), notice()],
    ])('are so where the other lacks what a USSD payment is known by: %s', async (_what, barer, whole) => {
      for (const bodies of [
        [barer, whole],
        [whole, barer],
      ]) {
        const { told, addressOf, push, inShort } = await unaskedShop(await make())
        const url = addressOf(session)
        await push(url, ...bodies, ...bodies)
        expect(inShort()).toEqual([['paid', 'signed', [], null]])
        await push(url, notice({ TransactionId: 't-2' }))
        expect(inShort().slice(1)).toEqual([['paid', 'signed', ['contradicted'], told[0]?.id]])
        await push(addressOf({ ...session, sessionId: 's-2', reference: 'order-18' }), whole)
        expect(inShort().slice(2)).toEqual([['undetermined', 'signed', ['reused'], null]])
      }
    })

    it('are so where the other lacks what a checkout is known by', async () => {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      const [whole, barer] = [callback(), callback({ CheckoutId: undefined })]
      await push(addressOf(checkout), barer, whole, barer, whole)
      expect(inShort()).toEqual([['paid', 'signed', [], null]])
    })

    it('are two where they call the money by names of different kinds', async () => {
      const { told, addressOf, push, inShort } = await unaskedShop(await make())
      const network = notice({ TransactionId: undefined, ExternalTransactionId: 'n-1' })
      await push(addressOf(session), notice(), network)
      expect(inShort()).toEqual([
        ['paid', 'signed', [], null],
        ['paid', 'signed', ['contradicted'], told[0]?.id],
      ])
    })
  },
)
