import { expect, it } from 'vitest'
import type { PaymentHandler, Store } from '../../src/index.ts'
import type { InboxStore } from '../../src/store/inbox-store.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { withMethods } from '../testing/store-suite/with-methods.ts'
import { keptInMemory } from '../testing/stores.ts'
import { payingService } from './paying-service.ts'
import { idOf, openShopInTime, reference } from './shop.ts'

const after = 300_000
// No answer is shared for so long.
const between = 20_000
const pending = { Status: 'Pending', Amount: 0 }

/** The store of a process that is paused where it keeps one entry as another, until it goes on. */
function pausingAt(store: Store, id: string) {
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  const paused: Store = {
    ...store,
    open(user) {
      const opened = store.open(user)
      const rewrite: InboxStore['rewrite'] = async (claim, payload) => {
        if (claim.entry.id === id) await promise
        return await opened.inbox.rewrite(claim, payload)
      }
      return withMethods(opened, { inbox: withMethods(opened.inbox, { rewrite }) })
    },
  }
  return { paused, goOn }
}

/**
 * An unsigned push and a signed one have the service asked, which says that it failed: that stands twice behind the signed
 * push of the second try, which is paid. So none of the two is told; and while the second stands, it is asked after the first.
 */
it('what was told last is not told again where what came between the two was never told', async () => {
  const clock = manualClock()
  const { paused, goOn } = pausingAt(keptInMemory({ clock }), idOf('failed|2'))
  const told: unknown[] = []
  const payment: PaymentHandler = ({ outcome, needsReview }, { entryId }) => {
    told.push(outcome === 'paid' ? [entryId, needsReview] : outcome)
  }
  const service = await payingService()
  const shop = await openShopInTime(
    {
      store: paused,
      payment,
      client: undefined,
      confirmWith: service.client(),
      reconcile: { after, giveUpAfter: 10 * after },
    },
    { clock, service },
  )
  const { pathname, search } = new URL(shop.app.merchant.callbackUrl({ kind: 'checkout', reference, amount: 50 }))
  const own = pathname + search
  const kept = (id: string) => eventually(async () => (await shop.entries()).some(([one]) => one === id))
  service.know(reference, 'Pending')
  await shop.push(pending)
  await eventually(() => told.length === 1)
  clock.advance(between)
  await shop.push(pending, own)
  await eventually(async () => (await shop.entries('expectedPayment')).length === 2)
  await eventually(async () => (await shop.app.merchant.inbox.count({ kinds: 'checkout' })).waiting === 0)
  service.know(reference, 'Failed')
  const questions = service.questions().length
  const asked = (times: number) => eventually(() => service.questions().length === questions + times)
  const ofFirst = service.holdNext()
  clock.advance(after - between)
  await asked(1)
  const ofPush = service.holdNext()
  await shop.push({}, own)
  await asked(2)
  ofFirst()
  await kept(idOf('failed'))
  clock.advance(between)
  await kept(idOf('failed|2'))
  service.know(reference, 'Paid')
  ofPush()
  await kept(idOf('paid|3'))
  goOn()
  await eventually(async () => {
    const asked = (await shop.entries('expectedPayment')).filter(([id]) => id.includes(' after '))
    return asked.length === 2 && asked.every(([, state]) => state === 'done')
  })
  await eventually(async () => {
    const { waiting, running } = await shop.app.merchant.inbox.count({ kinds: 'checkout' })
    return waiting + running === 0
  })
  expect(told).toEqual(['pending', [idOf('paid'), []]])
})
