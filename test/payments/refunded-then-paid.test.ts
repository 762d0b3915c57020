import { describe, expect, it } from 'vitest'
import type { CheckoutEvent } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { asHandled } from '../inbox/reports/as-handled.ts'
import { dealt } from '../store/dealt.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { payingService } from './paying-service.ts'
import { callback, reference, sqliteFile } from './shop.ts'
import { cart, notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const refunded = { Status: 'Refunded' }
const terms = { kind: 'checkout', reference, amount: 50 } as const
const session = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const

const kinds = [
  ['a checkout', '/checkout', callback(refunded), callback()],
  ['a USSD payment', '/ussd-payment', notice(refunded), notice()],
  ['a cart', '/fulfilment', cart(refunded), cart()],
] as const

describe.each(dealt(unaskedStores))(
  'a payment whose paid notice comes after it was told as refunded, on %s',
  (_name, make, it) => {
    it.each(kinds)('is not plainly paid: %s', async (_kind, url, back, paid) => {
      const { told, push, inShort } = await unaskedShop(await make(), { secret: undefined })
      await push(url, back, paid, paid)
      expect(inShort()).toEqual([
        ['refunded', 'callback', [], null],
        ['undetermined', 'callback', ['contradicted'], told[0]?.id],
      ])
      expect(told[1]?.event.why).toContain('it was told as refunded before')
    })

    it.each([
      ['a checkout', terms, '/checkout', callback],
      ['a USSD payment', session, '/ussd-payment', (fields: object) => notice({ ...fields })],
    ] as const)('is not plainly paid at its signed address, nor beside it: %s', async (_kind, address, url, body) => {
      const { told, addressOf, push, inShort } = await unaskedShop(await make())
      await push(addressOf(address), body(refunded), body({}), body({}))
      await push(url, body({}))
      expect(inShort()).toEqual([
        ['refunded', 'signed', [], null],
        ['undetermined', 'signed', ['contradicted'], told[0]?.id],
      ])
    })

    it.each([
      ['a checkout', terms, '/checkout', callback],
      ['a USSD payment', session, '/ussd-payment', (fields: object) => notice({ ...fields })],
    ] as const)(
      'is plainly paid at its signed address where anybody may have said that it was refunded: %s',
      async (_kind, address, url, body) => {
        const { told, addressOf, push, inShort } = await unaskedShop(await make())
        await push(url, body(refunded))
        await push(addressOf(address), body({}))
        expect(inShort()).toEqual([
          ['refunded', 'callback', ['unexpected'], null],
          ['paid', 'signed', [], null],
        ])
        expect(told).toHaveLength(2)
      },
    )

    it('is told as paid at one address where anybody may have said that it was refunded', async () => {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      await push('/ussd-payment', notice(refunded))
      await push(addressOf(session), notice(), notice({ CustomerPhoneNumber: '+233000000000' }))
      await push(addressOf({ ...session, reference: 'order-18', sessionId: 's-2' }), notice())
      expect(inShort().map(([outcome, , reasons]) => [outcome, reasons])).toEqual([
        ['refunded', ['unexpected']],
        ['paid', []],
        ['undetermined', ['reused']],
      ])
    })

    it('is plainly paid at its address with an identity of the merchant, whoever says elsewhere that it was refunded', async () => {
      const identity = ({ clientReference, outcome }: CheckoutEvent) => `${clientReference}|${outcome}`
      const { addressOf, push, inShort } = await unaskedShop(await make(), { checkout: { identity } })
      await push('/checkout', callback(refunded))
      await push(addressOf(terms), callback())
      expect(inShort().at(-1)).toEqual(['paid', 'signed', [], null])
    })

    it('is not plainly paid at an address where a refund said no reference', async () => {
      const { told, addressOf, push, inShort } = await unaskedShop(await make())
      await push(addressOf(terms), callback({ ...refunded, ClientReference: undefined }), callback())
      expect(inShort().at(-1)).toEqual(['undetermined', 'signed', ['contradicted'], told[0]?.id])
    })

    it('is not paid at all where its copies come after the refund', async () => {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      await push(addressOf(terms), callback(), callback(refunded), callback({ TransactionId: 't-2' }))
      await push(addressOf(terms), callback({ TransactionId: 't-3' }))
      expect(inShort().map(([outcome, , reasons]) => [outcome, reasons])).toEqual([
        ['paid', []],
        ['refunded', []],
        ['undetermined', ['contradicted']],
      ])
    })

    it('is plainly paid where another one was refunded', async () => {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      await push(addressOf({ ...terms, reference: 'order-16' }), callback({ ...refunded, ClientReference: 'order-16' }))
      await push(addressOf(terms), callback())
      expect(inShort().slice(1)).toEqual([['paid', 'signed', [], null]])
    })

    it('is not plainly paid beside a client, where nobody is asked of it, and nothing is reported', async () => {
      const service = await payingService()
      const { app, told, push, inShort } = await unaskedShop(await make(), {
        client: service.client(),
        fulfilment: { report: { url: 'http://127.0.0.1:1/reports', describe: asHandled } },
      })
      await push('/fulfilment', cart(refunded), cart())
      expect(inShort()).toEqual([
        ['refunded', 'callback', ['unconfirmable'], null],
        ['undetermined', 'callback', ['contradicted'], told[0]?.id],
      ])
      expect((await app.merchant.inbox.list({ kinds: 'fulfilmentReport' })).entries).toEqual([])
    })

    it('is not plainly paid where confirming is off, and the service said that it was refunded', async () => {
      const service = await payingService()
      const { addressOf, push, inShort } = await unaskedShop(await make(), {
        client: service.client(),
        confirmWith: false,
      })
      await push(addressOf(terms), callback(refunded), callback())
      expect(inShort().map(([outcome, , reasons]) => [outcome, reasons])).toEqual([
        ['refunded', []],
        ['undetermined', ['contradicted']],
      ])
    })
  },
)

it('a payment is not plainly paid after its refund by whichever of three processes tells it', async () => {
  const open = newPostgres()
  const shops = await Promise.all([1, 2, 3].map(() => unaskedShop(open())))
  const all = () => shops.flatMap(({ told }) => told)
  const orders = Array.from({ length: 12 }, (_, one) => `order-${one}`)
  const pushAll = (fields: object, first: number) =>
    Promise.all(
      orders.map(async (of, one) => {
        const { app, addressOf } = shops[(first + one) % 3] ?? expect.fail('no shop')
        const body = callback({ ...fields, ClientReference: of, CheckoutId: `invoice-${of}` })
        expect((await post(app, addressOf({ ...terms, reference: of }), body)).statusCode).toBe(200)
      }),
    )
  await pushAll(refunded, 0)
  await pushAll({}, 1)
  await eventually(() => all().length === 2 * orders.length)
  for (const of of orders) {
    const ends = all().filter(({ event }) => event.clientReference === of)
    expect(ends.map(({ event }) => [event.outcome, event.needsReview]).toSorted()).toEqual([
      ['refunded', []],
      ['undetermined', ['contradicted']],
    ])
  }
})

describe('a payment that was told as refunded', () => {
  it('is not plainly paid after a restart', async () => {
    const file = sqliteFile()
    const first = await unaskedShop(sqliteHere(file))
    await first.push(first.addressOf(terms), callback(refunded))
    await first.app.close()
    const next = await unaskedShop(sqliteHere(file))
    await next.push(next.addressOf(terms), callback())
    expect(next.inShort()).toEqual([['undetermined', 'signed', ['contradicted'], first.told[0]?.id]])
  })

  it('frees its reference, and its late notice does not take that again', async () => {
    const { addressOf, push, inShort } = await unaskedShop((await unaskedStores[1]?.[1]()) ?? expect.fail('no store'))
    await push(addressOf(terms), callback(refunded), callback())
    await push(addressOf(session), notice())
    expect(inShort().at(-1)).toEqual(['paid', 'signed', [], null])
  })

  it('is told so too where its paid notice is replayed', async () => {
    const { app, told, addressOf, push, inShort } = await unaskedShop(
      (await unaskedStores[1]?.[1]()) ?? expect.fail('no store'),
    )
    await push(addressOf(terms), callback(), callback(refunded))
    await app.merchant.inbox.replay(`${told[0]?.id}`)
    await eventually(() => told.length === 3)
    expect(inShort()).toEqual([
      ['paid', 'signed', [], null],
      ['refunded', 'signed', [], null],
      ['undetermined', 'signed', ['contradicted'], told[1]?.id],
    ])
  })
})
