import { describe, expect, it } from 'vitest'
import { memoryStore, type PaymentEvent } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { callback, reference } from './shop.ts'
import { notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const cases = [
  ['checkout', '/checkout', callback],
  ['USSD payment', '/ussd-payment', notice],
] as const

describe.each(unaskedStores)('a copy of an unsigned notice, on %s', (_name, make) => {
  describe.each([
    ['addresses are signed', {}, ['unexpected']],
    ['none are', { secret: undefined, publicUrl: undefined }, []],
  ] as const)('where %s', (_how, settings, reasons) => {
    it.each(cases)('is a repeat where it leaves the currency out: %s', async (_kind, url, body) => {
      const { told, push, inShort } = await unaskedShop(await make(), settings)
      const whole = body({ Currency: 'GHS' })
      await push(url, whole, body(), whole, body())
      expect(inShort()).toEqual([['paid', 'callback', reasons, null]])
      await push(url, body({ Currency: 'USD' }), body({ Amount: 5 }))
      expect(inShort().slice(1)).toEqual(
        [1, 2].map(() => ['paid', 'callback', ['contradicted', ...reasons], told[0]?.id]),
      )
    })
  })
})

describe('with a store that keeps nothing, a copy that leaves the currency out', () => {
  it.each([
    ['an unsigned notice', false],
    ['a notice at its signed address', true],
  ])(
    'of %s runs a handler again that has failed, and is acknowledged once that has succeeded',
    async (_what, isSigned) => {
      const told: string[] = []
      const { app, addressOf } = await unaskedShop(memoryStore(), {
        checkout: ({ outcome }: PaymentEvent) => {
          told.push(outcome)
          if (told.length < 3) throw new Error('the books are closed')
        },
      })
      const url = isSigned ? addressOf({ kind: 'checkout', reference, amount: 50 }) : '/checkout'
      const statuses: number[] = []
      for (const body of [callback({ Currency: 'GHS' }), callback(), callback(), callback()]) {
        statuses.push((await post(app, url, body)).statusCode)
      }
      expect([statuses, told]).toEqual([
        [500, 500, 200, 200],
        ['paid', 'paid', 'paid'],
      ])
    },
  )
})
