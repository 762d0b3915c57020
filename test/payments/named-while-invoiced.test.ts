import type { ServerResponse } from 'node:http'
import { describe, expect, inject, it } from 'vitest'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { record } from '../client/transactions.ts'
import { newDatabase } from '../postgres-shared.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { down, type PayingService, payingService } from './paying-service.ts'
import { everyStore, expectedOf, idOf, inShort, openShop, openShopInTime, order, reference, type Shop } from './shop.ts'

const used = (why: string) => ({ code: 'FMW_CHECKOUT_USED', message: expect.stringContaining(why) })
const pending = { Status: 'Pending' }
const ways = [
  ['to no address of ours', false],
  ['to its own address', true],
] as const

describe.each(dealt(everyStore))('a reference that is pushed while its invoice is made, on %s', (_name, make, it) => {
  it.each(ways)('gets its page, %s', async (_how, isSigned) => {
    const shop = await openShop({ store: await make(), reconcile: { after: 2_000 } })
    const { creating, release } = await createHeld(shop)
    await namePending(shop, isSigned)
    release('c1')
    const page = await creating
    expect(page).toMatchObject({ checkoutId: 'c1', checkoutUrl: 'https://pay.example/c1' })
    expect(await shop.app.merchant.checkout.create(order)).toEqual(page)
    await expect(shop.app.merchant.checkout.create({ ...order, amount: 51 })).rejects.toMatchObject(
      used('it was asked for with another amount or currency'),
    )
    expect(invoices(shop.service)).toBe(1)
  })

  it.each(ways)('is told once that it is paid, as what it is, %s', async (_how, isSigned) => {
    const shop = await openShop({ store: await make(), reconcile: { after: 2_000 } })
    const url = await openNamed(shop, isSigned)
    shop.service.know(reference, 'Settled')
    await shop.push({ CheckoutId: 'c1' }, url)
    await shop.push({ CheckoutId: 'c1' })
    await shop.reached(() => isOver(shop))
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(
      used('its payment is settled or given up'),
    )
    expect(shop.told.slice(1).map(inShort)).toEqual([
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [], amountMinor: 5_000 },
    ])
  })

  it.each([
    ['where the service alone says it', false],
    ['where a push says it', true],
  ])('is held against what was asked for, %s', async (_how, isPushed) => {
    const shop = await openShop({ store: await make(), reconcile: { after: 2_000 } })
    await openNamed(shop, false)
    shop.service.know(reference, 'Settled', { TransactionAmount: 49 })
    if (isPushed) await shop.push()
    await shop.reached(() => isOver(shop))
    expect(shop.told.slice(1).map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'undetermined', needsReview: ['underpaid'], amountMinor: 4_900 },
    ])
  })

  it.each(['Settled', 'Failed'])('gets no page where it is %s by the time its invoice is kept', async (status) => {
    const shop = await openShop({ store: await make(), reconcile: { after: 2_000 } })
    const { creating, release } = await createHeld(shop)
    await namePending(shop, false)
    shop.service.know(reference, status)
    release('c1')
    const over = used(`the service says ${status === 'Settled' ? 'paid' : 'failed'} of it`)
    await expect(creating).rejects.toMatchObject(over)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(over)
    expect(invoices(shop.service)).toBe(1)
  })

  it('gets no page where it is told meanwhile', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 2_000 } })
    const { creating, release } = await createHeld(shop)
    await namePending(shop, false)
    shop.service.know(reference, 'Settled')
    await shop.push()
    // On a slow machine what the push named is asked about by then, too.
    await shop.reached(() => shop.told.length === 2)
    release('c1')
    // What the push named may be over a moment after its payment was told.
    await expect(creating).rejects.toMatchObject({
      code: 'FMW_CHECKOUT_USED',
      message: expect.stringMatching(/its payment is settled or given up|a push named it before/),
    })
    expect(shop.told).toHaveLength(2)
  })
})

