import { describe, expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { down } from './paying-service.ts'
import {
  callback,
  expectedOf,
  idOf,
  inShort,
  keepingStores,
  openShop,
  openShopInTime,
  reference,
  type ShopInTime,
} from './shop.ts'

describe.each(keepingStores)('a payment of which the service says nothing final for too long, on %s', (_name, make) => {
  it('is given up: the handler is told once, and people find it; asking again finds what became of it', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 0, giveUpAfter: 0 } })
    shop.service.know(reference, 'Pending')
    await shop.create()
    await shop.until(expectedOf(), 'dead')
    await shop.untilTold(1)
    expect(shop.givenUp).toEqual([{ kind: 'expectedPayment', id: expectedOf(), reference: 'order-17' }])
    await shop.app.merchant.inbox.replay(expectedOf())
    await shop.until(expectedOf(), 'dead')
    shop.service.know(reference, 'Settled')
    await shop.untilTold(1)
    await shop.app.merchant.inbox.replay(expectedOf())
    await shop.until(expectedOf(), 'done')
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('undetermined|givenUp'), outcome: 'undetermined', evidence: 'callback', needsReview: ['givenUp'] },
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' },
    ])
  })
})

describe('a payment that is given up', () => {
  it('is told of with what is known of it, and with why', async () => {
    const lines = linesOf()
    const shop = await openShopInTime(
      { reconcile: { after: 1_000, giveUpAfter: 60_000 } },
      { host: { server: { logger: lines.logger } } },
    )
    await shop.create()
    const codes: unknown[] = []
    shop.app.merchant.events.on('followUpDead', ({ error }) => codes.push(Object.assign({ code: null }, error).code))
    await shop.passing(1_000, () => shop.givenUp.length === 1)
    await shop.untilTold(1)
    expect(shop.told[0]?.event).toMatchObject({
      why: expect.stringMatching(/^it was given up: the service has no record of it$/),
      clientReference: reference,
      paymentId: 'invoice-order-17',
      amount: null,
      confirmation: { says: 'undetermined', amountMinor: null, checkoutId: 'invoice-order-17' },
    })
    expect(codes).toEqual(['FMW_PAYMENT_GIVEN_UP'])
    expect(shop.app.merchant.counts.expectedPayment).toMatchObject({ dead: 1 })
    expect(lines.saying('an expected payment is given up')).toMatchObject([{ level: 50, id: expectedOf() }])
  })

  it('is given up when the service could not be reached all the time, too', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 5_000 } })
    await shop.create()
    shop.service.answerWith(down)
    await shop.passing(1_000, () => shop.givenUp.length === 1)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['givenUp'] }])
    // Once, though two entries stand for it.
    expect((await shop.app.merchant.inbox.list({ needsReview: true })).entries).toMatchObject([
      { kind: 'checkout', review: { reasons: ['givenUp'] } },
    ])
    expect(shop.told[0]?.event.why).not.toContain('the-secret-key')
  })

  it('by a callback of which the service could not be asked all the time: people find it, and nothing is believed', async () => {
    const shop = await openShopInTime({ reconcile: { after: 60_000, giveUpAfter: 60_000 } })
    shop.service.answerWith(down)
    await shop.push()
    await shop.passing(10_000, () => shop.told.length === 1)
    await shop.until(idOf('paid'), 'rejected')
    await shop.until(idOf('undetermined|givenUp'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('undetermined|givenUp'), outcome: 'undetermined', needsReview: ['givenUp'] },
    ])
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Settled')
    await shop.app.merchant.inbox.replay(idOf('paid'))
    await shop.untilTold(2)
    expect(shop.told.map(inShort)[1]).toMatchObject({ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' })
  })

  it.each(['its callback is replayed', 'its callback comes again'])(
    'is told as late where %s, which came before',
    async (how) => {
      const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 5_000 } })
      const url = await shop.create()
      shop.service.answerWith(down)
      await shop.push({}, url)
      await shop.passing(500, () => shop.givenUp.length === 1)
      await shop.until(idOf('paid'), 'rejected')
      await shop.until(expectedOf(), 'dead')
      shop.service.answerWith(undefined)
      shop.service.know(reference, 'Settled')
      if (how === 'its callback comes again') await shop.push()
      else await shop.app.merchant.inbox.replay(idOf('paid'))
      await shop.passing(500, () => shop.told.length === 2)
      expect(shop.told.map(inShort)).toMatchObject([
        { outcome: 'undetermined', needsReview: ['givenUp'] },
        { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: ['late'] },
      ])
    },
  )

  it.each(['its callback comes again', 'the plugin asks'])(
    'is told as late where %s, although only its callback was given up so far',
    async (how) => {
      const shop = await openShopInTime({ reconcile: { after: 8_730, giveUpAfter: 22_600 } })
      const url = await shop.create()
      shop.service.answerWith(down)
      await shop.push({}, url)
      await fromDueToDue(shop, () => shop.told.length === 1)
      await shop.until(idOf('paid'), 'rejected')
      await shop.until(expectedOf(), 'waiting')
      shop.service.answerWith(undefined)
      shop.service.know(reference, 'Settled')
      if (how === 'its callback comes again') await shop.push({}, url)
      await fromDueToDue(shop, () => shop.told.length === 2)
      expect(shop.told.map(inShort)).toMatchObject([
        { outcome: 'undetermined', needsReview: ['givenUp'] },
        { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: ['late'] },
      ])
    },
  )

  it('is told as late at its own address too, where nothing but its push stood for it', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 5_000 } })
    const { merchant } = shop.app
    const addresses = [
      merchant.callbackUrl({ kind: 'checkout', reference, amount: 50 }),
      merchant.callbackUrl({ kind: 'ussdPayment', sessionId: 's-1', amount: 50 }),
    ]
    const pushAll = async () => {
      for (const [index, url] of addresses.entries()) {
        const { pathname, search } = new URL(url)
        const body =
          index === 0
            ? callback()
            : { ResponseCode: '0000', Message: 'success', Data: { Amount: 50, TransactionId: 't-9' } }
        expect((await post(shop.app, pathname + search, body)).statusCode).toBe(200)
      }
    }
    shop.service.answerWith(down)
    await pushAll()
    await shop.passing(500, () => shop.told.length === 2)
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Settled')
    shop.service.know('of the service', 'Settled', { TransactionId: 't-9' })
    await pushAll()
    await shop.passing(500, () => shop.told.length === 4)
    expect(shop.told.slice(0, 2).map(({ event }) => event.needsReview)).toEqual([['givenUp'], ['givenUp']])
    expect(
      shop.told
        .slice(2)
        .map(({ event }) => [event.kind, event.outcome, event.needsReview])
        .toSorted(),
    ).toEqual([
      ['checkout', 'paid', ['late']],
      ['ussdPayment', 'paid', ['late']],
    ])
  })

  it('of a callback that nobody asked for is told under its reference', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 2_000 } })
    shop.service.know(reference, 'Pending')
    await shop.push()
    await shop.passing(500, () => shop.givenUp.length === 1)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('undetermined|givenUp'), needsReview: ['givenUp'] }])
  })
})

/** Moves time on to what is due next, so that everything is looked at in its own time, until it is so. */
async function fromDueToDue({ app, clock }: ShopInTime, isSo: () => boolean): Promise<void> {
  await eventually(async () => {
    const { entries } = await app.merchant.inbox.list({ states: ['waiting', 'running'] })
    if (isSo()) return true
    if (entries.length === 0) throw new Error('nothing is due any more, and it is not so')
    const due = Math.min(...entries.map(({ dueAt }) => dueAt?.getTime() ?? Number.POSITIVE_INFINITY))
    if (due < Number.POSITIVE_INFINITY && entries.every(({ state }) => state === 'waiting')) {
      clock.advance(Math.max(due - clock.now(), 1))
    }
    return false
  })
}
