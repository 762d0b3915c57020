import { describe, expect, it } from 'vitest'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import { post } from '../http/app.ts'
import { eventually, instead } from '../inbox/deliveries/workshop.ts'
import { keptInMemory as keptByWorkshop } from '../inbox/over-http/kept.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { keepingStores, openShop, reference, type Shop } from './shop.ts'

type Push = (fields?: Readonly<Record<string, unknown>>) => Promise<void>
type Kind = 'checkout' | 'ussdPayment'

const told = ({ told: all }: Shop) =>
  all.map(({ event }) => [event.evidence, event.outcome, event.amountMinor, event.needsReview])

const expectDone = async (shop: Shop, times: number) => {
  await shop.untilTold(times)
  expect(shop.told).toHaveLength(times)
}

/** Notices of one payment over 50, at its own address and at that of all. */
function pushes(shop: Shop, kind: Kind): { signed: Push; unsigned: Push; address: string } {
  const terms =
    kind === 'checkout'
      ? ({ kind, reference, amount: 50 } as const)
      : ({ kind, sessionId: 'one', reference, amount: 50, payer: '+233000000000' } as const)
  const { pathname, search } = new URL(shop.app.merchant.callbackUrl(terms))
  const to =
    (url: string): Push =>
    async (fields = {}) => {
      if (kind === 'checkout') return await shop.push(fields, url)
      const Data = { Amount: 50, TransactionId: 't-1', ...fields }
      expect((await post(shop.app, url, { ResponseCode: '0000', Message: 'success', Data })).statusCode).toBe(200)
    }
  return {
    address: pathname + search,
    signed: to(pathname + search),
    unsigned: to(kind === 'checkout' ? '/checkout' : '/ussd-payment'),
  }
}

const unasked = { client: undefined }
const ways = [
  ['nobody can be asked', unasked],
  ['nobody is asked', { confirmWith: false }],
] as const

// What is compared is the same either way, so a store on disk is asked for it once.
describe.each([
  ...dealt(keepingStores.map(([name, make]) => [name, make, ways.slice(0, 1)] as const)),
  ['memory', async () => keptInMemory(), ways, it] as const,
])('on %s', (_name, make, waysHere, it) => {
  describe.each(waysHere)('where %s', (_how, settings) => {
    it.each(['checkout', 'ussdPayment'] as const)('a %s is told plainly at its own address alone', async (kind) => {
      const shop = await openShop({ store: await make(), ...settings })
      const { signed, unsigned } = pushes(shop, kind)
      await unsigned()
      await expectDone(shop, 1)
      await signed()
      await expectDone(shop, 2)
      for (const push of [unsigned, signed]) await push()
      await expectDone(shop, 2)
      expect(told(shop)).toEqual([
        ['callback', 'paid', 5_000, ['unexpected']],
        ['signed', 'paid', 5_000, []],
      ])
    })

    it.each(['checkout', 'ussdPayment'] as const)('a %s that comes unsigned after it is a repeat', async (kind) => {
      const shop = await openShop({ store: await make(), ...settings })
      const { signed, unsigned } = pushes(shop, kind)
      await signed()
      await expectDone(shop, 1)
      for (const push of [unsigned, signed, unsigned]) await push()
      await expectDone(shop, 1)
      expect(told(shop)).toEqual([['signed', 'paid', 5_000, []]])
    })

    it.each([
      ['checkout', 'another amount', { Amount: 90 }],
      ['checkout', 'another TransactionId', { TransactionId: 't-9' }],
      ['checkout', 'another currency', { Currency: 'USD' }],
      ['checkout', 'no currency', { Currency: undefined }],
      ['checkout', 'its currency under another name', { Currency: undefined, PaymentCurrencyCode: 'GHS' }],
      ['ussdPayment', 'another amount', { Amount: 90 }],
      ['ussdPayment', 'no currency', { Currency: undefined }],
      ['ussdPayment', 'another phone', { CustomerPhoneNumber: '+233000000009' }],
    ] as const)(
      'a %s is told plainly after an unsigned one with %s, and its copies are repeats',
      async (kind, _what, first) => {
        const shop = await openShop({ store: await make(), ...settings })
        const { signed, unsigned } = pushes(shop, kind)
        const whole = { Currency: 'GHS', CustomerPhoneNumber: '+233000000000', TransactionId: 't-1' }
        await unsigned({ ...whole, ...first })
        await expectDone(shop, 1)
        await signed({ ...whole, CustomerPhoneNumber: undefined })
        await expectDone(shop, 2)
        for (const push of [signed, unsigned, signed]) {
          await push(whole)
          await expectDone(shop, 2)
        }
        expect(told(shop).map(([evidence, outcome, , reasons]) => [evidence, outcome, reasons])).toEqual([
          ['callback', 'paid', ['unexpected']],
          ['signed', 'paid', []],
        ])
      },
    )

    it('one money is not told plainly at two addresses, though it came unsigned before', async () => {
      const shop = await openShop({ store: await make(), ...settings })
      const { signed, unsigned } = pushes(shop, 'ussdPayment')
      const another = shop.app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId: 'two', amount: 50 })
      await unsigned()
      await signed()
      await expectDone(shop, 2)
      const { pathname, search } = new URL(another)
      const Data = { Amount: 50, TransactionId: 't-1' }
      await post(shop.app, pathname + search, { ResponseCode: '0000', Message: 'success', Data })
      await expectDone(shop, 3)
      expect(told(shop).at(-1)).toEqual(['signed', 'undetermined', 5_000, ['reused']])
    })

    it.each([
      ['checkout', 'TransactionId'],
      ['checkout', 'Currency'],
      ['checkout', 'CustomerPhoneNumber'],
      ['ussdPayment', 'Currency'],
      ['ussdPayment', 'CustomerPhoneNumber'],
    ] as const)('a %s that comes unsigned after it, without its %s alone, is a repeat', async (kind, name) => {
      const shop = await openShop({ store: await make(), ...settings })
      const { signed, unsigned } = pushes(shop, kind)
      const whole = { Currency: 'GHS', CustomerPhoneNumber: '+233000000000', TransactionId: 't-1' }
      await signed(whole)
      await expectDone(shop, 1)
      await unsigned({ ...whole, [name]: undefined })
      await unsigned({ ...whole, Amount: 90, [name]: undefined })
      await expectDone(shop, 2)
      expect(told(shop)).toEqual([
        ['signed', 'paid', 5_000, []],
        ['callback', 'paid', 9_000, ['contradicted', 'unexpected']],
      ])
      expect(await shop.app.merchant.inbox.count({ conflicts: true })).toMatchObject({ done: 1 })
    })

    it.each(['checkout', 'ussdPayment'] as const)('a %s contradicts what an unsigned one says after', async (kind) => {
      const shop = await openShop({ store: await make(), ...settings })
      const { signed, unsigned } = pushes(shop, kind)
      await signed()
      await expectDone(shop, 1)
      await unsigned({ Amount: 90 })
      await expectDone(shop, 2)
      expect(told(shop)).toEqual([
        ['signed', 'paid', 5_000, []],
        ['callback', 'paid', 9_000, ['contradicted', 'unexpected']],
      ])
    })
  })

  it('one USSD money is told plainly once where the service is asked, whatever comes first', async () => {
    const shop = await openShop({ store: await make() })
    const { signed, unsigned } = pushes(shop, 'ussdPayment')
    const now = new Date(Date.now() + 1_000).toISOString()
    shop.service.know('tea', 'Settled', { TransactionId: 't-1', StartDate: now, MobileNumber: '233000000000' })
    await unsigned()
    await expectDone(shop, 1)
    await signed()
    await expectDone(shop, 2)
    for (const push of [unsigned, signed]) await push()
    await expectDone(shop, 2)
    expect(told(shop)).toEqual([
      ['confirmed', 'paid', 5_000, ['unexpected']],
      ['confirmed', 'paid', 5_000, []],
    ])
  })
})