describe('a reference that is pushed while its invoice is made', () => {
  it('gets its page later where the service cannot be asked just then', async () => {
    const shop = await openShop({ store: keptInMemory() })
    const { creating, release } = await createHeld(shop)
    await namePending(shop, false)
    shop.service.answerWith(down)
    release('c1')
    const { checkout } = shop.app.merchant
    await expect(creating).rejects.toMatchObject(used('it may be paid, which the service cannot be asked: '))
    await expect(checkout.create(order)).rejects.toMatchObject(used('which the service cannot be asked: '))
    shop.service.answerWith(undefined)
    expect(await checkout.create(order)).toMatchObject({ checkoutId: 'c1' })
    expect(invoices(shop.service)).toBe(1)
  })

  it('gets its page after its creation was cut off before, and has one set of terms', async () => {
    const shop = await openShop({ store: keptInMemory(), reconcile: { after: 2_000 } })
    shop.service.answerWith((response) => response.destroy())
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ isUncertain: true })
    shop.service.answerWith(undefined)
    await openNamed(shop, false)
    shop.service.know(reference, 'Settled', { TransactionAmount: 49 })
    await shop.push()
    await shop.reached(() => isOver(shop))
    expect(shop.told.slice(1).map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['underpaid'] }])
  })

  it('is refused where an address of another amount was given away for it, which the push came to', async () => {
    const shop = await openShop({ store: keptInMemory() })
    const other = new URL(shop.app.merchant.callbackUrl({ kind: 'checkout', reference, amount: 30 }))
    const { creating, release } = await createHeld(shop)
    shop.service.know(reference, 'Pending')
    await shop.push(pending, other.pathname + other.search)
    await shop.untilTold(1, 1)
    release('c1')
    await expect(creating).rejects.toMatchObject(used('it was asked for with another amount or currency'))
  })

  it('is held against its invoice also where the service was asked before that was kept', async () => {
    const shop = await openShop({ store: keptInMemory(), reconcile: { after: 2_000 } })
    const { creating, release } = await createHeld(shop)
    await namePending(shop, false)
    const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>()
    shop.service.answerWith(hold)
    await shop.push()
    const asked = await held
    shop.service.answerWith(undefined)
    release('c1')
    await creating
    asked.writeHead(200, { 'content-type': 'application/json' })
    const Data = [{ ...record, ClientReference: reference, TransactionCycle: [], TransactionStatus: 'Settled' }]
    asked.end(JSON.stringify({ ResponseCode: '0000', Data }))
    await shop.reached(() => isOver(shop))
    expect(shop.told.slice(1).map(inShort)).toMatchObject([{ outcome: 'paid', needsReview: [] }])
  })

  it('is given up when its invoice is old enough, and once, however old that push was', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 20_000 } })
    shop.service.answerWith(down)
    await shop.push(pending)
    await shop.until(idOf('pending'), 'waiting')
    const begun = shop.clock.now()
    await shop.passing(500, () => shop.clock.now() - begun >= 15_000)
    const { creating, release } = await createHeld(shop)
    shop.service.know(reference, 'Pending')
    await shop.passing(500, async () => (await shop.entries('expectedPayment')).length === 1)
    release('c1')
    const page = await creating
    const made = shop.clock.now()
    await shop.passing(500, () => shop.clock.now() - made >= 15_000)
    expect(await shop.app.merchant.checkout.create(order)).toEqual(page)
    await shop.passing(500, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done' || state === 'dead'),
    )
    expect(shop.clock.now() - made).toBeGreaterThanOrEqual(20_000)
    expect(shop.told.map(inShort).map(({ needsReview }) => needsReview)).toEqual([['unexpected'], ['givenUp']])
    expect(shop.givenUp).toHaveLength(1)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(
      used('its payment is settled or given up'),
    )
  })

  it('has one page in two processes', async () => {
    const database = await newDatabase(inject('postgresPort'))
    const service = await payingService()
    const open = () => openShop({ store: postgresStore(database), reconcile: { after: 2_000 } }, { service })
    const [first, second] = [await open(), await open()]
    const one = await createHeld(first)
    const other = await createHeld(second)
    await namePending(first, false)
    one.release('c1')
    other.release('c2')
    const [page, same] = await Promise.all([one.creating, other.creating])
    expect(same).toEqual(page)
    expect(await second.app.merchant.checkout.create(order)).toEqual(page)
    expect(invoices(service)).toBe(2)
    service.know(reference, 'Settled')
    await second.push({ CheckoutId: page.checkoutId })
    await first.reached(() => isOver(second))
    const paid = [...first.told, ...second.told].filter(({ event }) => event.outcome !== 'pending')
    expect(paid.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
  })
})

/** An invoice over 50.00 is asked for. Its answer is kept back until it is released, with its CheckoutId. */
async function createHeld({ app, service }: Shop) {
  const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>()
  service.answerWith((response) => {
    if (service.received.at(-1)?.method === 'POST') hold(response)
    else response.end(JSON.stringify({ ResponseCode: '0000', Data: [] }))
  })
  const creating = app.merchant.checkout.create(order)
  creating.catch(() => undefined)
  const response = await held
  service.answerWith(undefined)
  const release = (checkoutId: string): void => {
    const data = {
      checkoutUrl: `https://pay.example/${checkoutId}`,
      checkoutId,
      clientReference: reference,
      message: '',
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ responseCode: '0000', status: 'Success', data }))
  }
  return { creating, release }
}

/** Somebody pushes that it is pending, and so says the service. */
async function namePending(shop: Shop, isSigned: boolean): Promise<string> {
  const { callbackUrl } = Object.assign({ callbackUrl: '' }, shop.service.invoiceOf(reference))
  const { pathname, search } = new URL(callbackUrl)
  shop.service.know(reference, 'Pending')
  await shop.push(pending, isSigned ? pathname + search : '/checkout')
  await shop.until(expectedOf(), 'waiting')
  await shop.until(idOf('pending'), 'done')
  return pathname + search
}

/** A page that a push had named before its invoice was kept. @returns the path of its callbacks */
async function openNamed(shop: Shop, isSigned: boolean): Promise<string> {
  const { creating, release } = await createHeld(shop)
  const url = await namePending(shop, isSigned)
  release('c1')
  await creating
  return url
}

/** Whether nothing waits or runs, but for what is asked once more about what failed or was cut off. */
async function isOver({ app }: Shop): Promise<boolean> {
  const { entries } = await app.merchant.inbox.list({ states: ['waiting', 'running'], limit: 100 })
  return entries.every(({ id }) => id.endsWith('|cut off'))
}

/** How many invoices a service was asked for. */
const invoices = ({ received }: PayingService) => received.filter(({ method }) => method === 'POST').length
