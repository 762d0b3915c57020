import { describe, expect } from 'vitest'
import { type ManualClock, manualClock } from '../../src/testing/manual-clock.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { keptInMemory } from '../testing/stores.ts'
import { failed, idOf, inShort, openShopInTime, reference, sqliteFile } from './shop.ts'

const patience = { reconcile: { after: 1_000, giveUpAfter: 256_000 } }
const cancelled = { Status: 'Cancelled', Amount: 0 }
const refunded = { Status: 'Refunded' }
const signedAs = (end: string) => `checkout:signed:${reference}|${end}`
const again = ['contradicted']

const stores = [
  ['memory', (clock: ManualClock) => keptInMemory({ clock })],
  ['SQLite', () => sqliteHere(sqliteFile())],
] as const

/** A shop with an address of its own, and what its handler was told. @param confirmWith false: pushes are told as they come */
async function open(make: (typeof stores)[number][1], confirmWith?: false) {
  const clock = manualClock()
  const shop = await openShopInTime({ store: make(clock), confirmWith, ...patience }, { clock })
  const address = await shop.create(reference, { currency: 'GHS' })
  const isTold = (times: number) => async () => {
    const { waiting, running } = await shop.app.merchant.inbox.count({ kinds: 'checkout' })
    return shop.told.length === times && waiting + running === 0
  }
  return {
    ...shop,
    /** Pushes, at its own address where no other is given, and waits until so many were told. */
    async push(fields: Readonly<Record<string, unknown>>, times: number, url = address) {
      await shop.push(fields, url)
      await shop.passing(0, isTold(times))
    },
    /** The service says so from now on, and is asked until so many were told. */
    async says(status: string, times: number, fields = {}) {
      shop.service.know(reference, status, fields)
      await shop.passing(20, isTold(times))
    },
    /** The service says so, and its callback comes. */
    async both(status: string, fields: Readonly<Record<string, unknown>>, times: number, also = {}) {
      shop.service.know(reference, status, also)
      await shop.push(fields, address)
      await shop.passing(0, isTold(times))
    },
    inShort: () =>
      shop.told.map((told) => {
        const { id, outcome, needsReview } = inShort(told)
        return [id, outcome, needsReview, told.attempt.conflictsWith]
      }),
  }
}

describe.each(dealt(stores))('with confirming turned off, on %s, the word of the service', (_name, make, it) => {
  it('is paid once more after it was failed, as contradicted: one paid is plain', async () => {
    const shop = await open(make, false)
    await shop.push({}, 1)
    await shop.says('Failed', 2)
    await shop.says('Settled', 3)
    expect(shop.inShort()).toEqual([
      [signedAs('paid'), 'paid', [], null],
      [idOf('failed'), 'failed', again, signedAs('paid')],
      [idOf('paid|2'), 'paid', again, signedAs('paid')],
    ])
  })

  it('is paid once more after it was failed, though a signed push says cancelled since', async () => {
    const shop = await open(make, false)
    await shop.push({}, 1)
    await shop.says('Failed', 2)
    await shop.push(cancelled, 3)
    await shop.says('Settled', 4)
    expect(shop.inShort()).toEqual([
      [signedAs('paid'), 'paid', [], null],
      [idOf('failed'), 'failed', again, signedAs('paid')],
      [signedAs('cancelled'), 'cancelled', again, signedAs('paid')],
      [idOf('paid|2'), 'paid', again, signedAs('paid')],
    ])
  })

  it.each([
    ['failed', 'cancelled', cancelled, 'Failed'],
    ['cancelled', 'failed', failed, 'Cancelled'],
  ] as const)('%s is contradicted by paid, though %s was told in between', async (end, between, fields, status) => {
    const shop = await open(make, false)
    await shop.push({}, 1)
    await shop.push(fields, 2)
    await shop.says(status, 3)
    expect(shop.inShort()).toEqual([
      [signedAs('paid'), 'paid', [], null],
      [signedAs(between), between, again, signedAs('paid')],
      [idOf(end), end, again, signedAs('paid')],
    ])
  })

  it.each([
    ['refunded', refunded],
    ['refunded with another amount', { ...refunded, Amount: 5_000 }],
    ['refunded with no amount', { ...refunded, Amount: undefined }],
  ])('is plainly paid after anybody has posted %s', async (_what, fields) => {
    const shop = await open(make, false)
    await shop.push(fields, 1, '/checkout')
    await shop.says('Settled', 2)
    await shop.push({}, 2)
    expect(shop.inShort()).toEqual([
      [idOf('refunded'), expect.any(String), expect.arrayContaining(['unexpected']), null],
      [idOf('paid'), 'paid', [], null],
    ])
  })

  it('is contradicted where it is paid after a signed refund, though failed was told in between', async () => {
    const shop = await open(make, false)
    await shop.push(refunded, 1)
    await shop.push(failed, 2)
    await shop.says('Settled', 3)
    expect(shop.inShort().at(-1)).toEqual([idOf('paid'), 'paid', again, signedAs('refunded')])
  })

  it('is contradicted where it is paid after a signed refund, though a doubted paid was told in between', async () => {
    const shop = await open(make, false)
    await shop.push(refunded, 1)
    await shop.push({ Currency: 'NGN' }, 2)
    await shop.says('Settled', 3)
    expect(shop.inShort().at(-1)).toEqual([idOf('paid|2'), 'paid', again, signedAs('refunded')])
  })
})

