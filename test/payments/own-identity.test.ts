import { describe, expect, it } from 'vitest'
import type { CheckoutEvent } from '../../src/index.ts'
import { linesOf } from '../http/lines.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { expectedOf, failed, idOf, openShop, openShopInTime, reference, sqliteFile, type Told } from './shop.ts'

const identity = ({ clientReference, outcome }: CheckoutEvent) => `order ${clientReference} ${outcome}`

describe('an identity of your own', () => {
  it('names what is told of a payment, whether its callback or the question for it found it', async () => {
    const shop = await openShopInTime({ checkout: { identity } })
    shop.service.know(reference, 'Settled')
    shop.service.know('lost', 'Settled')
    await shop.create('lost')
    const url = await shop.create()
    await shop.push(failed)
    await shop.push({}, url)
    await shop.passing(10_000, () => shop.told.length === 2)
    await shop.passing(10_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(({ attempt }) => attempt.entryId).toSorted()).toEqual([
      'checkout:order lost paid',
      `checkout:order ${reference} paid`,
    ])
  })

  it('is asked of what the service says: what was not enough is another thing than what was', async () => {
    const shop = await openShopInTime({ checkout: { identity } })
    shop.service.know(reference, 'Settled', { TransactionAmount: 1 })
    await shop.push({}, await shop.create())
    const id = `checkout:order ${reference} undetermined|paid|underpaid`
    await shop.until(id, 'done')
    expect(shop.told.map(({ event, attempt }) => [attempt.entryId, event.outcome])).toEqual([[id, 'undetermined']])
    expect((await shop.entries())[0]).toEqual([`checkout:order ${reference} paid`, 'done'])
  })

  it('without the outcome in it still tells apart what was not enough and what a person has to look at', async () => {
    const byOrder = ({ clientReference }: CheckoutEvent) => `order ${clientReference}`
    const shop = await openShopInTime({
      checkout: { identity: byOrder },
      reconcile: { after: 1_000, giveUpAfter: 2_000 },
    })
    shop.service.know(reference, 'Pending')
    await shop.create()
    await shop.passing(500, () => shop.givenUp.length === 1)
    await shop.untilTold(1)
    shop.service.know(reference, 'Settled', { TransactionAmount: 1 })
    await shop.app.merchant.inbox.replay(expectedOf())
    await shop.untilTold(2)
    expect(shop.told.map(({ event, attempt }) => [attempt.entryId, event.needsReview])).toEqual([
      [`checkout:order ${reference}`, ['givenUp']],
      [`checkout:order ${reference}|paid|underpaid`, ['underpaid']],
    ])
  })
})

