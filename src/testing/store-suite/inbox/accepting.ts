import assert from 'node:assert/strict'
import type { NewEntry } from '../../../store/entry.ts'
import { assertSameBytes, dead, done, entryOf, laneOf, rejectedOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import {
  acceptOne,
  assertHas,
  claimExactly,
  claimNone,
  claimOne,
  claimsOf,
  countsOf,
  each,
  entryIn,
  idsOf,
  listed,
  registration,
  workAll,
  workOne,
} from '../working.ts'

/** New notifications and repeated ones. */
export function testAccepting(test: SuiteTest): void {
  test('accept: a new notification is kept as it came, and waits', async ({ inbox }) => {
    const entry = entryOf()
    const from = Date.now()
    assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
    const { dueAt, payload, cursor: _cursor, ...kept } = await entryIn(inbox, entry.id)
    assert.deepEqual(kept, {
      kind: entry.kind,
      id: entry.id,
      state: 'waiting',
      lane: entry.lane,
      reference: entry.reference,
      conflictsWith: null,
      receivedAt: entry.receivedAt,
      finishedAt: null,
      replay: false,
      attempts: [],
      failures: 0,
      reason: null,
      form: 'push',
    })
    assertSameBytes(payload, entry.payload)
    assert.ok(dueAt !== null && Math.abs(dueAt - from) < 60_000, `due at ${dueAt}, accepted at ${from}`)
    const { id } = await acceptOne(inbox, entryOf({ reference: null }))
    assert.equal((await entryIn(inbox, id)).reference, null)
  })

  test('accept: a known identity is a repeat, and what was kept first stays as it is', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf())
    const again = entryOf({ identity: first.identity, id: `${first.id}-again` })
    assert.deepEqual(await inbox.accept(again, false), { status: 'repeated', id: first.id, state: 'waiting' })
    assert.deepEqual(await inbox.accept(first, false), { status: 'repeated', id: first.id, state: 'waiting' })
    assert.deepEqual(await listed(inbox), [first.id])
    assert.equal((await entryIn(inbox, first.id)).reference, first.reference)
  })

  test('accept: a repeat is told how far the first has come', async ({ inbox }) => {
    const entry = entryOf()
    const stateNow = async () => {
      const acceptance = await inbox.accept(entry, true)
      assert.equal(acceptance.status, 'repeated')
      assert.ok(!('claim' in acceptance))
      return acceptance.state
    }
    await inbox.accept(entry, false)
    assert.equal(await stateNow(), 'waiting')
    const claim = await claimOne(inbox)
    assert.equal(await stateNow(), 'running')
    await inbox.settle(claim, dead())
    assert.equal(await stateNow(), 'dead')
    await inbox.replay(registration, entry.id)
    await inbox.settle(await claimOne(inbox), done(2))
    assert.equal(await stateNow(), 'done')
  })

  test('accept: a hundred copies at once are one entry', async ({ inbox }) => {
    const entry = entryOf()
    const acceptances = await Promise.all(Array.from({ length: 100 }, () => inbox.accept(entry, false)))
    assert.deepEqual(countsOf(each(acceptances, 'status')), { accepted: 1, repeated: 99 })
    assert.deepEqual(await listed(inbox), [entry.id])
  })

  test('accept: of a hundred copies at once that ask for a claim one gets it at most', async ({ inbox }) => {
    const entry = entryOf()
    const acceptances = await Promise.all(Array.from({ length: 100 }, () => inbox.accept(entry, true)))
    const { length } = claimsOf(acceptances)
    assert.ok(length <= 1, `${length} claims of one entry`)
    await claimExactly(inbox, 1 - length)
  })

  test('accept: what is accepted at once in one lane keeps the order of the calls', async ({ inbox }) => {
    const entries = laneOf(50)
    await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
    assert.deepEqual(await workAll(inbox, 50), each(entries, 'id'))
  })

  test('accept: what waits in one lane does not hide what is new in another', async ({ inbox }) => {
    const busy = laneOf(200)
    await Promise.all(busy.map((entry) => inbox.accept(entry, false)))
    await claimOne(inbox)
    const other = await acceptOne(inbox, entryOf())
    assert.equal((await claimOne(inbox)).entry.id, other.id)
  })

  test('accept: a finished notification that comes again is not worked again', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    await inbox.accept(entry, true)
    assert.deepEqual(await inbox.claim(10), [])
    assert.equal((await entryIn(inbox, entry.id)).attempts.length, 1)
  })
}