describe.each(dealt(stores))('where nobody is asked about pushes, on %s', (_name, make, it) => {
  it.each([
    ['in another currency at the same address', { Currency: 'NGN' }, undefined],
    ['that anybody may have posted, of other money', { Amount: 5_000 }, '/checkout'],
  ])('a paid push %s names the one that the handler got', async (_what, fields, url) => {
    const shop = await open(make, false)
    await shop.push({}, 1)
    await shop.push(fields, 2, url)
    expect(shop.told[1]?.event.needsReview).toContain('contradicted')
    expect(shop.told[1]?.attempt.conflictsWith).toBe(signedAs('paid'))
  })
})

describe.each(dealt(stores))('where the service is asked, on %s', (_name, make, it) => {
  it.each([
    ['failed', 'Failed', failed, {}],
    ['refunded', 'Refunded', refunded, {}],
    ['undetermined|disputed', 'Settled', refunded, { Disputed: true }],
  ])('one paid is plain: after %s the next is contradicted', async (end, status, fields, also) => {
    const shop = await open(make)
    await shop.both('Settled', {}, 1)
    await shop.both(status, fields, 2, also)
    await shop.both('Settled', {}, 3)
    expect(shop.inShort().map(([id]) => id)).toEqual([idOf('paid'), idOf(end), idOf('paid|2')])
    expect(shop.inShort()[2]).toEqual([idOf('paid|2'), 'paid', again, idOf('paid')])
  })

  it.each([
    ['cancelled', 'Cancelled', cancelled, {}],
    ['refunded', 'Refunded', refunded, {}],
    ['disputed', 'Settled', refunded, { Disputed: true }],
  ])('failed is contradicted by paid, though %s was told in between', async (_end, status, fields, also) => {
    const shop = await open(make)
    await shop.both('Settled', {}, 1)
    await shop.both(status, fields, 2, also)
    await shop.both('Failed', failed, 3)
    expect(shop.inShort()[2]).toEqual([idOf('failed'), 'failed', again, idOf('paid')])
  })

  it('failed is contradicted by paid each time that it is told', async () => {
    const shop = await open(make)
    await shop.both('Failed', failed, 1)
    await shop.both('Settled', {}, 2)
    await shop.both('Failed', failed, 3)
    await shop.both('Cancelled', cancelled, 4)
    expect(shop.inShort()).toEqual([
      [idOf('failed'), 'failed', [], null],
      [idOf('paid'), 'paid', [], null],
      [idOf('failed|2'), 'failed', again, idOf('paid')],
      [idOf('cancelled'), 'cancelled', again, idOf('paid')],
    ])
  })
})
