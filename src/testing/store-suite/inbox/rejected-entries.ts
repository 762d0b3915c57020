import assert from 'node:assert/strict'
import type { NewEntry } from '../../../store/entry.ts'
import { assertSameBytes, done, entryOf, rejectedOf } from '../sample-entries.ts'
import type { SuiteTest } from '../suite-context.ts'
import { claimExactly, claimNone, claimOne, entryIn, idsOf, listed, registration } from '../working.ts'

/** Requests that could not be read. */
export function testRejectedEntries(test: SuiteTest): void {
  test('rejected: it is kept with its reason and its bytes, for people', async ({ open }) => {
    const { inbox } = await open()
    const entry = rejectedOf()
    assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
    const kept = await entryIn(inbox, entry.id)
    assert.deepEqual(
      { state: kept.state, reason: kept.reason, form: kept.form, dueAt: kept.dueAt, attempts: kept.attempts },
      { state: 'rejected', reason: entry.reason, form: 'body', dueAt: null, attempts: [] },
    )
    assert.notEqual(kept.finishedAt, null)
    assertSameBytes(kept.payload, entry.payload)
  })

  test('rejected: it is never claimed, with its acceptance or later', async ({ open }) => {
    const { inbox } = await open()
    const acceptance = await inbox.accept(rejectedOf(), true)
    assert.ok(!('claim' in acceptance) || acceptance.claim === undefined)
    await claimNone(inbox)
  })

  test('rejected: it has no identity, so none is a repeat and nothing repeats it', async ({ open }) => {
    const { inbox } = await open()
    const facts = { identity: 'checkout:unread', fingerprint: '' }
    const entries = [rejectedOf(facts), rejectedOf(facts), entryOf(facts)]
    for (const entry of entries) assert.equal((await inbox.accept(entry, false)).status, 'accepted')
    assert.equal((await listed(inbox)).length, 3)
  })

  test('rejected: it stands in no lane, so nothing waits behind it', async ({ open }) => {
    const { inbox } = await open()
    const { lane } = entryOf()
    await inbox.accept(rejectedOf({ lane }), false)
    const entry = entryOf({ lane })
    await inbox.accept(entry, false)
    assert.equal((await claimOne(inbox)).entry.id, entry.id)
  })

  test('rejected: keeping it again changes nothing', async ({ open }) => {
    const { inbox } = await open()
    const entry = rejectedOf()
    await inbox.accept(entry, false)
    assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'rejected' })
    assert.deepEqual(await listed(inbox), [entry.id])
  })

  test('rejected: asked for again it is worked once more', async ({ open }) => {
    const { inbox } = await open()
    const entry = rejectedOf()
    await inbox.accept(entry, false)
    assert.equal(await inbox.replay(registration, entry.id), true)
    const claim = await claimOne(inbox)
    assert.deepEqual([claim.entry.id, claim.entry.replay, claim.entry.form], [entry.id, true, 'body'])
    assert.equal(await inbox.settle(claim, done()), true)
    assert.equal((await entryIn(inbox, entry.id)).state, 'done')
  })
}

/** Entries that a store cannot keep. */
export function testSpoiledEntries(test: SuiteTest, spoil: (entry: NewEntry) => NewEntry): void {
  test('spoiled: an entry that cannot be kept is refused alone, among others', async ({ open }) => {
    const { inbox } = await open()
    const good = Array.from({ length: 20 }, () => entryOf())
    const entries = good.toSpliced(7, 0, spoil(entryOf())).toSpliced(14, 0, spoil(entryOf()))
    const ends = await Promise.allSettled(entries.map((entry) => inbox.accept(entry, false)))
    assert.deepEqual(
      ends.map(({ status }) => status),
      entries.map((entry) => (good.includes(entry) ? 'fulfilled' : 'rejected')),
    )
    assert.deepEqual(idsOf(await claimExactly(inbox, 20)).toSorted(), good.map(({ id }) => id).toSorted())
  })

  test('spoiled: what comes after it is accepted, and the store is well', async ({ open }) => {
    const opened = await open()
    await assert.rejects(() => opened.inbox.accept(spoil(entryOf()), true))
    assert.deepEqual(await opened.inbox.accept(entryOf(), false), { status: 'accepted' })
    assert.equal(opened.health().ok, true)
  })
}
