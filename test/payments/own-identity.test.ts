import { describe, expect, it } from 'vitest'
import type { CheckoutEvent } from '../../src/index.ts'
import { expectedOf, failed, openShopInTime, reference } from './shop.ts'

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
    expect(shop.told.map(({ attempt }) => attempt.id).toSorted()).toEqual([
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
    expect(shop.told.map(({ event, attempt }) => [attempt.id, event.outcome])).toEqual([[id, 'undetermined']])
    expect((await shop.entries())[0]).toEqual([`checkout:order ${reference} paid`, 'done'])
  })

  it('without the outcome in it still tells apart what was not enough and what a person has to look at', async () => {
    const byOrder = ({ clientReference }: CheckoutEvent) => `order ${clientReference}`
    const shop = await openShopInTime({ checkout: { identity: byOrder }, reconcileAfter: 1_000, giveUpAfter: 2_000 })
    shop.service.know(reference, 'Pending')
    await shop.create()
    await shop.passing(500, () => shop.givenUp.length === 1)
    await shop.untilTold(1)
    shop.service.know(reference, 'Settled', { TransactionAmount: 1 })
    await shop.app.merchant.inbox.replay(expectedOf())
    await shop.untilTold(2)
    expect(shop.told.map(({ event, attempt }) => [attempt.id, event.needsReview])).toEqual([
      [`checkout:order ${reference}`, ['givenUp']],
      [`checkout:order ${reference}|paid|underpaid`, ['underpaid']],
    ])
  })
})
