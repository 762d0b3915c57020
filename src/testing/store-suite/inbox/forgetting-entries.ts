import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { NewEntry } from '../../../store/entry.ts'
import type { InboxStore } from '../../../store/inbox-store.ts'
import { dead, entryOf, failed, rejectedOf } from '../samples.ts'
import { eventually, type SuiteTest } from '../suite-context.ts'
import {
  acceptAll,
  acceptOne,
  claimExactly,
  claimed,
  claimNone,
  claimOne,
  entryIn,
  listed,
  sweepAll,
  workAll,
  workOne,
} from '../working.ts'

/** What an inbox forgets in time, and what it never forgets. */
export function testForgettingEntries(test: SuiteTest): void {
  test('sweep: what is finished goes when its time is over, and only that', async ({ inbox }) => {
    await workOne(inbox, entryOf({ session: 'ussd:1' }))
    await workOne(inbox, entryOf({ session: 'ussd:2' }), dead())
    await workOne(inbox, entryOf(), { state: 'rejected', reason: 'no such kind' })
    await inbox.accept(rejectedOf(), false)
    const [running, retried, waiting] = [entryOf(), entryOf({ session: 'ussd:1' }), entryOf()]
    await workOne(inbox, retried, failed(60_000))
    const claim = await claimed(inbox, running)
    await inbox.accept(waiting, false)
    assert.equal(await sweepAll(inbox, {}), 0)
    assert.equal((await listed(inbox)).length, 7)
    assert.equal(await sweepAll(inbox, { entries: 0 }), 4)
    assert.deepEqual(await listed(inbox), [waiting.id, running.id, retried.id])
    assert.deepEqual(await listed(inbox, { session: 'ussd:1' }), [retried.id])
    assert.deepEqual(await listed(inbox, { session: 'ussd:2' }), [])
    assert.equal(claim.entry.id, running.id)
  })

  test('sweep: what was asked for again is not finished', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    await inbox.replay('default', entry.id)
    assert.equal(await sweepAll(inbox, { entries: 0 }), 0)
    assert.equal((await claimOne(inbox)).entry.id, entry.id)
  })

  test('sweep: an identity is known longer than its entry', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    await sweepAll(inbox, { entries: 0 })
    assert.equal(await inbox.get('default', entry.id), undefined)
    assert.deepEqual(await inbox.accept(entry, true), { status: 'repeated', id: entry.id, state: undefined })
    await claimNone(inbox)
  })

  test('sweep: the push of an entry that was not handled is new when the entry is forgotten', async ({ inbox }) => {
    const [lost, unconfirmed] = [entryOf(), entryOf()]
    await workOne(inbox, lost, dead())
    await workOne(inbox, unconfirmed, { state: 'rejected', reason: 'the service has no record of it' })
    for (const entry of [lost, unconfirmed]) assert.equal((await inbox.accept(entry, false)).status, 'repeated')
    assert.equal(await sweepAll(inbox, { entries: 0 }), 2)
    for (const entry of [lost, unconfirmed]) {
      assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
      assert.equal((await claimOne(inbox)).entry.id, entry.id)
      assert.deepEqual((await inbox.accept(entry, false)).status, 'repeated')
    }
  })

  test('sweep: what the application did by itself stays known, also where it was given up', async ({ inbox }) => {
    const expected = await workOne(inbox, entryOf({ kind: 'expectedPayment' }), dead())
    await sweepAll(inbox, { entries: 0 })
    assert.deepEqual(await inbox.accept(expected, false), { status: 'repeated', id: expected.id, state: undefined })
  })

  test('sweep: a newer entry of an identity stays known when an older one is forgotten', async ({ inbox }) => {
    const old = await workOne(inbox, entryOf({ identityFor: 1 }), dead())
    const next = entryOf({ identity: old.identity, identityFor: 600_000 })
    await eventually('the end of its time', async () => (await inbox.accept(next, false)).status === 'accepted')
    assert.equal(await sweepAll(inbox, { entries: 0 }), 1)
    assert.deepEqual(await inbox.accept({ ...next, id: entryOf().id }, false), {
      status: 'repeated',
      id: next.id,
      state: 'waiting',
    })
  })

  test('sweep: an identity goes when its own time is over, and then it is new', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    assert.ok((await sweepAll(inbox, { entries: 0, identities: 0 })) >= 2)
    assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
    assert.equal((await entryIn(inbox, entry.id)).state, 'waiting')
  })

  test('sweep: the identity of an unfinished entry is never deleted', async ({ inbox }) => {
    const [running, retried, waiting] = [entryOf(), entryOf(), entryOf()]
    await workOne(inbox, retried, failed(60_000))
    await claimed(inbox, running)
    await inbox.accept(waiting, false)
    assert.equal(await sweepAll(inbox, { entries: 0, identities: 0 }), 0)
    for (const entry of [running, retried, waiting]) assert.equal((await inbox.accept(entry, false)).status, 'repeated')
    assert.equal((await listed(inbox)).length, 3)
  })

  test('sweep: of rejected entries the oldest go when there are too many', async ({ inbox }) => {
    const entries = Array.from({ length: 5 }, () => rejectedOf())
    await acceptAll(inbox, entries)
    const kept = await workOne(inbox, entryOf())
    assert.equal(await sweepAll(inbox, { rejected: 2 }), 3)
    assert.deepEqual(await listed(inbox), [kept.id, entries[4]?.id, entries[3]?.id])
    assert.equal(await sweepAll(inbox, { rejected: 0 }), 2)
    assert.deepEqual(await listed(inbox), [kept.id])
  })

  test('sweep: what was accepted and rejected later is not counted with them: its push may come again', async ({
    inbox,
  }) => {
    const notConfirmed = { state: 'rejected', reason: 'the service has no record of it' } as const
    const [early, late] = [entryOf(), entryOf()]
    const unread = Array.from({ length: 4 }, () => rejectedOf())
    await workOne(inbox, early, notConfirmed)
    await acceptAll(inbox, unread)
    await workOne(inbox, late, notConfirmed)
    assert.equal(await sweepAll(inbox, { rejected: 1 }), 3)
    assert.deepEqual(await listed(inbox), [late.id, unread[3]?.id, early.id])
    assert.equal(await sweepAll(inbox, { rejected: 0 }), 1)
    assert.deepEqual(await inbox.accept(early, false), { status: 'repeated', id: early.id, state: 'rejected' })
    assert.equal(await inbox.replay('default', early.id), true)
    assert.equal((await claimOne(inbox)).entry.id, early.id)
    assert.equal(await sweepAll(inbox, { entries: 0 }), 1)
    assert.deepEqual(await listed(inbox), [early.id])
  })

  test('sweep: those that were rejected on arrival go in steps too, and the newest stay', async ({ inbox }) => {
    const unread = Array.from({ length: 9 }, () => rejectedOf())
    await acceptAll(inbox, unread)
    assert.equal(await sweepAll(inbox, { rejected: 2 }, 3), 7)
    assert.deepEqual(await listed(inbox), [unread[8]?.id, unread[7]?.id])
  })

  test('sweep: no more rows at once than were asked for', async ({ inbox }) => {
    const entries = Array.from({ length: 9 }, () => entryOf())
    await acceptAll(inbox, entries)
    for (const claim of await claimExactly(inbox, 9)) await inbox.settle(claim, dead())
    assert.equal(await sweepAll(inbox, { entries: 0 }, 2), 9)
    assert.deepEqual(await listed(inbox), [])
  })

  test('sweep: a conflict is forgotten as any other', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    await workOne(inbox, { ...entry, fingerprint: '9.00' })
    await sweepAll(inbox, { entries: 0 })
    assert.deepEqual(await listed(inbox), [])
    assert.equal((await inbox.accept({ ...entry, fingerprint: '9.00' }, false)).status, 'repeated')
    await sweepAll(inbox, { identities: 0 })
    assert.equal((await inbox.accept({ ...entry, fingerprint: '9.00' }, false)).status, 'accepted')
  })
}

