import { describe, expect, it } from 'vitest'
import { dealt } from '../store/dealt.ts'
import {
  everyStore,
  expectedOf,
  failed,
  idOf,
  inShort,
  openShop,
  openShopInTime,
  reference,
  type Shop,
} from './shop.ts'

type Fields = Readonly<Record<string, unknown>>

const nameless = { ClientReference: undefined }
const terms = { currency: 'GHS' }
const confirmed = { evidence: 'confirmed', outcome: 'paid', amountMinor: 5_000, needsReview: [] }

const end = ({ told }: Shop) => told.map(inShort).at(-1)
const plain = ({ told }: Shop) =>
  told.filter(({ event }) => event.outcome === 'paid' && event.needsReview.length === 0).length
const isOver = (shop: Shop) => async () =>
  (await shop.entries('expectedPayment')).some(([id, state]) => id === expectedOf() && state === 'done')

describe.each(dealt(everyStore))('a payment of ours that only a push has told, on %s', (_name, make, it) => {
  /** A shop whose service has no record yet, and one that has it. */
  async function shopBefore() {
    const shop = await openShop({ store: await make(), confirmWith: false, reconcile: { after: 0 } })
    const address = await shop.create(reference, terms)
    const tell = async (fields: Fields, url: string, times: number, besides = 1) => {
      await shop.push(fields, url)
      await shop.untilTold(times, besides)
    }
    const know = async (times: number) => {
      shop.service.know(reference, 'Settled', { CurrencyCode: 'GHS' })
      await shop.untilTold(times)
      expect(shop.told).toHaveLength(times)
    }
    return { shop, address, tell, know }
  }

  it('is told as the service says, though an unsigned push named its CheckoutId alone', async () => {
    const { shop, tell, know } = await shopBefore()
    await tell({ ...nameless, Amount: 0.05 }, '/checkout', 1)
    await know(2)
    expect(end(shop)).toMatchObject({ ...confirmed, id: idOf('paid') })
  })

  it('is told as the service says, though a copy at its own address counts less', async () => {
    const { shop, address, tell, know } = await shopBefore()
    await tell({ Amount: 0.05 }, address, 1)
    await know(2)
    expect(end(shop)).toMatchObject({ ...confirmed, id: `${idOf('paid')}|2` })
    expect(plain(shop)).toBe(1)
  })

  it('is told plainly once, though an unsigned push came before the one at its own address', async () => {
    const { shop, address, tell, know } = await shopBefore()
    await tell({ Amount: 0.05 }, '/checkout', 1)
    await tell({}, address, 2)
    await know(2)
    expect(end(shop)).toMatchObject({ evidence: 'signed', needsReview: [] })
  })

  it.each([
    ['an unsigned push that counts less', { Amount: 0.05 }, '/checkout', { needsReview: ['unexpected'] }],
    ['a copy that has no amount', { Amount: undefined }, null, {}],
    ['a copy that has another currency', { Currency: 'USD' }, null, {}],
    ['a copy that counts less', { Amount: 0.05 }, null, {}],
  ])('is told plainly once, though its callback comes late, after %s', async (_what, fields, url, marks) => {
    const { shop, address, tell, know } = await shopBefore()
    await tell(fields, url ?? address, 1)
    await know(2)
    for (const next of [address, '/checkout', address]) await tell({}, next, 2, 0)
    expect(shop.told.map(inShort)).toMatchObject([
      { evidence: 'callback', ...marks },
      { ...confirmed, id: `${idOf('paid')}|2` },
    ])
    await tell({ Amount: 51 }, address, 3, 0)
    expect(end(shop)).toMatchObject({ evidence: 'signed', needsReview: ['contradicted'] })
  })

  it.each([
    ['has no amount', { Amount: undefined }],
    ['has another currency', { Currency: 'USD' }],
  ])('is told plainly once, though a copy that %s came before its callback', async (_what, fields) => {
    const { shop, address, tell, know } = await shopBefore()
    await tell(fields, address, 1)
    await tell({}, address, 2)
    await know(2)
    expect(end(shop)).toMatchObject({ evidence: 'signed', needsReview: [] })
  })

  it.each([
    ['an unsigned push', 'an unsigned failure', false, false],
    ['an unsigned push', 'a failure at its own address', false, true],
    ['a copy at its own address', 'an unsigned failure', true, false],
  ])(
    'is told plainly once, though its callback comes late, after %s and %s',
    async (_push, _failure, isSigned, isFailureSigned) => {
      const { shop, address, tell, know } = await shopBefore()
      await tell({ Amount: 0.05 }, isSigned ? address : '/checkout', 1)
      await tell(failed, isFailureSigned ? address : '/checkout', 2)
      await know(3)
      await tell({}, address, 3, 0)
      expect(shop.told.map(inShort).slice(2)).toMatchObject([{ ...confirmed, id: `${idOf('paid')}|2` }])
    },
  )

  it('is told as contradicted, though a failure stands between it and the copy that counts more', async () => {
    const { shop, address, tell, know } = await shopBefore()
    await tell({ Amount: 5_000 }, address, 1)
    await tell(failed, address, 2)
    await know(3)
    expect(end(shop)).toMatchObject({ ...confirmed, id: `${idOf('paid')}|2`, needsReview: ['contradicted'] })
    expect(plain(shop)).toBe(1)
  })
})

