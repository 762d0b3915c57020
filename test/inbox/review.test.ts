import { describe, expect, it } from 'vitest'
import type { Inbox } from '../../src/admin/inbox.ts'
import type { MerchantEvents, MerchantWebhooksOptions } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { samples } from '../http/samples.ts'
import { keptInMemory } from '../testing/stores.ts'
import { eventually } from './deliveries/workshop.ts'

type Told = MerchantEvents['needsReview'][0]

/** An application with a store that keeps things, and what it was told that needs review. */
async function shop(options: MerchantWebhooksOptions) {
  const app = await appWith({ store: keptInMemory(), retry: { attempts: 1 }, ...options })
  const told: Told[] = []
  const { inbox, events } = app.merchant
  events.on('needsReview', (incident) => told.push(incident))
  await app.ready()
  return { app, inbox, told, until: untilIn(inbox) }
}

function untilIn(inbox: Inbox) {
  return (state: 'done' | 'dead', count: number) =>
    eventually(async () => {
      const counts = await inbox.count()
      return counts[state] === count && counts.waiting + counts.running === 0
    })
}

const checkout = '/checkout'
const undetermined = { ...samples.checkout, ResponseCode: '0005' }
const id = expect.stringMatching(/^checkout:/)

describe('an entry needs review', () => {
  it('where its payment is undetermined, until a person settles it', async () => {
    const { app, inbox, told, until } = await shop({ checkout: () => undefined })
    await post(app, checkout, undetermined)
    await until('done', 1)
    await eventually(() => told.length === 1)
    expect(told).toEqual([{ kind: 'checkout', id, reference: expect.any(String), reasons: ['undetermined'] }])
    const { entries } = await inbox.list({ needsReview: true })
    expect(entries).toMatchObject([{ state: 'done', review: { reasons: ['undetermined'], settledBy: null } }])
    expect(app.merchant.counts.checkout).toMatchObject({ needsReview: 1, handled: 1 })
    const own = entries[0]?.id ?? ''
    await inbox.settleReview(own, { by: 'Ama', note: 'paid, says the dashboard' })
    expect((await inbox.get(own)).review).toEqual({
      reasons: ['undetermined'],
      openedAt: expect.any(Date),
      settledAt: expect.any(Date),
      settledBy: 'Ama',
      note: 'paid, says the dashboard',
    })
    await expect(inbox.settleReview(own, { by: 'Kofi' })).rejects.toMatchObject({ code: 'FMW_REVIEW_SETTLED' })
    expect((await inbox.list({ needsReview: true })).entries).toEqual([])
  })

  it('where it is a payment that nobody could handle, until a replay succeeds', async () => {
    let isOpen = false
    const { app, inbox, told, until } = await shop({
      checkout: () => {
        if (!isOpen) throw new Error('the ledger is closed')
      },
    })
    await post(app, checkout, samples.checkout)
    await until('dead', 1)
    await eventually(() => told.length === 1)
    expect(told).toMatchObject([{ reasons: ['unhandled'] }])
    isOpen = true
    await inbox.replay(told[0]?.id ?? '')
    await until('done', 1)
    const [entry] = (await inbox.list()).entries
    expect(entry?.review).toMatchObject({ reasons: ['unhandled'], settledAt: expect.any(Date), settledBy: null })
    expect(told).toHaveLength(1)
  })

  it('where it contradicts another, of whatever kind', async () => {
    const { app, inbox, until } = await shop({ checkout: () => undefined, deliveryReport: () => undefined })
    await post(app, checkout, samples.checkout)
    await post(app, checkout, { ...samples.checkout, Data: { ...samples.checkout.Data, Amount: 7 } })
    await post(app, '/delivery-report', samples.deliveryReport)
    await post(app, '/delivery-report', { ...samples.deliveryReport, ClientReference: 'note-4' })
    await until('done', 4)
    const { entries } = await inbox.list({ needsReview: true })
    expect(entries.map(({ kind, conflictsWith, review }) => [kind, conflictsWith, review?.reasons])).toEqual([
      ['deliveryReport', expect.any(String), ['contradicted']],
      ['checkout', expect.any(String), ['contradicted']],
    ])
  })

  it('and is not, where nothing is odd about it', async () => {
    const { app, inbox, told, until } = await shop({
      checkout: () => undefined,
      deliveryReport: () => {
        throw new Error('the ledger is closed')
      },
    })
    await post(app, checkout, samples.checkout)
    await post(app, '/delivery-report', samples.deliveryReport)
    await until('dead', 1)
    expect(told).toEqual([])
    expect((await inbox.list()).entries.map(({ review }) => review)).toEqual([null, null])
  })
})

describe('settling a review', () => {
  it('names what makes no sense', async () => {
    const { inbox } = await shop({ checkout: () => undefined })
    await expect(inbox.settleReview('nobody', { by: 'Ama' })).rejects.toMatchObject({ code: 'FMW_ENTRY_UNKNOWN' })
    const odd: readonly (readonly [object, RegExp])[] = [
      [{ by: '' }, /^by must be a name/],
      [{ by: ' ' }, /^by must be a name/],
      [{ by: 'x'.repeat(201) }, /^by must be a name/],
      [{ by: 7 }, /^by must be a name/],
      [{ by: 'Ama', note: 7 }, /^note must be a text/],
      [{ by: 'Ama', note: 'x'.repeat(2_001) }, /^note must be a text/],
      [{ by: 'Ama', why: 'x' }, /takes no 'why'/],
    ]
    for (const [options, message] of odd) {
      // As plain JavaScript may call it.
      await expect(Reflect.apply(inbox.settleReview, inbox, ['nobody', options])).rejects.toMatchObject({
        code: 'FMW_LOOK',
        message: expect.stringMatching(message),
      })
    }
  })
})
