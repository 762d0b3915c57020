import { describe, expect } from 'vitest'
import type { PaymentHandler } from '../../src/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { everyStore, failed, idOf, openShop, reference } from './shop.ts'

const callbacks = {
  paid: { says: 'Paid', fields: {} },
  failed: { says: 'Failed', fields: failed },
  refunded: { says: 'Refunded', fields: { Status: 'Refunded' } },
} as const

type End = keyof typeof callbacks

describe.each(dealt(everyStore))('a callback that comes again while the service is asked, on %s', (_name, make, it) => {
  /** A shop where the first end was told. The service turns back once the second is told, or was not believed. */
  async function shopAfter(first: End, turnsBackTo?: End) {
    const told: string[] = []
    const payment: PaymentHandler = ({ outcome }) => {
      told.push(outcome)
      if (told.length === 2 && turnsBackTo !== undefined) shop.service.know(reference, callbacks[turnsBackTo].says)
    }
    const shop = await openShop({ store: await make(), payment, reconcile: { after: 1_500, giveUpAfter: 3_600_000 } })
    const address = await shop.create(reference, { currency: 'GHS' })
    const push = async (end: End) => {
      await shop.push(callbacks[end].fields, address)
    }
    shop.service.know(reference, callbacks[first].says)
    await push(first)
    await shop.until(idOf(first), 'done')
    return { ...shop, payment: told, post: push }
  }

  it.each([
    ['failed', 'paid'],
    ['paid', 'failed'],
    ['refunded', 'failed'],
    ['paid', 'refunded'],
  ] as const)('%s is told again behind %s, of which the service was asked before it', async (first, second) => {
    const shop = await shopAfter(first, first)
    const { length } = shop.service.questions()
    const answer = shop.service.holdNext()
    shop.service.know(reference, callbacks[second].says)
    await shop.post(second)
    await eventually(() => shop.service.questions().length > length)
    await shop.post(first)
    answer()
    await shop.reached(() => shop.payment.length === 3)
    expect(shop.payment).toEqual([first, second, first])
  })

  it.each([
    ['paid', 'failed'],
    ['failed', 'paid'],
  ] as const)(
    'behind %s, %s is asked about once more where the first answer did not know it yet',
    async (first, second) => {
      const shop = await shopAfter(first)
      const { length } = shop.service.questions()
      const answer = shop.service.holdNext()
      await shop.post(second)
      await eventually(() => shop.service.questions().length > length)
      await shop.post(second)
      answer()
      await shop.until(idOf(second), 'rejected')
      shop.service.know(reference, callbacks[second].says)
      await shop.reached(() => shop.payment.length === 2)
      expect(shop.payment).toEqual([first, second])
    },
  )

  it('is asked about once more where it waited for a handler, and the answer for that did not know it yet', async () => {
    const told: string[] = []
    const atWork = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const payment: PaymentHandler = async ({ outcome }) => {
      told.push(outcome)
      atWork.resolve()
      await goOn.promise
    }
    const shop = await openShop({ store: await make(), payment })
    const address = await shop.create(reference, { currency: 'GHS' })
    shop.service.know(reference, 'Paid')
    const answer = shop.service.holdNext()
    await shop.push(failed, address)
    await eventually(() => shop.service.questions().length === 1)
    await shop.push({}, address)
    answer()
    await atWork.promise
    shop.service.know(reference, 'Failed')
    await shop.push(failed, address)
    goOn.resolve()
    await shop.reached(() => told.length === 2)
    expect(told).toEqual(['paid', 'failed'])
  })

  it('that agrees with the answer is one question', async () => {
    const shop = await shopAfter('failed')
    shop.service.know(reference, 'Paid')
    const { length } = shop.service.questions()
    const answer = shop.service.holdNext()
    await shop.post('paid')
    await eventually(() => shop.service.questions().length > length)
    await shop.post('paid')
    answer()
    await shop.until(idOf('paid'), 'done')
    const behind = async () => (await shop.entries('expectedPayment')).filter(([id]) => id.includes(' behind '))
    await shop.reached(async () => (await behind()).some(([, state]) => state === 'done'))
    expect(shop.payment).toEqual(['failed', 'paid'])
    expect(shop.service.questions()).toHaveLength(length + 1)
  })
})
