import assert from 'node:assert/strict'
import type { BenchTest } from './bench.ts'
import { dead, entryOf, laneOf } from './sample-entries.ts'
import { acceptAll, claimNone, claimOne, entryIn, registration, workAll, workOne } from './working.ts'

/** Dead entries that are asked for again together. */
export function testRedriving(test: BenchTest): void {
  test('redrive: dead entries wait once more, and each lane keeps its order', async ({ open }) => {
    const { inbox } = await open()
    const lanes = [laneOf(3), laneOf(3)]
    const entries = [0, 1, 2].flatMap((place) => lanes.flatMap((lane) => lane.slice(place, place + 1)))
    const [first] = entries
    assert.ok(first)
    for (const entry of entries) await workOne(inbox, entry, dead())
    assert.equal(await inbox.redrive({ registration }, 100), 6)
    const { replay, failures, finishedAt } = await entryIn(inbox, first.id)
    assert.deepEqual({ replay, failures, finishedAt }, { replay: true, failures: 0, finishedAt: null })
    const ids = await workAll(inbox, 6)
    for (const lane of lanes) {
      const expected = lane.map(({ id }) => id)
      assert.deepEqual(
        ids.filter((id) => expected.includes(id)),
        expected,
      )
    }
  })

  test('redrive: no more than were asked for at once, the oldest first, until none is left', async ({ open }) => {
    const { inbox } = await open()
    const entries = Array.from({ length: 5 }, () => entryOf())
    for (const entry of entries) await workOne(inbox, entry, dead())
    const counts: number[] = []
    while (counts.at(-1) !== 0 && counts.length < 10) {
      const count = await inbox.redrive({ registration }, 2)
      const states = await Promise.all(entries.map(async ({ id }) => (await entryIn(inbox, id)).state))
      const redriven = states.filter((state) => state === 'waiting').length
      assert.deepEqual(
        states.map((state) => state === 'waiting'),
        entries.map((_entry, place) => place < redriven),
      )
      counts.push(count)
    }
    assert.deepEqual(counts, [2, 2, 1, 0])
  })

  test('redrive: only dead entries are touched', async ({ open }) => {
    const { inbox } = await open()
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

  test('redrive: only what fits all that is given', async ({ open }) => {
    const { inbox } = await open()
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

  test('redrive: what came later in the lane waits behind it', async ({ open }) => {
    const { inbox } = await open()
    const entries = laneOf(3)
    await acceptAll(inbox, entries)
    await inbox.settle(await claimOne(inbox), dead())
    await inbox.redrive({ registration }, 100)
    assert.deepEqual(
      await workAll(inbox, 3),
      entries.map(({ id }) => id),
    )
  })
}
