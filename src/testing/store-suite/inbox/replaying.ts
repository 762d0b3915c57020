import assert from 'node:assert/strict'
import type { InboxStore, Settlement } from '../../../store/inbox-store.ts'
import { assertSameBytes, dead, done, entryOf, failed, laneOf, pairOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import {
  acceptAll,
  acceptOne,
  assertHas,
  assertInOrder,
  claimed,
  claimNone,
  claimOne,
  each,
  entryIn,
  listed,
  registration,
  workAll,
  workOne,
} from '../working.ts'

/** Entries that are asked for again, one by one. */
export function testReplaying(test: SuiteTest): void {
  test('replay: a done entry waits once more, under its own id and with its attempts', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    assert.equal(await inbox.replay(registration, entry.id), true)
    const kept = await entryIn(inbox, entry.id)
    assertHas(kept, { state: 'waiting', replay: true, failures: 0, finishedAt: null })
    assert.equal(kept.attempts.length, 1)
    assert.notEqual(kept.dueAt, null)
    const claim = await claimOne(inbox)
    assert.deepEqual([claim.entry.id, claim.entry.replay], [entry.id, true])
    assertSameBytes(claim.entry.payload, entry.payload)
    await inbox.settle(claim, done(2))
    assert.deepEqual((await entryIn(inbox, entry.id)).attempts.length, 2)
  })

  test('replay: a dead entry starts without failures', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf(), failed(0))
    await inbox.settle(await claimOne(inbox), dead(2))
    assert.equal(await inbox.replay(registration, entry.id), true)
    const claim = await claimOne(inbox)
    assert.deepEqual([claim.entry.failures, claim.entry.attempts.length], [0, 2])
    await inbox.settle(claim, failed(0, 3))
    assert.equal((await entryIn(inbox, entry.id)).failures, 1)
  })

  test('replay: what could not be read again is worked once more', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf(), { state: 'rejected', reason: 'no handler receives it' })
    assert.equal(await inbox.replay(registration, entry.id), true)
    assert.equal((await claimOne(inbox)).entry.id, entry.id)
  })

  test('replay: what waits or runs is left as it is, and what is not there cannot be asked for', async ({ inbox }) => {
    assert.equal(await inbox.replay(registration, 'checkout:nobody|paid'), false)
    const entry = await acceptOne(inbox, entryOf())
    assert.equal(await inbox.replay(registration, entry.id), false)
    const claim = await claimOne(inbox)
    assert.equal(await inbox.replay(registration, entry.id), false)
    assertHas(await entryIn(inbox, entry.id), { state: 'running', replay: false })
    assert.equal(await inbox.settle(claim, done()), true)
  })

  test('replay: with attempts, only what was not tried since is asked for, and of several at once one gets it', async ({
    inbox,
  }) => {
    const [tried, untried] = [entryOf(), entryOf()]
    await workOne(inbox, tried)
    await workOne(inbox, untried, { state: 'rejected', reason: 'no handler receives it' })
    assert.equal(await inbox.replay(registration, tried.id, 0), false)
    assert.equal(await inbox.replay(registration, tried.id, 2), false)
    assert.equal(await inbox.replay(registration, untried.id, 1), false)
    await claimNone(inbox)
    const asked = await Promise.all([1, 2, 3, 4].map(() => inbox.replay(registration, tried.id, 1)))
    assert.deepEqual(asked.toSorted(), [false, false, false, true])
    await inbox.settle(await claimOne(inbox), done(2))
    assert.equal(await inbox.replay(registration, tried.id, 1), false)
    assert.equal(await inbox.replay(registration, untried.id, 0), true)
    assert.equal((await claimOne(inbox)).entry.id, untried.id)
  })

  test('replay: it stands where it stood in its lane, before what came later', async ({ inbox }) => {
    const entries = laneOf(4)
    const [first, second] = entries
    assert.ok(first && second)
    await acceptAll(inbox, entries)
    const order = entries.map(({ id }) => id)
    await inbox.settle(await claimOne(inbox), dead())
    await inbox.settle(await claimOne(inbox), dead())
    await inbox.replay(registration, second.id)
    await inbox.replay(registration, first.id)
    assert.deepEqual([await settleNext(inbox, dead()), await settleNext(inbox, dead())], [first.id, second.id])
    await inbox.replay(registration, first.id)
    await inbox.replay(registration, second.id)
    assert.deepEqual(await workAll(inbox, 4), order)
  })

  test('replay: it stands before what is to be tried again later', async ({ inbox }) => {
    const [first, second] = await acceptAll(inbox, pairOf())
    await inbox.settle(await claimOne(inbox), dead())
    await inbox.settle(await claimOne(inbox), failed(60_000))
    await claimNone(inbox)
    await inbox.replay(registration, first.id)
    const claim = await claimOne(inbox)
    assert.equal(claim.entry.id, first.id)
    await inbox.settle(claim, done(2))
    await claimNone(inbox)
    assert.notEqual((await entryIn(inbox, second.id)).dueAt, null)
  })

  test('replay: while another of its lane runs it waits for it', async ({ inbox }) => {
    const entries = laneOf(3)
    const [first, second, third] = entries
    assert.ok(first && second && third)
    await acceptAll(inbox, entries)
    await inbox.settle(await claimOne(inbox), dead())
    const running = await claimOne(inbox)
    assert.equal(await inbox.replay(registration, first.id), true)
    await claimNone(inbox)
    assert.equal(await inbox.settle(running, done()), true)
    assert.deepEqual(await workAll(inbox, 2), [first.id, third.id])
  })

  test('replay: while another of its lane runs and is handed back it comes first', async ({ inbox }) => {
    const [first, second] = await acceptAll(inbox, pairOf())
    await inbox.settle(await claimOne(inbox), dead())
    const running = await claimOne(inbox)
    await inbox.replay(registration, first.id)
    await inbox.settle(running, { state: 'handedBack' })
    assert.deepEqual(await workAll(inbox, 2), [first.id, second.id])
  })

  test('replay: its identity is known all the while', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf())
    await inbox.replay(registration, entry.id)
    assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'waiting' })
  })

  test('replay: a claim from before it changes nothing', async ({ inbox }) => {
    const lost = await claimed(inbox)
    const { id } = lost.entry
    await inbox.settle(lost, done())
    await inbox.replay(registration, id)
    const held = await claimOne(inbox)
    assert.equal(await inbox.settle(lost, dead()), false)
    assert.equal((await entryIn(inbox, id)).state, 'running')
    assert.equal(await inbox.settle(held, done(2)), true)
  })
}

