import { describe, expect, it } from 'vitest'
import { expectedOf, idOf, inShort, openShopInTime, reference } from './shop.ts'

/** That its failure is followed by questions for a later try. */
const followed = `${expectedOf()}|failed`
const outcomes = (told: readonly { readonly id: string }[]) => told.map(({ id }) => id)

it('a second try that is paid is told although the books of the service still say failed when its callback comes', async () => {
  const shop = await openShopInTime({ reconcile: { after: 300_000 } })
  const url = await shop.create()
  shop.service.know(reference, 'Failed')
  await shop.push({ Status: 'Failed' }, url)
  await shop.untilTold(1, 1)
  await shop.push({}, url)
  await shop.passing(1_000, async () =>
    (await shop.entries()).some(([id, state]) => id === idOf('paid') && state === 'rejected'),
  )
  shop.service.know(reference, 'Settled')
  await shop.passing(10_000, () => shop.told.length > 1)
  expect(outcomes(shop.told.map(inShort))).toEqual([idOf('failed'), idOf('paid')])
})

it('a second try that is paid is told although the service says pending for long', async () => {
  const shop = await openShopInTime({ reconcile: { after: 300_000 } })
  const url = await shop.create()
  shop.service.know(reference, 'Failed')
  await shop.push({ Status: 'Failed' }, url)
  await shop.untilTold(1, 1)
  shop.service.know(reference, 'Pending')
  await shop.push({}, url)
  await shop.passing(10_000, async () =>
    (await shop.entries()).some(([id, state]) => id === idOf('paid') && state === 'rejected'),
  )
  shop.service.know(reference, 'Settled')
  await shop.passing(60_000, () => shop.told.length > 1)
  expect(outcomes(shop.told.map(inShort))).toEqual([idOf('failed'), idOf('paid')])
})

it('a push that claims a payment of which the service keeps saying failed is asked about once more, and then no more', async () => {
  const shop = await openShopInTime({ reconcile: { after: 300_000 } })
  const url = await shop.create()
  shop.service.know(reference, 'Failed')
  await shop.push({}, url)
  await shop.untilTold(1, 1)
  const entries = () => shop.entries('expectedPayment')
  await shop.passing(60_000, async () => (await entries()).every(([id, state]) => state === 'done' || id === followed))
  const [used, recheck, ...more] = await entries()
  expect([used, recheck?.[1], more]).toEqual([[expectedOf(), 'done'], 'done', [[followed, 'waiting']]])
  expect(outcomes(shop.told.map(inShort))).toEqual([idOf('failed')])
})

it('many pushes that claim it are asked about once for all of them', async () => {
  const shop = await openShopInTime({ reconcile: { after: 300_000 } })
  shop.service.know(reference, 'Failed')
  for (const Amount of [10, 20, 30, 40]) await shop.push({ Amount })
  await shop.untilTold(1)
  const [used, recheck, ...more] = await shop.entries('expectedPayment')
  expect([used, recheck?.[1], more]).toEqual([[expectedOf(), 'done'], 'waiting', [[followed, 'waiting']]])
})

