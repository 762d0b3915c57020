import assert from 'node:assert/strict'
import type { InboxStore, Settlement } from '../../store/inbox-store.ts'
import type { BenchTest } from './bench.ts'
import { assertSameBytes } from './same-bytes.ts'
import { dead, done, entryOf, failed, laneOf } from './sample-entries.ts'
import { acceptAll, claimNone, claimOne, entryIn, registration, workAll, workOne } from './working.ts'

/** Entries that are asked for again, one by one. */
export function testReplaying(test: BenchTest): void {
  test('replay: a done entry waits once more, under its own id and with its attempts', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await workOne(inbox, entry)
    assert.equal(await inbox.replay(registration, entry.id), true)
    const { state, replay, failures, finishedAt, attempts, dueAt } = await entryIn(inbox, entry.id)
    assert.deepEqual(
      { state, replay, failures, finishedAt, attempts: attempts.length },
      { state: 'waiting', replay: true, failures: 0, finishedAt: null, attempts: 1 },
    )
    assert.notEqual(dueAt, null)
    const claim = await claimOne(inbox)
    assert.deepEqual([claim.entry.id, claim.entry.replay], [entry.id, true])
    assertSameBytes(claim.entry.payload, entry.payload)
    await inbox.settle(claim, done(2))
    assert.deepEqual((await entryIn(inbox, entry.id)).attempts.length, 2)
  })

  test('replay: a dead entry starts without failures', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await workOne(inbox, entry, failed(0))
    await inbox.settle(await claimOne(inbox), dead(2))
    assert.equal(await inbox.replay(registration, entry.id), true)
    const claim = await claimOne(inbox)
    assert.deepEqual([claim.entry.failures, claim.entry.attempts.length], [0, 2])
    await inbox.settle(claim, failed(0, 3))
    assert.equal((await entryIn(inbox, entry.id)).failures, 1)
  })

  test('replay: what could not be read again is worked once more', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await workOne(inbox, entry, { state: 'rejected', reason: 'no handler receives it' })
    assert.equal(await inbox.replay(registration, entry.id), true)
    assert.equal((await claimOne(inbox)).entry.id, entry.id)
  })

  test('replay: what waits or runs is left as it is', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await inbox.accept(entry, false)
    assert.equal(await inbox.replay(registration, entry.id), false)
    const claim = await claimOne(inbox)
    assert.equal(await inbox.replay(registration, entry.id), false)
    const { state, replay } = await entryIn(inbox, entry.id)
    assert.deepEqual([state, replay], ['running', false])
    assert.equal(await inbox.settle(claim, done()), true)
  })

  test('replay: asked for twice it is worked once', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await workOne(inbox, entry)
    const asked = await Promise.all([1, 2, 3, 4].map(() => inbox.replay(registration, entry.id)))
    assert.deepEqual(asked.toSorted(), [false, false, false, true])
    assert.deepEqual(await workAll(inbox, 1), [entry.id])
  })

  test('replay: what is not there cannot be asked for', async ({ open }) => {
    const { inbox } = await open()
    assert.equal(await inbox.replay(registration, 'checkout:nobody|paid'), false)
  })

  test('replay: it stands where it stood in its lane, before what came later', async ({ open }) => {
    const { inbox } = await open()
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

  test('replay: it stands before what is to be tried again later', async ({ open }) => {
    const { inbox } = await open()
    const [first, second] = laneOf(2)
    assert.ok(first && second)
    await acceptAll(inbox, [first, second])
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

  test('replay: while another of its lane runs it waits for it', async ({ open }) => {
    const { inbox } = await open()
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

  test('replay: while another of its lane runs and is handed back it comes first', async ({ open }) => {
    const { inbox } = await open()
    const [first, second] = laneOf(2)
    assert.ok(first && second)
    await acceptAll(inbox, [first, second])
    await inbox.settle(await claimOne(inbox), dead())
    const running = await claimOne(inbox)
    await inbox.replay(registration, first.id)
    await inbox.settle(running, { state: 'handedBack' })
    assert.deepEqual(await workAll(inbox, 2), [first.id, second.id])
  })

  test('replay: its identity is known all the while', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await workOne(inbox, entry)
    await inbox.replay(registration, entry.id)
    assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'waiting' })
  })

  test('replay: a claim from before it changes nothing', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await inbox.accept(entry, false)
    const lost = await claimOne(inbox)
    await inbox.settle(lost, done())
    await inbox.replay(registration, entry.id)
    const held = await claimOne(inbox)
    assert.equal(await inbox.settle(lost, dead()), false)
    assert.equal((await entryIn(inbox, entry.id)).state, 'running')
    assert.equal(await inbox.settle(held, done(2)), true)
  })
}

/** @returns the id of what was claimed and settled */
async function settleNext(inbox: InboxStore, settlement: Settlement): Promise<string> {
  const claim = await claimOne(inbox)
  await inbox.settle(claim, settlement)
  return claim.entry.id
}
