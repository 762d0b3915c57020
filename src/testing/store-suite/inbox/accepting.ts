import assert from 'node:assert/strict'
import { assertSameBytes, dead, done, entryOf, laneOf } from '../sample-entries.ts'
import type { SuiteTest } from '../suite-context.ts'
import { claimExactly, claimOne, claimsOf, entryIn, listed, registration, workAll, workOne } from '../working.ts'

/** New notifications and repeated ones. */
export function testAccepting(test: SuiteTest): void {
  test('accept: a new notification is kept as it came, and waits', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    const from = Date.now()
    assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
    const { dueAt, payload, ...kept } = await entryIn(inbox, entry.id)
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
  })

  test('accept: an entry without a reference has none', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf({ reference: null })
    await inbox.accept(entry, false)
    assert.equal((await entryIn(inbox, entry.id)).reference, null)
  })

  test('accept: a known identity is a repeat, and what was kept first stays as it is', async ({ open }) => {
    const { inbox } = await open()
    const first = entryOf()
    await inbox.accept(first, false)
    const again = entryOf({ identity: first.identity, id: `${first.id}-again` })
    assert.deepEqual(await inbox.accept(again, false), { status: 'repeated', id: first.id, state: 'waiting' })
    assert.deepEqual(await inbox.accept(first, false), { status: 'repeated', id: first.id, state: 'waiting' })
    assert.deepEqual(await listed(inbox), [first.id])
    assert.equal((await entryIn(inbox, first.id)).reference, first.reference)
  })

  test('accept: a repeat is told how far the first has come', async ({ open }) => {
    const { inbox } = await open()
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

  test('accept: a hundred copies at once are one entry', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    const acceptances = await Promise.all(Array.from({ length: 100 }, () => inbox.accept(entry, false)))
    const statuses = acceptances.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 'accepted').length, 1)
    assert.equal(statuses.filter((status) => status === 'repeated').length, 99)
    assert.deepEqual(await listed(inbox), [entry.id])
  })

  test('accept: of a hundred copies at once that ask for a claim one gets it at most', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    const acceptances = await Promise.all(Array.from({ length: 100 }, () => inbox.accept(entry, true)))
    const { length } = claimsOf(acceptances)
    assert.ok(length <= 1, `${length} claims of one entry`)
    await claimExactly(inbox, 1 - length)
  })

  test('accept: what is accepted at once in one lane keeps the order of the calls', async ({ open }) => {
    const { inbox } = await open()
    const entries = laneOf(50)
    await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
    assert.deepEqual(
      await workAll(inbox, 50),
      entries.map(({ id }) => id),
    )
  })

  test('accept: what waits in one lane does not hide what is new in another', async ({ open }) => {
    const { inbox } = await open()
    const busy = laneOf(200)
    await Promise.all(busy.map((entry) => inbox.accept(entry, false)))
    await claimOne(inbox)
    const other = entryOf()
    await inbox.accept(other, false)
    assert.equal((await claimOne(inbox)).entry.id, other.id)
  })

  test('accept: a finished notification that comes again is not worked again', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await workOne(inbox, entry)
    await inbox.accept(entry, true)
    assert.deepEqual(await inbox.claim(10), [])
    assert.equal((await entryIn(inbox, entry.id)).attempts.length, 1)
  })
}
