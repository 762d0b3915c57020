import { describe, expect, it } from 'vitest'
import { keptInMemory } from '../testing/stores.ts'
import { payingService } from './paying-service.ts'
import { idOf, inShort, keepingStores, openShop, reference, type Shop } from './shop.ts'

const terms = { kind: 'checkout', reference, amount: 50, currency: 'GHS' } as const

/** A shop that asks the service, makes addresses by `callbackUrl`, and creates no checkouts itself. */
async function askingShop(store = keptInMemory()) {
  const service = await payingService()
  const shop = await openShop({ store, client: undefined, confirmWith: service.client() }, { service })
  return { shop, address: (more: object = {}) => addressOf(shop, more) }
}

function addressOf(shop: Shop, more: object = {}): string {
  const { pathname, search } = new URL(shop.app.merchant.callbackUrl({ ...terms, ...more }))
  return pathname + search
}

const told = ({ told: all }: Shop) => all.map(({ event }) => [event.outcome, event.needsReview, event.signed !== null])

describe.each([...keepingStores, ['memory', async () => keptInMemory()] as const])(
  'a callback at the address of its payment, on %s',
  (_name, make) => {
    it('is held against it, though the same was posted unsigned before', async () => {
      const { shop, address } = await askingShop(await make())
      shop.service.know(reference, 'Settled', { TransactionAmount: 5, CurrencyCode: 'NGN' })
      await shop.push()
      await shop.untilTold(1)
      for (const _time of [1, 2]) await shop.push({}, address())
      await shop.untilTold(2)
      expect(told(shop)).toEqual([
        ['paid', ['unexpected'], false],
        ['undetermined', ['contradicted', 'underpaid', 'otherCurrency'], true],
      ])
      expect(shop.told.map(({ attempt }) => attempt.id)[0]).toBe(idOf('paid'))
    })

    it('sets the terms of what is posted unsigned after it', async () => {
      const { shop, address } = await askingShop(await make())
      shop.service.know(reference, 'Settled', { TransactionAmount: 5 })
      await shop.push({}, address())
      await shop.push()
      await shop.push({ CheckoutId: 'another' }, address())
      await shop.untilTold(1)
      expect(told(shop)).toEqual([['undetermined', ['underpaid'], true]])
    })

    it('is told once, in whatever order the same comes unsigned', async () => {
      const { shop, address } = await askingShop(await make())
      shop.service.know(reference, 'Settled')
      for (const url of ['/checkout', address(), '/checkout', address()]) await shop.push({}, url)
      await shop.untilTold(1)
      expect(told(shop)).toEqual([['paid', ['unexpected'], false]])
    })

    it('is told once where both come at once', async () => {
      const { shop, address } = await askingShop(await make())
      shop.service.know(reference, 'Settled', { TransactionAmount: 5 })
      await Promise.all([shop.push(), shop.push({}, address()), shop.push(), shop.push({}, address())])
      await shop.untilTold(1)
      const plain = told(shop).filter(([outcome]) => outcome === 'paid')
      expect(plain.every(([, needsReview]) => `${needsReview}` === 'unexpected')).toBe(true)
      expect(
        told(shop).filter(([outcome, reasons]) => outcome !== 'paid' && `${reasons}`.includes('underpaid')),
      ).toHaveLength(1)
    })
  },
)

describe('a checkout that came to an address of its own', () => {
  it('is told once, signed and plainly paid, where that is all that came', async () => {
    const { shop, address } = await askingShop()
    shop.service.know(reference, 'Settled')
    await shop.push({}, address())
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [] },
    ])
  })

  it('is held against that address, whatever a smaller one of the same reference was signed for', async () => {
    const { shop, address } = await askingShop()
    shop.service.know(reference, 'Settled', { TransactionAmount: 5 })
    await shop.push({}, address({ amount: 5 }))
    await shop.untilTold(1)
    await shop.push({}, address())
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['paid', [], true],
      ['undetermined', ['contradicted', 'underpaid'], true],
    ])
  })

  it('is held against what app.merchant.checkout asked for, whatever its address says', async () => {
    const shop = await openShop({ store: keptInMemory() })
    await shop.create(reference, { currency: 'GHS' })
    shop.service.know(reference, 'Settled', { TransactionAmount: 5 })
    await shop.push({}, addressOf(shop, { amount: 5, currency: 'NGN' }))
    await shop.untilTold(1, 1)
    expect(told(shop)).toEqual([['undetermined', ['underpaid', 'otherCurrency'], true]])
  })

  it('is told as it comes where nobody is asked, though the same came unsigned before, and is doubted', async () => {
    const shop = await openShop({ store: keptInMemory(), confirmWith: false })
    await shop.push()
    await shop.push({}, addressOf(shop))
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'paid', evidence: 'callback', needsReview: [] },
      { outcome: 'paid', evidence: 'signed', needsReview: ['contradicted'] },
    ])
  })
})
