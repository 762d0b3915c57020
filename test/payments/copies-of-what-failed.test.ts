import { describe, expect, it } from 'vitest'
import { memoryStore, type PaymentEvent } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { callback, failed, reference } from './shop.ts'
import { notice, unaskedShop } from './unasked-shop.ts'

const checkout = { kind: 'checkout', reference, amount: 50 } as const
const session = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const
const phone = { CustomerPhoneNumber: '+233000000001' }
const refunded = { Status: 'Refunded' }
const more = { TransactionId: 't-1' }

/** A shop that keeps nothing: its handler fails so often, each time when the test says so. */
async function shopThatFails(times: number) {
  const calls: string[] = []
  let fail: (error: Error) => void = () => undefined
  const shop = await unaskedShop(memoryStore(), {
    payment({ outcome, evidence }: PaymentEvent) {
      calls.push(`${outcome}/${evidence}`)
      if (calls.length > times) return undefined
      return new Promise((_resolve, reject) => (fail = reject))
    },
  })
  const { app } = shop
  const answer = async (url: string, body: object) => (await post(app, url, body)).statusCode
  /** Lets the handler fail, once it has been called so often. */
  const failAt = async (call: number) => {
    await eventually(() => calls.length === call)
    fail(new Error('the ledger is closed'))
  }
  return { ...shop, calls, answer, failAt }
}

/** Two pushes of one payment, of which only the first comes to its signed address where the path is another. */
const copies = [
  ['adds a TransactionId', checkout, callback(), callback(more)],
  ['leaves a TransactionId out', checkout, callback(more), callback()],
  ['adds a currency', checkout, callback(), callback({ Currency: 'GHS' })],
  ['adds a phone', checkout, callback(), callback(phone)],
  ['leaves a phone out', checkout, callback(phone), callback()],
  ['adds a CheckoutId', checkout, callback({ CheckoutId: undefined }), callback()],
  ['says failed, and adds a TransactionId', checkout, callback(failed), callback({ ...failed, ...more })],
  ['says refunded, and adds a TransactionId', checkout, callback(refunded), callback({ ...refunded, ...more })],
  ['is of a USSD payment, and adds a phone', session, notice(), notice(phone)],
  ['is of a USSD payment, and adds a name', session, notice({ TransactionId: undefined }), notice()],
  ['is unsigned', checkout, callback(), callback(), '/checkout'],
  ['is unsigned, and leaves a phone out', checkout, callback(phone), callback(), '/checkout'],
  ['is unsigned, and says failed', checkout, callback(failed), callback(failed), '/checkout'],
  ['is unsigned, and of a USSD payment', session, notice(), notice(), '/ussd-payment'],
] as const

describe.each(copies)(
  'with a store that keeps nothing, a copy that %s',
  (_how, address, first, copy, path?: string) => {
    it('has the handler run again that failed for the first, and is answered as that ends', async () => {
      const { calls, answer, failAt, addressOf } = await shopThatFails(2)
      const url = addressOf(address)
      const of = path ?? url
      const answers = [answer(url, first)]
      await failAt(1)
      expect(await Promise.all(answers)).toEqual([500])
      answers.push(answer(of, copy))
      await failAt(2)
      expect(await Promise.all(answers)).toEqual([500, 500])
      answers.push(answer(of, copy))
      expect(await Promise.all(answers)).toEqual([500, 500, 200])
      expect([await answer(of, copy), await answer(url, first), await answer(of, copy)]).toEqual([200, 200, 200])
      expect(calls).toHaveLength(3)
      expect(new Set(calls).size).toBe(1)
    })

    it('that comes while the handler is at work for the first is acknowledged only once that has succeeded', async () => {
      const { calls, answer, failAt, addressOf } = await shopThatFails(1)
      const url = addressOf(address)
      const own = answer(url, first)
      await eventually(() => calls.length === 1)
      const ofCopy = answer(path ?? url, copy)
      await failAt(1)
      expect(await own).toBe(500)
      expect(calls).toHaveLength((await ofCopy) === 200 ? 2 : 1)
      expect([await answer(path ?? url, copy), await answer(url, first)]).toEqual([200, 200])
      expect(calls).toHaveLength(2)
    })
  },
)
