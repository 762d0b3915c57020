import assert from 'node:assert/strict'
import type { NewEntry } from '../../store/entry.ts'
import type { BenchTest } from './bench.ts'
import { entryOf } from './sample-entries.ts'
import { claimExactly, idsOf } from './working.ts'

/** Entries that a store cannot keep. */
export function testSpoiledEntries(test: BenchTest, spoil: (entry: NewEntry) => NewEntry): void {
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