describe('an identity of your own that collides', () => {
  const colliding = () => 'one for all'
  const byOrder = ({ clientReference }: CheckoutEvent) => `order ${clientReference}`
  const inShort = ({ event, attempt }: Told) =>
    [event.clientReference, event.outcome, event.evidence, attempt.conflictsWith] as const

  it('loses no paid payment: one of another reference is a conflict, and told', async () => {
    const shop = await openShopInTime({ checkout: { identity: colliding } })
    shop.service.know(reference, 'Settled')
    shop.service.know('other', 'Settled')
    await shop.push()
    await shop.untilTold(1)
    for (const _time of [1, 2]) {
      await shop.push({ ClientReference: 'other', CheckoutId: 'c-2' })
      await shop.untilTold(2)
    }
    expect(shop.told.map(inShort)).toEqual([
      [reference, 'paid', 'confirmed', null],
      ['other', 'paid', 'confirmed', 'checkout:one for all'],
    ])
  })

  it('loses none of which nobody told', async () => {
    const shop = await openShopInTime({ checkout: { identity: colliding }, reconcile: { after: 1_000 } })
    for (const one of [reference, 'second', 'third']) {
      shop.service.know(one, 'Settled')
      await shop.create(one)
    }
    await shop.passing(500, async () => (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'))
    await shop.untilTold(3)
    expect(shop.told.map(({ event }) => event.clientReference).toSorted()).toEqual(
      [reference, 'second', 'third'].toSorted(),
    )
    expect(shop.told.filter(({ attempt }) => attempt.conflictsWith === null)).toHaveLength(1)
    await expect(shop.create('second')).rejects.toMatchObject({ code: 'FMW_CHECKOUT_USED' })
    await shop.create('fourth')
  })

  it('tells each once, where a callback came as well, and is not believed', async () => {
    const shop = await openShopInTime({ checkout: { identity: byOrder }, reconcile: { after: 1_000 } })
    shop.service.know(reference, 'Failed')
    await shop.push({}, await shop.create())
    await shop.untilTold(1, 1)
    shop.service.know(reference, 'Settled')
    await shop.push({})
    await shop.passing(500, () => shop.told.length === 2)
    await shop.push({})
    await shop.passing(500, async () => (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'))
    expect(shop.told.map(inShort).map(([, outcome, evidence]) => [outcome, evidence])).toEqual([
      ['failed', 'confirmed'],
      ['paid', 'confirmed'],
    ])
  })

  it('is a conflict where the service is not asked either: another reference, payer, amount or end', async () => {
    const shop = await openShop({ client: undefined, checkout: { identity: colliding } })
    const pushes = [
      { ...failed, Amount: 50 },
      {},
      { ClientReference: 'other' },
      { CustomerPhoneNumber: '+233000000001' },
      { Amount: 51 },
      { Amount: 51 },
    ]
    for (const fields of pushes) await shop.push(fields)
    await shop.untilTold(5)
    expect(shop.told.map(inShort).map(([, outcome, , conflictsWith]) => [outcome, conflictsWith])).toEqual([
      ['failed', null],
      ...Array(4).fill(['paid', 'checkout:one for all']),
    ])
  })

  it('is a conflict where the service is not asked: other money under one CheckoutId', async () => {
    const identity = ({ checkoutId }: CheckoutEvent) => `invoice ${checkoutId}`
    const shop = await openShop({ client: undefined, checkout: { identity } })
    for (const TransactionId of ['t-1', 't-2', 'T-1', 't-1']) await shop.push({ TransactionId })
    await shop.untilTold(3)
    expect(shop.told.map(({ event, attempt }) => [event.needsReview, attempt.conflictsWith])).toEqual([
      [['unexpected'], null],
      [['contradicted', 'unexpected'], 'checkout:invoice invoice-order-17'],
      [['contradicted', 'unexpected'], 'checkout:invoice invoice-order-17'],
    ])
  })

  it('tells what a callback said unasked, and what the service said once, where confirming is turned off', async () => {
    const shop = await openShopInTime({
      checkout: { identity: colliding, confirmWith: false },
      reconcile: { after: 1_000 },
    })
    for (const one of [reference, 'second']) {
      shop.service.know(one, 'Settled')
      await shop.create(one)
    }
    await shop.push({})
    await shop.passing(500, async () => (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'))
    await shop.untilTold(3)
    expect(shop.told.map(({ event }) => [event.reference, event.outcome, event.needsReview])).toEqual([
      [reference, 'paid', ['unexpected']],
      [reference, 'paid', []],
      ['second', 'paid', ['contradicted']],
    ])
  })
})

describe('an identity of your own that identifies nothing', () => {
  const gives = (value: unknown) => () => JSON.parse('null') ?? value
  it.each<readonly [string, () => string, RegExp]>([
    [
      'null',
      gives(null),
      /^checkout\.identity gave null: return a text that is not empty, at once and not by a promise$/,
    ],
    ['nothing', gives(undefined), /gave nothing/],
    ['a number', gives(5), /gave a number/],
    ['an empty text', gives(''), /gave an empty string/],
    ['a promise', gives(Promise.resolve('x')), /gave a promise/],
    ['a promise that rejects', () => JSON.parse('null') ?? Promise.reject(new Error('no')), /gave a promise/],
    ['an error', () => JSON.parse('no JSON'), /JSON/],
  ])('%s: it is told as an error, and the payment is known by its usual identity', async (_what, identity, problem) => {
    const lines = linesOf()
    const shop = await openShop({ checkout: { identity } }, { host: { server: { logger: lines.logger } } })
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(1)
    expect(shop.told.map(({ event, attempt }) => [attempt.entryId, event.outcome])).toEqual([[idOf('paid'), 'paid']])
    const [line] = lines.saying('an identity of your own does not count')
    expect(line).toMatchObject({ level: 50, kind: 'checkout', err: { message: expect.stringMatching(problem) } })
  })
})

it('an end that comes again after another was told is asked about, also where you say which payment it is', async () => {
  const shop = await openShop({ store: sqliteHere(sqliteFile()), checkout: { identity } })
  const url = await shop.create()
  shop.service.know(reference, 'Failed')
  await shop.push(failed, url)
  await shop.untilTold(1, 1)
  shop.service.know(reference, 'Paid')
  await shop.push({}, url)
  await shop.untilTold(2, 1)
  const asked = shop.service.questions().length
  await shop.push(failed, url)
  await shop.untilTold(2, 1)
  expect(shop.service.questions().length - asked).toBe(1)
})
