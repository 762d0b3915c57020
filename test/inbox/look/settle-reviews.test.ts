import { expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { inboxOf, instead, registration, report } from './entries.ts'

/** An inbox whose entries `e0`, `e1` … need review. */
async function withReviews(count: number) {
  const kept = inboxOf()
  for (let number = 0; number < count; number++) {
    await kept.store.accept(report(`e${number}`), false)
    const [claim] = await kept.store.claim(1)
    if (claim === undefined) throw new Error('nothing is due')
    const attempt = { number: 1, startedAt: 0, ms: 1, error: null, replay: false }
    await kept.store.settle(claim, { state: 'done', attempt, review: ['overpaid'] })
  }
  return kept
}

it('settles all that fit, in steps that are told, with one line on the trail', async () => {
  const { inbox, trail } = await withReviews(120)
  const steps: object[] = []
  const options = { by: 'Ama', note: 'the books agree', onProgress: (step: object) => steps.push(step) }
  expect(await inbox.settleReviews({ kinds: 'deliveryReport' }, options)).toEqual({ settled: 120, total: 120 })
  expect(steps).toEqual([0, 50, 100, 120].map((settled) => ({ settled, total: 120 })))
  expect(await inbox.count({ needsReview: true })).toMatchObject({ done: 0 })
  expect(await inbox.get('e7')).toMatchObject({ review: { settledBy: 'Ama', note: 'the books agree' } })
  const { lines } = await trail.list()
  const about = { kinds: ['deliveryReport'], count: 120 }
  expect(lines).toMatchObject([{ act: 'settle', by: 'Ama', entry: null, about, reason: 'the books agree' }])
})

it('settles no more than it may, and leaves no line where nothing fits', async () => {
  const { inbox, trail } = await withReviews(5)
  expect(await inbox.settleReviews({}, { by: 'Ama', limit: 2 })).toEqual({ settled: 2, total: 2 })
  expect(await inbox.count({ needsReview: true })).toMatchObject({ done: 3 })
  expect(await inbox.settleReviews({ reference: 'nobody' }, { by: 'Ama' })).toEqual({ settled: 0, total: 0 })
  const { lines } = await trail.list()
  expect(lines).toMatchObject([{ about: { count: 2 }, reason: null }])
})

it('counts only those that were open still', async () => {
  const { store, trail } = await withReviews(3)
  const look = instead(store, {
    settleReview: async (name, id, settling) => id !== 'e1' && store.settleReview(name, id, settling),
  })
  const inbox = new Inbox({ look, trail, registration })
  expect(await inbox.settleReviews({}, { by: 'Ama' })).toEqual({ settled: 2, total: 3 })
})

it('asks for a name, and takes no misspelt option', async () => {
  const { inbox } = await withReviews(1)
  await expect(inbox.settleReviews({}, { by: '' })).rejects.toMatchObject({ code: 'FMW_LOOK' })
  // @ts-expect-error it is called note
  await expect(inbox.settleReviews({}, { by: 'Ama', reason: 'x' })).rejects.toMatchObject({ code: 'FMW_LOOK' })
  expect(await inbox.count({ needsReview: true })).toMatchObject({ done: 1 })
})