it('a second payment at an address is contradicted once, also where an unsigned one says otherwise', async () => {
  const shop = await openShop({ store: keptInMemory(), ...unasked })
  const { signed, unsigned } = pushes(shop, 'ussdPayment')
  await unsigned({ TransactionId: 't-2', Amount: 90 })
  await signed()
  await expectDone(shop, 2)
  await signed({ TransactionId: 't-2' })
  await expectDone(shop, 3)
  expect(told(shop).at(-1)).toEqual(['signed', 'paid', 5_000, ['contradicted']])
})

it('a signed notice waits for the store that cannot keep its other name', async () => {
  let refuses = true
  const store = keptByWorkshop(({ inbox }) => ({
    inbox: instead(inbox, {
      accept: (entry, claim) => {
        const isRefused = refuses && !entry.id.includes('signed')
        return isRefused ? Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it is full')) : inbox.accept(entry, claim)
      },
    }),
  }))
  const shop = await openShop({ store, ...unasked })
  await pushes(shop, 'checkout').signed()
  await eventually(() => Number(shop.app.merchant.counts.checkout?.later) >= 1)
  expect(shop.told).toEqual([])
  refuses = false
  await expectDone(shop, 1)
  expect(told(shop)).toEqual([['signed', 'paid', 5_000, []]])
})

it('two payments at one USSD address are a conflict, also where nobody is asked', async () => {
  const shop = await openShop({ store: keptInMemory(), confirmWith: false })
  const { signed } = pushes(shop, 'ussdPayment')
  await signed()
  await signed({ TransactionId: 't-2' })
  await expectDone(shop, 2)
  expect(told(shop).map(([, , , reasons]) => reasons)).toEqual([[], ['contradicted']])
})

it.each([
  ['of its own', { reply: { callbackUrl: 'https://elsewhere.example/paid' } }],
  [
    'of its kind',
    {
      ussd: {
        handler: () => Promise.reject(new Error('not dialled')),
        reply: { callbackUrl: 'https://elsewhere.example/paid' },
      },
    },
  ],
])('a USSD payment is expected unsigned where its notices come to an address %s', async (_whose, settings) => {
  const shop = await openShop({ store: keptInMemory(), ...unasked, ...settings })
  await pushes(shop, 'ussdPayment').unsigned()
  await pushes(shop, 'checkout').unsigned()
  await expectDone(shop, 2)
  expect(told(shop).map(([, , , reasons]) => reasons)).toEqual([[], ['unexpected']])
})

it('nothing is unexpected where no address can be made', async () => {
  const shop = await openShop({ store: keptInMemory(), ...unasked, publicUrl: undefined })
  await shop.push()
  await expectDone(shop, 1)
  expect(told(shop)).toEqual([['callback', 'paid', 5_000, []]])
})

it('an identity of your own that is the same for both is compared by the inbox', async () => {
  const checkout = { identity: ({ outcome }: { outcome: string }) => `mine ${outcome}` }
  const shop = await openShop({ store: keptInMemory(), ...unasked, checkout })
  const { signed, unsigned } = pushes(shop, 'checkout')
  await signed()
  await signed()
  await unsigned({ Amount: 90 })
  await expectDone(shop, 2)
  expect(told(shop).map(([, , , reasons]) => reasons)).toEqual([[], ['contradicted', 'unexpected']])
})
