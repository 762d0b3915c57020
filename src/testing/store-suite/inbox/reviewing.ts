import assert from 'node:assert/strict'
import type { EntryReview } from '../../../store/entry.ts'
import type { InboxStore, Reviewed, SeenReview, Settlement } from '../../../store/inbox-store.ts'
import { attemptOf, done, entryOf, failed } from '../samples.ts'
import { type SuiteTest, withLook } from '../suite-context.ts'
import { allPages, claimed, claimOne, each, entryIn, listed, registration, sweepAll, workOne } from '../working.ts'

/** Entries that a person should look at. */
export function testReviewing(test: SuiteTest): void {
  test('review: it is there when its entry has ended, and says nothing of the state', async ({ inbox }) => {
    const plain = await workOne(inbox, entryOf())
    const ends: readonly (Settlement & Reviewed)[] = [
      doneFor(['overpaid', 'late']),
      deadFor('unhandled'),
      { state: 'rejected', reason: 'it said paid', review: ['givenUp'] },
    ]
    const ids: string[] = []
    for (const end of ends) {
      const entry = await workOne(inbox, entryOf(), end)
      ids.push(entry.id)
      const { state, finishedAt, review } = await entryIn(inbox, entry.id)
      assert.equal(state, end.state)
      assert.deepEqual(review, { reasons: end.review, openedAt: review?.openedAt, ...unsettled })
      assert.ok(Math.abs(Number(review?.openedAt) - Number(finishedAt)) < 1_000, 'it was opened with the end')
    }
    assert.equal('review' in (await entryIn(inbox, plain.id)), false)
    assert.deepEqual(await listed(inbox, { needsReview: true }), ids.toReversed())
    assert.deepEqual(await listed(inbox, { needsReview: false }), [...ids.toReversed(), plain.id])
  })

  test('review: it is found by all filters, counted, and shown in pages', async ({ inbox }) => {
    await workOne(inbox, entryOf())
    const [first, second, third] = [
      entryOf({ reference: 'order-a', session: 'ussd:1' }),
      entryOf({ reference: 'order-b' }),
      entryOf({ kind: 'fulfilment' }),
    ]
    await workOne(inbox, first, doneFor(['overpaid']))
    await workOne(inbox, second, deadFor('unhandled'))
    await workOne(inbox, third, doneFor(['overpaid']))
    const inReview = { needsReview: true, registration }
    assert.deepEqual(await listed(inbox, { ...inReview, states: ['dead'] }), [second.id])
    assert.deepEqual(await listed(inbox, { ...inReview, states: ['waiting'] }), [])
    assert.deepEqual(await listed(inbox, { ...inReview, kinds: ['fulfilment'] }), [third.id])
    assert.deepEqual(await listed(inbox, { ...inReview, reference: 'order-a' }), [first.id])
    assert.deepEqual(await listed(inbox, { ...inReview, session: 'ussd:1' }), [first.id])
    assert.deepEqual(await inbox.count(inReview), { waiting: 0, running: 0, done: 2, dead: 1, rejected: 0 })
    const pages = await allPages((cursor) => inbox.list({ ...inReview, limit: 1, cursor }))
    const shown = pages.map(({ entries }) => each(entries, 'id'))
    assert.deepEqual(shown, [[third.id], [second.id], [first.id]])
    assert.equal(await inbox.redrive({ ...inReview, reference: 'order-a' }, 10), 0)
    assert.equal(await inbox.redrive(inReview, 10), 1)
    assert.equal((await claimOne(inbox)).entry.id, second.id)
  })

  test('review: a person settles it once, with a name and a note, and the entry stays as it is', async ({ inbox }) => {
    const [entry, plain] = [entryOf(), entryOf()]
    await workOne(inbox, entry, doneFor(['overpaid']))
    await workOne(inbox, plain)
    const before = await entryIn(inbox, entry.id)
    const settling = { by: 'Ama \u0000\ud800', note: 'gave 2.00 back \u0000' }
    assert.equal(await inbox.settleReview(registration, entry.id, settling), true)
    assert.equal(await inbox.settleReview(registration, entry.id, { by: 'Kofi', note: null }), false)
    assert.equal(await inbox.settleReview(registration, plain.id, settling), false)
    assert.equal(await inbox.settleReview(registration, 'checkout:nobody|paid', settling), false)
    assert.equal(await inbox.settleReview('tickets', entry.id, settling), false)
    const { review, ...after } = await entryIn(inbox, entry.id)
    assert.deepEqual({ ...after, review: before.review }, before)
    const { by: settledBy, note } = settling
    assert.deepEqual(review, { ...before.review, settledAt: review?.settledAt, settledBy, note })
    assert.ok(Number(review?.settledAt) >= Number(before.review?.openedAt))
    assert.deepEqual(await listed(inbox, { needsReview: true }), [])
  })

  test('review: with what was seen of it, only one that is so still is settled', async ({ inbox }) => {
    const [entry, other] = [entryOf(), entryOf()]
    await workOne(inbox, entry, deadFor('contradicted'))
    await workOne(inbox, other, deadFor('contradicted', 'unhandled'))
    await workAgain(inbox, entry.id, deadAfter(2, ['contradicted', 'unhandled']))
    const settling = { by: 'Ama', note: null }
    const reasons = ['contradicted', 'unhandled']
    const settle = (id: string, seen: SeenReview) => inbox.settleReview(registration, id, settling, seen)
    assert.equal(await settle(entry.id, { reasons: ['contradicted'], attempts: 2 }), false)
    assert.equal(await settle(entry.id, { reasons: ['contradicted'] }), false)
    assert.equal(await settle(entry.id, { reasons: reasons.toReversed() }), false)
    assert.equal(await settle(entry.id, { reasons: [] }), false)
    assert.equal(await settle(entry.id, { reasons, attempts: 1 }), false)
    assert.equal(await settle(entry.id, { attempts: 0 }), false)
    assert.equal((await reviewOf(inbox, entry.id))?.settledAt, null)
    assert.equal(await settle(entry.id, { reasons, attempts: 2 }), true)
    assert.equal((await reviewOf(inbox, entry.id))?.note, null)
    assert.equal(await settle(entry.id, { reasons, attempts: 2 }), false)
    await inbox.replay(registration, other.id)
    assert.equal(await settle(other.id, { reasons, attempts: 2 }), false)
    assert.equal(await settle(other.id, { reasons, attempts: 1 }), true)
    assert.deepEqual(await listed(inbox, { needsReview: true }), [])
  })

  test('review: a later end gives an open one its reasons, or settles it by nobody', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf(), deadFor('unhandled', 'late'))
    const first = await reviewOf(inbox, entry.id)
    await workAgain(inbox, entry.id, doneFor(['late'], 2))
    assert.deepEqual(await reviewOf(inbox, entry.id), { ...first, reasons: ['late'] })
    await workAgain(inbox, entry.id, done(3))
    assert.deepEqual(await reviewOf(inbox, entry.id), { ...first, reasons: ['late'] })
    await workAgain(inbox, entry.id, doneFor([], 4))
    const last = await reviewOf(inbox, entry.id)
    assert.deepEqual(last, { ...first, reasons: ['late'], settledAt: last?.settledAt })
    assert.ok(Number(last?.settledAt) >= Number(first?.openedAt))
    assert.deepEqual(await listed(inbox, { needsReview: true }), [])
    await workAgain(inbox, entry.id, doneFor([], 5))
    assert.deepEqual(await reviewOf(inbox, entry.id), last)
  })

  test('review: one that is settled is opened again by a new reason alone', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf(), deadFor('unhandled', 'late'))
    await inbox.settleReview(registration, entry.id, { by: 'Ama', note: 'called the payer' })
    const settled = await reviewOf(inbox, entry.id)
    await workAgain(inbox, entry.id, doneFor(['late'], 2))
    assert.deepEqual(await reviewOf(inbox, entry.id), settled)
    await workAgain(inbox, entry.id, doneFor(['late', 'overpaid'], 3))
    const opened = await reviewOf(inbox, entry.id)
    assert.deepEqual(opened, { reasons: ['late', 'overpaid'], openedAt: opened?.openedAt, ...unsettled })
    assert.ok(Number(opened?.openedAt) >= Number(settled?.settledAt))
  })

  test('review: no reasons open none, and a lost claim changes nothing', async ({ inbox }) => {
    const claim = await claimed(inbox)
    const { id } = claim.entry
    assert.equal(await inbox.settle(claim, doneFor([])), true)
    assert.equal(await reviewOf(inbox, id), undefined)
    await inbox.replay(registration, id)
    await inbox.settle(await claimOne(inbox), failed(60_000, 2))
    assert.equal(await inbox.settle(claim, doneFor(['overpaid'])), false)
    assert.equal(await reviewOf(inbox, id), undefined)
  })

  test('review: while it is open the entry is kept as long as identities are, then it goes', async ({ inbox }) => {
    const [open1, settled, plain] = [entryOf(), entryOf(), entryOf()]
    await workOne(inbox, open1, doneFor(['overpaid']))
    await workOne(inbox, settled, deadFor('unhandled'))
    await workOne(inbox, plain)
    await inbox.settleReview(registration, settled.id, { by: 'Ama', note: null })
    assert.equal(await sweepAll(inbox, { entries: 0 }), 2)
    assert.deepEqual(await listed(inbox), [open1.id])
    await sweepAll(inbox, { entries: 0, identities: 0 })
    assert.deepEqual(await listed(inbox), [])
    assert.deepEqual(await listed(inbox, { needsReview: true }), [])
  })

  test('review: people settle it beside the application too', async ({ inbox, store }) => {
    const [entry, plain] = [entryOf(), entryOf()]
    await workOne(inbox, entry, doneFor(['overpaid']))
    await workOne(inbox, plain)
    await withLook(store, async ({ inbox: look }) => {
      const query = { registration, limit: 10, needsReview: true }
      assert.deepEqual(each((await look.list(query)).entries, 'id'), [entry.id])
      assert.equal(await look.settleReview(registration, plain.id, { by: 'Ama', note: null }), false)
      assert.equal(await look.settleReview(registration, 'nobody', { by: 'Ama', note: null }), false)
      const [settling, reasons] = [{ by: 'Ama', note: 'given back' }, ['overpaid']]
      for (const seen of [{ reasons: ['late'] }, { reasons, attempts: 2 }, { attempts: 0 }]) {
        assert.equal(await look.settleReview(registration, entry.id, settling, seen), false)
      }
      assert.equal(await look.settleReview(registration, entry.id, settling, { reasons, attempts: 1 }), true)
      assert.deepEqual((await look.list(query)).entries, [])
      const review = await reviewOf(inbox, entry.id)
      assert.deepEqual([review?.settledBy, review?.note], ['Ama', 'given back'])
    })
  })
}

const unsettled = { settledAt: null, settledBy: null, note: null }

/** An attempt that succeeded, with reasons to look at it. */
function doneFor(review: readonly string[], number = 1): Settlement {
  return { state: 'done', attempt: attemptOf(number), review }
}

function deadFor(...review: readonly string[]): Settlement {
  return deadAfter(1, review)
}

function deadAfter(number: number, review: readonly string[]): Settlement {
  return { state: 'dead', attempt: attemptOf(number, 'the ledger is closed'), review }
}

async function reviewOf(inbox: InboxStore, id: string): Promise<EntryReview | undefined> {
  return (await entryIn(inbox, id)).review
}

async function workAgain(inbox: InboxStore, id: string, settlement: Settlement): Promise<void> {
  assert.equal(await inbox.replay(registration, id), true)
  assert.equal(await inbox.settle(await claimOne(inbox), settlement), true)
}
