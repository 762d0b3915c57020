import assert from 'node:assert/strict'
import { assertSameBytes, bytesOf, dead, done, entryOf, failed, laneOf, newLane, rejectedOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import {
  acceptAll,
  acceptOne,
  claimExactly,
  claimed,
  claimOne,
  countsOf,
  each,
  entryIn,
  idsOf,
  listed,
  registration,
  workAll,
  workOne,
} from '../working.ts'

/** What the next process finds. */
export function testSurviving(test: SuiteTest): void {
  test('reopened: every entry is as it was', async ({ opened: before, reopened }) => {
    const [finished, gone, retried, waiting, unread] = [entryOf(), entryOf(), entryOf(), entryOf(), rejectedOf()]
    await workOne(before.inbox, finished)
    await workOne(before.inbox, gone, dead())
    await workOne(before.inbox, retried, failed(3_600_000))
    await acceptAll(before.inbox, [waiting, unread])
    const entries = [finished, gone, retried, waiting, unread]
    const kept = await Promise.all(entries.map(({ id }) => entryIn(before.inbox, id)))
    const order = await listed(before.inbox)
    const { inbox } = await reopened()
    assert.deepEqual(await listed(inbox), order)
    for (const { payload, ...entry } of kept) {
      const { payload: found, ...now } = await entryIn(inbox, entry.id)
      assert.deepEqual(now, entry)
      assertSameBytes(found, payload)
    }
    assert.deepEqual(await inbox.count({ registration }), { waiting: 2, running: 0, done: 1, dead: 1, rejected: 1 })
    assert.equal((await claimOne(inbox)).entry.id, waiting.id)
  })

  test('reopened: what was accepted is a repeat, what conflicted too', async ({ opened: before, reopened }) => {
    const entry = await acceptOne(before.inbox, entryOf())
    const conflict = await before.inbox.accept({ ...entry, fingerprint: '9.00' }, false)
    assert.equal(conflict.status, 'conflict')
    const { inbox } = await reopened()
    const { id } = conflict
    assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'waiting' })
    const again = await inbox.accept({ ...entry, fingerprint: '9.00' }, false)
    assert.deepEqual(again, { status: 'repeated', id, state: 'waiting', isConflict: true })
  })

  test('reopened: what was rewritten and not settled is what was written', async ({ opened: before, reopened }) => {
    const written = bytesOf('{"outcome":"paid"}')
    assert.equal(await before.inbox.rewrite(await claimed(before.inbox), written), true)
    const { inbox } = await reopened()
    assertSameBytes((await claimOne(inbox)).entry.payload, written)
  })

  test('reopened: lanes go on in order', async ({ opened: before, reopened }) => {
    const lane = newLane()
    const entries = Array.from({ length: 6 }, () => entryOf({ lane }))
    await acceptAll(before.inbox, entries)
    for (let count = 0; count < 2; count++) await before.inbox.settle(await claimOne(before.inbox), done())
    const { inbox } = await reopened()
    const later = await acceptOne(inbox, entryOf({ lane }))
    assert.deepEqual(await workAll(inbox, 5), each([...entries.slice(2), later], 'id'))
  })

  test('reopened: what was claimed and not settled waits again, and used up nothing', async ({
    opened: before,
    reopened,
  }) => {
    const entries = await acceptAll(before.inbox, laneOf(2))
    const lost = await claimOne(before.inbox)
    const { inbox } = await reopened()
    const claim = await claimOne(inbox)
    assert.deepEqual([claim.entry.id, claim.entry.failures, claim.entry.attempts], [entries[0]?.id, 0, []])
    assert.equal(await inbox.settle(lost, dead()), false)
    assert.equal(await inbox.settle(claim, done()), true)
  })

  test('reopened: what was begun when it closed is there', async ({ opened: before, reopened }) => {
    const entries = Array.from({ length: 20 }, () => entryOf())
    const accepted = Promise.all(entries.map((entry) => before.inbox.accept(entry, false)))
    await before.close()
    await accepted
    const { inbox } = await reopened()
    assert.deepEqual(idsOf(await claimExactly(inbox, 20)).toSorted(), entries.map(({ id }) => id).toSorted())
  })
}

/** How a store is used up and let go. */
export function testClosing(test: SuiteTest): void {
  test('close: what was begun is finished', async ({ opened }) => {
    const accepted = Promise.all(Array.from({ length: 20 }, () => opened.inbox.accept(entryOf(), false)))
    await opened.close()
    assert.deepEqual(countsOf(each(await accepted, 'status')), { accepted: 20 })
  })

  test('close: every later call of the inbox is refused', async ({ opened, inbox }) => {
    const claim = await claimed(inbox)
    await opened.close()
    const retention = { entries: 0, identities: 0, rejected: 0 }
    const asked = [
      async () => inbox.accept(entryOf(), true),
      () => inbox.claim(1),
      async () => inbox.settle(claim, done()),
      () => inbox.rewrite(claim, claim.entry.payload),
      () => inbox.list({ registration, limit: 1 }),
      () => inbox.get(registration, claim.entry.id),
      () => inbox.count({ registration }),
      () => inbox.replay(registration, claim.entry.id),
      () => inbox.redrive({ registration }, 1),
      () => inbox.sweep(retention, 1),
    ]
    for (const ask of asked) await assert.rejects(ask, { code: 'FMW_STORE_UNAVAILABLE' }, String(ask))
    assert.equal(opened.health().ok, false)
  })

  test('close: twice is harmless', async ({ opened }) => {
    await Promise.all([opened.close(), opened.close()])
    await opened.close()
  })

  test('health: it is well while it is used, and counts what it commits', async ({ opened, open, store }) => {
    const before = opened.health().commits
    await Promise.all(Array.from({ length: 20 }, () => opened.inbox.accept(entryOf(), false)))
    await workOne((await open('other')).inbox, entryOf())
    const { ok, waiting, commits } = opened.health()
    assert.deepEqual({ ok, waiting }, { ok: true, waiting: 0 })
    const least = store.durability === 'none' ? 0 : 1
    assert.ok(commits - before >= least, `${commits - before} commits`)
    assert.ok(commits - before <= 40, `${commits - before} commits`)
  })
}