/** Identities that count for a while only. */
export function testIdentityWindows(test: SuiteTest): void {
  test('identity for a while: within it another is a repeat', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf({ identityFor: 600_000 }))
    const again = { ...first, id: `${first.id}-again` }
    assert.deepEqual(await inbox.accept(again, false), { status: 'repeated', id: first.id, state: 'waiting' })
  })

  test('identity for a while: after it the next copy is new, even if other copies came in between', async ({
    inbox,
  }) => {
    const first = await acceptOne(inbox, entryOf({ identityFor: 80 }))
    const second = { ...first, id: `${first.id}-second` }
    await acceptedAtLast(inbox, second)
    assert.deepEqual(await listed(inbox), [second.id, first.id])
    assert.equal((await entryIn(inbox, second.id)).conflictsWith, null)
    assert.deepEqual(await workAll(inbox, 2), [first.id, second.id])
  })

  test('identity for a while: after it another fingerprint is no conflict', async ({ inbox }) => {
    const first = await workOne(inbox, entryOf({ identityFor: 30 }))
    // The last of these is new, under its own id; those before it are repeats.
    const second = { ...first, id: `${first.id}-second`, identityFor: 600_000 }
    await acceptedAtLast(inbox, second)
    const acceptance = await inbox.accept({ ...second, fingerprint: '9.00' }, false)
    assert.equal(acceptance.status, 'conflict')
    assert.equal(acceptance.conflictsWith, second.id)
  })

  test('identity for a while: a new entry starts a new while', async ({ inbox }) => {
    const first = await acceptOne(inbox, entryOf({ identityFor: 30 }))
    const second = { ...first, id: `${first.id}-second`, identityFor: 600_000 }
    await acceptedAtLast(inbox, second)
    // Longer than the first one counted.
    await delay(60)
    const third = { ...first, id: `${first.id}-third` }
    assert.deepEqual(await inbox.accept(third, false), { status: 'repeated', id: second.id, state: 'waiting' })
  })
}

/** Asks until it is taken for new; each time before it is a repeat. */
async function acceptedAtLast(inbox: InboxStore, entry: NewEntry): Promise<void> {
  await eventually('the end of what an identity counts', async () => {
    const { status } = await inbox.accept(entry, false)
    assert.ok(status === 'accepted' || status === 'repeated', status)
    return status === 'accepted'
  })
}
