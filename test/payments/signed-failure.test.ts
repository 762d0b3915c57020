import { describe, expect, it } from 'vitest'
import type { Attempt, PaymentEvent } from '../../src/index.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { callback, failed, keepingStores, openShop, reference } from './shop.ts'
import { notice, unaskedShop, unaskedStores } from './unasked-shop.ts'

const terms = { kind: 'checkout', reference, amount: 50 } as const
const session = { kind: 'ussdPayment', sessionId: 's-1', reference, amount: 50 } as const
const lost = { ...notice(failed), ResponseCode: '2001', Message: 'failed' }
const cases = [
  ['failed checkout', terms, '/checkout', callback, callback(failed)],
  ['cancelled checkout', terms, '/checkout', callback, callback({ ...failed, Status: 'Cancelled' })],
  ['failed USSD payment', session, '/ussd-payment', notice, lost],
] as const

describe.each(dealt(unaskedStores))('at its signed address, where nobody is asked, on %s', (_name, make, it) => {
  it.each(cases)('a %s is plain, whatever an unsigned push said before', async (_what, address, all, paid, unpaid) => {
    for (const fields of [{}, { Amount: 90 }, { ClientReference: undefined }]) {
      const { addressOf, push, inShort } = await unaskedShop(await make())
      await push(all, paid(fields))
      await push(addressOf(address), unpaid, unpaid)
      expect(
        inShort()
          .slice(1)
          .map(([, ...rest]) => rest),
      ).toEqual([['signed', [], null]])
    }
  })

  it.each(cases)('a %s is contradicted by what was paid there', async (_what, address, _all, paid, unpaid) => {
    for (const fields of [{}, { Amount: 5 }]) {
      const { told, addressOf, push, inShort } = await unaskedShop(await make())
      await push(addressOf(address), paid(fields), unpaid)
      expect(inShort()[1]?.slice(1)).toEqual(['signed', ['contradicted'], told[0]?.id])
    }
  })
})

describe.each([...keepingStores, ['memory', async () => keptInMemory()] as const])('on %s', (_name, make) => {
  it('each attempt at a signed failure gets it plainly, though somebody posts paid in between', async () => {
    const attempts: unknown[] = []
    let post: (() => Promise<void>) | undefined
    const checkout = async ({ outcome, needsReview }: PaymentEvent, { number, conflictsWith }: Attempt) => {
      if (outcome !== 'failed') return
      attempts.push([number, needsReview, conflictsWith])
      if (number > 1) return
      await post?.()
      throw new Error('the ledger is closed')
    }
    const retry = { minDelay: 1, maxDelay: 1 }
    const shop = await openShop({ store: await make(), client: undefined, checkout: { handler: checkout }, retry })
    post = () => shop.push()
    const { pathname, search } = new URL(shop.app.merchant.callbackUrl(terms))
    await shop.push(failed, pathname + search)
    await shop.until(`checkout:signed:${reference}|failed`, 'done')
    expect(attempts).toEqual([
      [1, [], null],
      [2, [], null],
    ])
  })

  it('it is contradicted by what the service said after an unsigned push', async () => {
    const shop = await openShop({ store: await make(), confirmWith: false, reconcile: { after: 0 } })
    const address = await shop.create()
    await shop.push({ Amount: 0.05 })
    await shop.untilTold(1, 1)
    shop.service.know(reference, 'Settled')
    await shop.untilTold(2)
    await shop.push(failed, address)
    await shop.untilTold(3)
    expect(shop.told[2]).toMatchObject({
      event: { outcome: 'failed', evidence: 'signed', needsReview: ['contradicted'] },
      attempt: { conflictsWith: shop.told[1]?.attempt.entryId },
    })
  })
})