describe('where the service is asked of payments alone', () => {
  /** What the service's word is told as after pushes; undefined where it is not told. */
  async function wordAfter(pushes: readonly Fields[], record: Fields = {}) {
    const shop = await openShopInTime({ confirmWith: false, reconcile: { after: 300_000 } })
    const address = await shop.create(reference, terms)
    for (const { unsigned, ...fields } of pushes) {
      const before = shop.told.length
      await shop.push(fields, unsigned === true ? '/checkout' : address)
      await shop.passing(0, () => shop.told.length === before + 1)
    }
    shop.service.know(reference, 'Settled', { CurrencyCode: 'GHS', ...record })
    await shop.passing(60_000, isOver(shop))
    await shop.untilTold(pushes.length)
    expect(plain(shop)).toBeLessThan(2)
    return shop.told.map(inShort).find(({ evidence }) => evidence === 'confirmed')
  }

  it.each([
    ['has no amount', { Amount: undefined }],
    ['has another currency', { Currency: 'USD' }],
    ['leaves the reference out', nameless],
    ['leaves the reference out, and counts less', { ...nameless, Amount: 0.05 }],
  ])('a copy at its own address that %s hides no true payment', async (_what, fields) => {
    expect(await wordAfter([fields])).toMatchObject(confirmed)
  })

  it('its word contradicts a copy that nothing was odd about, and that counts more', async () => {
    expect(await wordAfter([{ Amount: 90 }])).toMatchObject({
      ...confirmed,
      id: `${idOf('paid')}|2`,
      needsReview: ['contradicted'],
    })
  })

  it.each([
    ['at its own address', {}, ['contradicted', 'underpaid']],
    ['at none', { unsigned: true }, ['underpaid']],
  ])('its word of less is told, whatever a push %s counted', async (_where, fields, needsReview) => {
    const less = { outcome: 'undetermined', amountMinor: 500, needsReview }
    expect(await wordAfter([fields], { TransactionAmount: 5 })).toMatchObject({ ...less, id: `${idOf('paid')}|2` })
  })

  it('its word of what an address copy and its callback disagree about is told once', async () => {
    expect(await wordAfter([{ Amount: 0.05 }, {}])).toMatchObject({ ...confirmed, id: `${idOf('paid')}|2` })
  })

  it.each([
    ['the same', {}, {}],
    ['a currency that the record does not name', { Currency: 'USD' }, { CurrencyCode: null }],
    ['as little', { Amount: 5 }, { TransactionAmount: 5 }],
  ])('it says nothing new of %s', async (_what, fields, record) => {
    expect(await wordAfter([fields], record)).toBeUndefined()
  })

  it.each([
    ['', []],
    [', and an unsigned push before it', [{ Amount: 0.05, unsigned: true }]],
  ])('it says nothing new of what was told plainly before a failure%s', async (_what, before) => {
    expect(await wordAfter([...before, {}, failed])).toBeUndefined()
  })

  it('what failed and was paid afterwards is told in that order, though its copies count less', async () => {
    const shop = await openShopInTime({ confirmWith: false, reconcile: { after: 300_000 } })
    const address = await shop.create(reference, terms)
    for (const fields of [{ Amount: 0.05 }, failed]) {
      await shop.push(fields, address)
      await shop.passing(0, () => shop.told.length === (fields === failed ? 2 : 1))
    }
    shop.service.know(reference, 'Settled', { CurrencyCode: 'GHS' })
    await shop.passing(60_000, isOver(shop))
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'paid', needsReview: ['underpaid'] },
      { outcome: 'failed', needsReview: ['contradicted'] },
      { ...confirmed, id: `${idOf('paid')}|2` },
    ])
  })
})