/** Requests that could not be read. */
export function testRejectedEntries(test: SuiteTest): void {
  test('rejected: it is kept with its reason and its bytes, for people', async ({ inbox }) => {
    const entry = rejectedOf()
    assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
    const kept = await entryIn(inbox, entry.id)
    assert.equal(kept.lane, entry.id)
    assertHas(kept, { state: 'rejected', reason: entry.reason, form: 'body', dueAt: null, attempts: [] })
    assert.notEqual(kept.finishedAt, null)
    assertSameBytes(kept.payload, entry.payload)
  })

  test('rejected: it is never claimed, with its acceptance or later', async ({ inbox }) => {
    const acceptance = await inbox.accept(rejectedOf(), true)
    assert.ok(!('claim' in acceptance) || acceptance.claim === undefined)
    await claimNone(inbox)
  })

  test('rejected: it has no identity, so none is a repeat and nothing repeats it', async ({ inbox }) => {
    const facts = { identity: 'checkout:unread', fingerprint: '' }
    const entries = [rejectedOf(facts), rejectedOf(facts), entryOf(facts)]
    for (const entry of entries) assert.equal((await inbox.accept(entry, false)).status, 'accepted')
    assert.equal((await listed(inbox)).length, 3)
  })

  test('rejected: it stands in no lane, so nothing waits behind it', async ({ inbox }) => {
    const { lane } = entryOf()
    await inbox.accept(rejectedOf({ lane }), false)
    const entry = await acceptOne(inbox, entryOf({ lane }))
    assert.equal((await claimOne(inbox)).entry.id, entry.id)
  })

  test('rejected: keeping it again changes nothing', async ({ inbox }) => {
    const entry = await acceptOne(inbox, rejectedOf())
    assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'rejected' })
    assert.deepEqual(await listed(inbox), [entry.id])
  })

  test('rejected: asked for again it is worked once more', async ({ inbox }) => {
    const entry = await acceptOne(inbox, rejectedOf())
    assert.equal(await inbox.replay(registration, entry.id), true)
    const claim = await claimOne(inbox)
    assert.deepEqual([claim.entry.id, claim.entry.replay, claim.entry.form], [entry.id, true, 'body'])
    assert.equal(await inbox.settle(claim, done()), true)
    assert.equal((await entryIn(inbox, entry.id)).state, 'done')
  })
}

/** Entries that a store cannot keep. */
export function testSpoiledEntries(test: SuiteTest, spoil: (entry: NewEntry) => NewEntry): void {
  test('spoiled: an entry that cannot be kept is refused alone, among others', async ({ inbox }) => {
    const good = Array.from({ length: 20 }, () => entryOf())
    const entries = good.toSpliced(7, 0, spoil(entryOf())).toSpliced(14, 0, spoil(entryOf()))
    const ends = await Promise.allSettled(entries.map((entry) => inbox.accept(entry, false)))
    const expected = entries.map((entry) => (good.includes(entry) ? 'fulfilled' : 'rejected'))
    assert.deepEqual(each(ends, 'status'), expected)
    assert.deepEqual(idsOf(await claimExactly(inbox, 20)).toSorted(), each(good, 'id').toSorted())
  })

  test('spoiled: what comes after it is accepted, and the store is well', async ({ opened }) => {
    await assert.rejects(async () => opened.inbox.accept(spoil(entryOf()), true))
    assert.deepEqual(await opened.inbox.accept(entryOf(), false), { status: 'accepted' })
    assert.equal(opened.health().ok, true)
  })
}