describe('a second try under one reference, of which the service has a record of its own', () => {
  const recordOf = (TransactionStatus: string, TransactionId: string) => ({
    TransactionStatus,
    TransactionId,
    ClientReference: reference,
    TransactionAmount: 50,
    CurrencyCode: 'GHS',
  })

  it('is told as paid when its callback comes, whatever failed before it', async () => {
    const shop = await openShopInTime({})
    const url = await shop.create()
    const Data = [recordOf('Failed', 'a'), recordOf('Settled', 'b')]
    shop.service.answerWith({ body: { ResponseCode: '0000', Data } })
    await shop.push({}, url)
    await shop.untilTold(1, 1)
    expect(shop.told.map(({ event }) => [event.outcome, event.evidence, event.needsReview])).toEqual([
      ['paid', 'confirmed', []],
    ])
  })

  it.each(['Timeout', 'Initiated', 'Parked', '', null])(
    'is told as paid where no callback comes, beside a try that says %j',
    async (status) => {
      const shop = await openShopInTime({ reconcile: { after: 1_000 } })
      await shop.create()
      const Data = [{ ...recordOf('', 'a'), TransactionStatus: status }, recordOf('Settled', 'b')]
      shop.service.answerWith({ body: { ResponseCode: '0000', Data } })
      await shop.passing(1_000, () => shop.told.length > 0)
      expect(shop.told.map(({ event }) => [event.outcome, event.evidence, event.needsReview])).toEqual([
        ['paid', 'confirmed', []],
      ])
      expect(shop.service.questions().length).toBe(1)
    },
  )

  it('is paid twice where both came through, and told once', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    const url = await shop.create()
    const Data = [recordOf('Settled', 'a'), recordOf('Settled', 'b')]
    shop.service.answerWith({ body: { ResponseCode: '0000', Data } })
    await shop.push({}, url)
    await shop.passing(1_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(({ event }) => [event.outcome, event.amountMinor, event.needsReview])).toEqual([
      ['paid', 5_000, ['paidTwice']],
    ])
  })

  it('is told as paid twice where no callback comes, and told once', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    await shop.create()
    const Data = [recordOf('Settled', 'a'), recordOf('Settled', 'b')]
    shop.service.answerWith({ body: { ResponseCode: '0000', Data } })
    await shop.passing(1_000, () => shop.told.length > 0)
    await shop.untilTold(1)
    expect(shop.told.map(({ event }) => [event.outcome, event.amountMinor, event.needsReview])).toEqual([
      ['paid', 5_000, ['paidTwice']],
    ])
  })

  const second = idOf('paid|paidTwice')
  const toldOnce = [
    { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [], amountMinor: 5_000 },
    { id: second, outcome: 'undetermined', evidence: 'confirmed', needsReview: ['paidTwice'], amountMinor: 5_000 },
  ]

  it.each([
    ['TransactionId', { TransactionId: 'b' }],
    ['CheckoutId', { CheckoutId: 'another-invoice' }],
  ])(
    'is told once as paid twice when a callback with another %s tells of it after the first was told',
    async (_of, other) => {
      const shop = await openShopInTime({})
      const url = await shop.create()
      const first = recordOf('Settled', 'a')
      shop.service.answerWith({ body: { ResponseCode: '0000', Data: [first] } })
      await shop.push({ TransactionId: 'a' }, url)
      await shop.untilTold(1, 1)
      shop.service.answerWith({ body: { ResponseCode: '0000', Data: [first, recordOf('Settled', 'b')] } })
      for (const _time of [1, 2]) await shop.push({ TransactionId: 'a', ...other }, url)
      await shop.untilTold(2, 1)
      await shop.push({ TransactionId: 'c' }, url)
      await shop.untilTold(2, 1)
      expect(shop.told.map(inShort)).toEqual(toldOnce)
    },
  )

  it('is told although its callback is quicker than the books of the service', async () => {
    const shop = await openShopInTime({ reconcile: { after: 300_000 } })
    const url = await shop.create()
    const first = recordOf('Settled', 'a')
    shop.service.answerWith({ body: { ResponseCode: '0000', Data: [first] } })
    await shop.push({ TransactionId: 'a' }, url)
    await shop.untilTold(1, 1)
    await shop.push({ TransactionId: 'b' }, url)
    await shop.untilTold(1, 1)
    shop.service.answerWith({ body: { ResponseCode: '0000', Data: [first, recordOf('Settled', 'b')] } })
    await shop.passing(60_000, () => shop.told.length > 1)
    expect(shop.told.map(inShort)).toEqual(toldOnce)
  })

  it.each([
    ['the callback of the first', true],
    ['no callback', false],
  ])('is told as paid twice where it was pending when the first was found paid, after %s', async (_of, isPushed) => {
    const shop = await openShopInTime({ reconcile: { after: 60_000 } })
    const url = await shop.create()
    const first = recordOf('Settled', 'a')
    shop.service.answerWith({ body: { ResponseCode: '0000', Data: [first, recordOf('Pending', 'b')] } })
    if (isPushed) await shop.push({}, url)
    await shop.passing(10_000, () => shop.told.length > 0)
    expect(shop.told.map(inShort)).toEqual(toldOnce.slice(0, 1))
    // Its callback is the same to the letter, and is acknowledged as a repeat.
    shop.service.answerWith({ body: { ResponseCode: '0000', Data: [first, recordOf('Settled', 'b')] } })
    if (isPushed) await shop.push({}, url)
    await shop.passing(60_000, () => shop.told.length > 1)
    expect(shop.told.map(inShort)).toEqual(toldOnce)
    await shop.passing(60_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
  })

  it('is asked about a few times where it stays pending, and then no more', async () => {
    const shop = await openShopInTime({ reconcile: { after: 60_000, giveUpAfter: 3_600_000 } })
    const url = await shop.create()
    const Data = [recordOf('Settled', 'a'), recordOf('Pending', 'b')]
    shop.service.answerWith({ body: { ResponseCode: '0000', Data } })
    await shop.push({}, url)
    await shop.passing(1_000, () => shop.told.length > 0)
    await shop.passing(60_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(inShort)).toEqual(toldOnce.slice(0, 1))
    const questions = shop.service.questions().length
    expect(questions).toBeGreaterThan(2)
    expect(questions).toBeLessThan(10)
  })

  it('is not asked about where the same callback comes again', async () => {
    const shop = await openShopInTime({})
    const url = await shop.create()
    shop.service.know(reference, 'Settled')
    for (const _time of [1, 2, 3]) await shop.push({ TransactionId: `t-${reference}` }, url)
    await shop.untilTold(1, 1)
    expect(shop.service.questions().length).toBe(1)
  })
})