/** @returns the id of what was claimed and settled */
async function settleNext(inbox: InboxStore, settlement: Settlement): Promise<string> {
  const claim = await claimOne(inbox)
  await inbox.settle(claim, settlement)
  return claim.entry.id
}

/** Dead entries that are asked for again together. */
export function testRedriving(test: SuiteTest): void {
  test('redrive: dead entries wait once more, and each lane keeps its order', async ({ inbox }) => {
    const lanes = [laneOf(3), laneOf(3)]
    const entries = [0, 1, 2].flatMap((place) => lanes.flatMap((lane) => lane.slice(place, place + 1)))
    const [first] = entries
    assert.ok(first)
    for (const entry of entries) await workOne(inbox, entry, dead())
    assert.equal(await inbox.redrive({ registration }, 100), 6)
    assertHas(await entryIn(inbox, first.id), { replay: true, failures: 0, finishedAt: null })
    assertInOrder(await workAll(inbox, 6), lanes)
  })

  test('redrive: no more than were asked for at once, the oldest first, until none is left', async ({ inbox }) => {
    const entries = Array.from({ length: 5 }, () => entryOf())
    for (const entry of entries) await workOne(inbox, entry, dead())
    const counts: number[] = []
    while (counts.at(-1) !== 0 && counts.length < 10) {
      const count = await inbox.redrive({ registration }, 2)
      counts.push(count)
      const redriven = counts.reduce((sum, more) => sum + more, 0)
      const expected = each(entries.slice(0, redriven), 'id').toReversed()
      assert.deepEqual(await listed(inbox, { states: ['waiting'] }), expected)
    }
    assert.deepEqual(counts, [2, 2, 1, 0])
  })

  test('redrive: only dead entries are touched', async ({ inbox }) => {
    const [finished, unread, waiting, gone] = [entryOf(), entryOf(), entryOf(), entryOf()]
    await workOne(inbox, finished)
    await workOne(inbox, unread, { state: 'rejected', reason: 'no such kind' })
    await workOne(inbox, gone, dead())
    await inbox.accept(waiting, false)
    assert.equal(await inbox.redrive({ registration, states: ['done', 'rejected', 'waiting'] }, 100), 0)
    assert.equal(await inbox.redrive({ registration, states: ['dead', 'done'] }, 100), 1)
    assert.deepEqual((await workAll(inbox, 2)).toSorted(), [waiting.id, gone.id].toSorted())
    assert.equal((await entryIn(inbox, unread.id)).state, 'rejected')
  })

  test('redrive: only what fits all that is given', async ({ inbox }) => {
    const fitting = entryOf({ kind: 'fulfilment', reference: 'wanted', receivedAt: 5_000 })
    const others = [
      entryOf({ kind: 'checkout', reference: 'wanted', receivedAt: 5_000 }),
      entryOf({ kind: 'fulfilment', reference: 'other', receivedAt: 5_000 }),
      entryOf({ kind: 'fulfilment', reference: 'wanted', receivedAt: 9_000 }),
    ]
    for (const entry of [fitting, ...others]) await workOne(inbox, entry, dead())
    const filter = { registration, kinds: ['fulfilment'], reference: 'wanted', since: 5_000, until: 9_000 } as const
    assert.equal(await inbox.redrive(filter, 100), 1)
    assert.equal((await claimOne(inbox)).entry.id, fitting.id)
    await claimNone(inbox)
    assert.equal(await inbox.redrive({ registration, lane: others[0]?.lane }, 100), 1)
    assert.equal((await claimOne(inbox)).entry.id, others[0]?.id)
  })

  test('redrive: what came later in the lane waits behind it', async ({ inbox }) => {
    const entries = await acceptAll(inbox, laneOf(3))
    await inbox.settle(await claimOne(inbox), dead())
    await inbox.redrive({ registration }, 100)
    assert.deepEqual(await workAll(inbox, 3), each(entries, 'id'))
  })
}
