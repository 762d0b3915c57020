import { onTestFinished, vi } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore, type Store } from '../../src/index.ts'
import { type ManualClock, manualClock } from '../../src/testing/manual-clock.ts'
import { post } from '../http/app.ts'
import { callback, openShopInTime } from './shop.ts'

/** What a handler was told of a payment. */
interface Told {
  readonly outcome: string
  readonly evidence: string
}

/** A shop with one payment, whose handler fails so many times, and which keeps nothing unless its store does. */
export async function shopThatFails(
  times: number,
  options: MerchantWebhooksOptions = {},
  storeOf: (options: { readonly clock: ManualClock }) => Store = memoryStore,
) {
  const jitter = vi.spyOn(Math, 'random').mockReturnValue(0.9)
  onTestFinished(() => jitter.mockRestore())
  const clock = manualClock()
  const calls: Told[] = []
  const gaveUp: string[] = []
  const handler = (told: Told) => {
    calls.push(told)
    if (calls.length <= times) throw new Error('the database is away')
  }
  const payment = { handler, onDead: (_event: unknown, { id }: { readonly id: string }) => void gaveUp.push(id) }
  const shop = await openShopInTime({ store: storeOf({ clock }), payment, ...options }, { clock })
  const { app } = shop
  const events: string[] = []
  app.merchant.events.on('notificationDead', ({ id }) => events.push(`dead: ${id}`))
  app.merchant.events.on('needsReview', ({ reasons }) => events.push(`review: ${reasons}`))
  const url = await shop.create()
  const push = async (path = url) => (await post(app, path, callback())).statusCode
  const stateOf = async (id: string) => (await app.merchant.inbox.get(id))?.state
  return { ...shop, calls, gaveUp, events, push, stateOf }
}
