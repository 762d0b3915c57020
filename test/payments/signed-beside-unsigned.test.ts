import { describe, expect, it } from 'vitest'
import { isRecord } from '../../src/pushes/reading/json.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { keptInMemory } from '../testing/stores.ts'
import { down, payingService } from './paying-service.ts'
import { everyStore, failed, idOf, inShort, openShop, openShopInTime, reference, type Shop } from './shop.ts'

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

describe.each(dealt(everyStore))('a callback at the address of its payment, on %s', (_name, make, it) => {
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
    expect(shop.told.map(({ attempt }) => attempt.entryId)[0]).toBe(idOf('paid'))
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

  it('is told plainly once, though the same was posted unsigned before', async () => {
    const { shop, address } = await askingShop(await make())
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(1)
    for (const url of [address(), '/checkout', address()]) await shop.push({}, url)
    await shop.push({ CheckoutId: 'another' })
    await shop.push({ CheckoutId: 'another' }, address())
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['paid', ['unexpected'], false],
      ['paid', [], true],
    ])
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid'), `${idOf('paid')}|2`])
  })

  it('is told as failed too, though the same was posted unsigned before', async () => {
    const { shop, address } = await askingShop(await make())
    shop.service.know(reference, 'Failed')
    await shop.push(failed)
    await shop.untilTold(1)
    for (const url of [address(), '/checkout', address()]) await shop.push(failed, url)
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['failed', ['unexpected'], false],
      ['failed', [], true],
    ])
  })

  it('is told plainly where the same came to the address of another order before', async () => {
    const { shop, address } = await askingShop(await make())
    shop.service.know(reference, 'Settled')
    await shop.push({}, address({ reference: 'order-of-somebody-else' }))
    await shop.untilTold(1)
    for (const _time of [1, 2]) await shop.push({}, address())
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['paid', ['otherReference', 'unexpected'], true],
      ['paid', [], true],
    ])
  })

  it('is told once where the creation of its invoice was cut off, and the same was posted before', async () => {
    const service = await payingService()
    const shop = await openShop({ store: await make() }, { service })
    service.answerWith(down)
    await expect(shop.create()).rejects.toThrow()
    service.answerWith(undefined)
    const made = service.invoiceOf(reference)
    service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(1)
    const { pathname, search } = new URL(isRecord(made) ? `${made.callbackUrl}` : '')
    for (const _time of [1, 2]) await shop.push({}, pathname + search)
    await shop.untilTold(1)
    expect(told(shop)).toEqual([['paid', [], false]])
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
})

it.each(realStores)(
  'signed and unsigned callbacks that were accepted, and handled by who was started after, on %s',
  async (_name, make) => {
    const store = await make()
    const service = await payingService()
    const settings = { client: undefined, confirmWith: service.client() }
    const open = () => openShop({ ...settings, store: store() }, { service })
    const first = await open()
    service.answerWith(down)
    const orders = Array.from({ length: 24 }, (_, one) => `order-${one}`)
    await Promise.all(
      orders.flatMap((ClientReference, one) => {
        const own = addressOf(first, { reference: ClientReference })
        const urls =
          [
            [own, '/checkout'],
            ['/checkout', own],
            [own, own, '/checkout', '/checkout'],
          ][one % 3] ?? []
        return urls.map((url) => first.push({ ClientReference }, url))
      }),
    )
    await first.app.close()
    for (const [one, of] of orders.entries()) {
      service.know(of, 'Settled', one % 2 === 0 ? { TransactionAmount: 5 } : {})
    }
    service.answerWith(undefined)
    const next = await open()
    await next.untilTold(orders.length)
    const plain = next.told.filter(({ event }) => event.outcome === 'paid' && event.needsReview.length === 0)
    const toldOf = (of: string) => next.told.filter(({ event }) => event.clientReference === of)
    expect(plain.filter(({ event }) => event.amountMinor !== 5_000)).toEqual([])
    for (const [one, of] of orders.entries()) {
      const outcomes = toldOf(of).map(({ event }) => event.outcome)
      expect(outcomes.filter((outcome) => outcome === 'paid').length, of).toBeLessThanOrEqual(1 + (one % 2))
      const isPlain = toldOf(of).filter(({ event }) => event.outcome === 'paid' && event.needsReview.length === 0)
      if (one % 2 === 1) expect(isPlain, of).toHaveLength(1)
      else expect(outcomes.at(-1), of).toBe('undetermined')
    }
  },
)

describe('a checkout that somebody else was the first to tell of, unsigned', () => {
  async function forestalledShop() {
    const service = await payingService()
    const shop = await openShopInTime({ client: undefined, confirmWith: service.client() }, { service })
    service.know(reference, 'Pending')
    await shop.push({ Status: 'Pending' })
    await shop.untilTold(1, 1)
    return { shop, address: addressOf(shop), service }
  }

  it('is asked about for its own address too, where its last callback is lost', async () => {
    const { shop, address, service } = await forestalledShop()
    await shop.push({ Status: 'Pending' }, address)
    await shop.passing(0, async () => (await shop.entries()).every(([, state]) => state === 'done'))
    service.know(reference, 'Settled')
    const isPlain = () => shop.told.some(({ event }) => event.outcome === 'paid' && event.needsReview.length === 0)
    await shop.passing(60_000, isPlain)
    expect(told(shop).at(-1)).toEqual(['paid', [], true])
  })

  it('is told at its own address once what was posted before is over', async () => {
    const { shop, address, service } = await forestalledShop()
    await shop.push()
    await shop.passing(10_000, async () => (await shop.entries()).some(([, state]) => state === 'rejected'))
    service.know(reference, 'Settled')
    await shop.push({}, address)
    await shop.passing(1_000, () => shop.told.length === 3)
    expect(told(shop).slice(1)).toEqual([
      ['paid', ['unexpected'], false],
      ['paid', [], true],
    ])
  })
})

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

  it('is told as it comes where nobody is asked, though the same came unsigned before, which is doubted', async () => {
    const shop = await openShop({ store: keptInMemory(), confirmWith: false })
    await shop.push()
    await shop.push({}, addressOf(shop))
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'paid', evidence: 'callback', needsReview: ['unexpected'] },
      { outcome: 'paid', evidence: 'signed', needsReview: [] },
    ])
  })
})
