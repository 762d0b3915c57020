import assert from 'node:assert/strict'
import type { NewEntry } from '../../../store/entry.ts'
import type { InboxStore } from '../../../store/inbox-store.ts'
import { attemptOf, done, entryOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import {
  acceptOne,
  assertHas,
  claimExactly,
  claimOne,
  claimsOf,
  countsOf,
  each,
  entryIn,
  idsOf,
  listed,
  sweepAll,
  workAll,
  workOne,
} from '../working.ts'

/** Pushes of a known identity that say something else. */
export function testConflicts(test: SuiteTest): void {
  test('conflict: a known identity with another fingerprint is kept under an id of its own', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf())
    const other = { ...first, fingerprint: '9.00', reference: 'another' }
    const id = await conflictIn(inbox, first.id, other)
    assert.notEqual(id, first.id)
    const { lane, reference } = first
    assertHas(await entryIn(inbox, id), { conflictsWith: first.id, state: 'waiting', reference: 'another', lane })
    assertHas(await entryIn(inbox, first.id), { conflictsWith: null, reference })
  })

  test('conflict: the same one again is a repeat of it', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf())
    const other = { ...first, fingerprint: '9.00' }
    const id = await conflictIn(inbox, first.id, other)
    const repeated = { status: 'repeated', id, state: 'waiting', isConflict: true }
    assert.deepEqual(await inbox.accept(other, true), repeated)
    assert.deepEqual(await inbox.accept(first, true), { status: 'repeated', id: first.id, state: 'waiting' })
    assert.equal((await listed(inbox)).length, 2)
  })

  test('conflict: it is told as one when its entries are forgotten, too', async ({ inbox }) => {
    const first = entryOf()
    const other = { ...first, fingerprint: '9.00' }
    await inbox.accept(first, false)
    const id = await conflictIn(inbox, first.id, other)
    await workAll(inbox, 2)
    await sweepAll(inbox, { entries: 0 })
    assert.equal(await inbox.get('default', id), undefined)
    const again = await inbox.accept(other, false)
    assert.equal(again.status === 'repeated' && again.isConflict, true)
    assert.deepEqual(await inbox.accept(first, false), { status: 'repeated', id: first.id, state: undefined })
  })

  test('conflict: each other fingerprint is one of its own', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf())
    const ids = [first.id]
    for (const fingerprint of ['6.00', '7.00', '8.00']) {
      ids.push(await conflictIn(inbox, first.id, { ...first, fingerprint }))
    }
    assert.equal(new Set(ids).size, 4)
    assert.deepEqual(await listed(inbox), ids.toReversed())
  })

  test('conflict: fifty copies at once are one entry', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf())
    const other = { ...first, fingerprint: '9.00' }
    const acceptances = await Promise.all(Array.from({ length: 50 }, () => inbox.accept(other, false)))
    assert.deepEqual(countsOf(each(acceptances, 'status')), { conflict: 1, repeated: 49 })
    assert.equal((await listed(inbox)).length, 2)
  })

  test('conflict: two that come at once are a notification and a conflict with it', async ({ inbox }) => {
    const first = entryOf()
    const second = { ...first, id: `${first.id}-second`, fingerprint: '9.00' }
    const acceptances = await Promise.all([inbox.accept(first, false), inbox.accept(second, false)])
    assert.deepEqual(each(acceptances, 'status').toSorted(), ['accepted', 'conflict'])
  })

  test('conflict: it is worked in its lane, after what it conflicts with', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf())
    const id = await conflictIn(inbox, first.id, { ...first, fingerprint: '9.00' })
    assert.deepEqual(await workAll(inbox, 2), [first.id, id])
    assert.equal((await entryIn(inbox, id)).state, 'done')
  })

  test('conflict: one that comes when the first is done may be claimed with its acceptance', async ({ inbox }) => {
    const first = await workOne(inbox, entryOf())
    const acceptance = await inbox.accept({ ...first, fingerprint: '9.00' }, true)
    assert.equal(acceptance.status, 'conflict')
    const [claim = await claimOne(inbox)] = claimsOf([acceptance])
    assert.deepEqual([claim.entry.id, claim.entry.conflictsWith], [acceptance.id, first.id])
    await claimExactly(inbox, 0)
    assert.equal(await inbox.settle(claim, done()), true)
  })

  test('conflict: lists can show nothing else', async ({ inbox }) => {
    const [first, other] = [entryOf(), entryOf()]
    await inbox.accept(first, false)
    await inbox.accept(other, false)
    const id = await conflictIn(inbox, first.id, { ...first, fingerprint: '9.00' })
    assert.deepEqual(await listed(inbox, { conflicts: true }), [id])
    assert.equal((await listed(inbox, { conflicts: undefined })).length, 3)
  })

  test('conflict: one that was found to agree is listed as none, and needs no review', async ({ inbox }) => {
    if (inbox.agree === undefined) return
    const { first, id, claim } = await claimedConflict(inbox)
    assert.equal(await inbox.agree(claim), true)
    assert.equal(await inbox.settle(claim, done()), true)
    assert.equal(await inbox.agree(claim), false)
    assert.deepEqual(await listed(inbox, { conflicts: true }), [])
    assert.deepEqual(await listed(inbox, { needsReview: true }), [])
    const { conflictsWith, review } = await entryIn(inbox, id)
    assert.deepEqual([conflictsWith, review?.reasons], [first.id, []])
  })

  test('conflict: one that was found to agree is listed again when it is found to need review', async ({ inbox }) => {
    if (inbox.agree === undefined) return
    const { first, id, claim } = await claimedConflict(inbox)
    await inbox.agree(claim)
    await inbox.settle(claim, { state: 'done', attempt: attemptOf(1), review: ['contradicted'] })
    assert.deepEqual(await listed(inbox, { conflicts: true }), [id])
    assert.deepEqual(await listed(inbox, { needsReview: true }), [id])
    const again = await conflictIn(inbox, first.id, { ...first, fingerprint: '7.00' })
    const next = await claimOne(inbox)
    await inbox.settle(next, { state: 'handedBack' })
    assert.equal(next.entry.id, again)
    assert.deepEqual((await listed(inbox, { conflicts: true })).toSorted(), [id, again].toSorted())
  })

  test('conflict: what was claimed says what it conflicts with', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf())
    const id = await conflictIn(inbox, first.id, { ...first, fingerprint: '9.00', lane: `${first.lane}-other` })
    const claims = await claimExactly(inbox, 2)
    assert.deepEqual(idsOf(claims).toSorted(), [first.id, id].toSorted())
    assert.deepEqual(claims.map(({ entry }) => entry.conflictsWith).toSorted(), [first.id, null].toSorted())
  })
}

/** A conflict with an entry that is done, and the claim on it. */
async function claimedConflict(inbox: InboxStore) {
  const first = await workOne(inbox, entryOf())
  const id = await conflictIn(inbox, first.id, { ...first, fingerprint: '9.00' })
  return { first, id, claim: await claimOne(inbox) }
}

async function conflictIn(inbox: InboxStore, first: string, other: NewEntry): Promise<string> {
  const acceptance = await inbox.accept(other, false)
  assert.equal(acceptance.status, 'conflict')
  assert.equal(acceptance.conflictsWith, first)
  return acceptance.id
}
