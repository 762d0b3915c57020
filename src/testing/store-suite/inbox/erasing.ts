import assert from 'node:assert/strict'
import type { EntryErasure } from '../../../store/people/erasure.ts'
import type { Store } from '../../../store/store.ts'
import { assertSameBytes, attemptOf, bytesOf, dead, done, entryOf } from '../samples.ts'
import { type SuiteTest, withLook } from '../suite-context.ts'
import { claimOne, entryIn, listed, registration, workOne } from '../working.ts'

/** Entries that a person asks to have erased; a store without `erase` has nothing to show here. */
export function testErasing(test: SuiteTest): void {
  test('erasing: what goes is named and gone, what is masked is named and has the other bytes', async ({
    inbox,
    store,
  }) => {
    const [gone, masked, other] = [entryOf(), entryOf(), entryOf()]
    for (const entry of [gone, masked, other]) await workOne(inbox, entry)
    const asked = [{ ...erasureOf(gone.id), payload: undefined }, erasureOf(masked.id)]
    await withErase(store, async (erase) => {
      assert.deepEqual((await erase(asked)).toSorted(), [gone.id, masked.id].toSorted())
      assert.deepEqual(await listed(inbox), [other.id, masked.id])
      assertSameBytes((await entryIn(inbox, masked.id)).payload, instead)
      assertSameBytes((await entryIn(inbox, other.id)).payload, other.payload)
    })
  })

  test('erasing: a trial names what would go, and erases nothing', async ({ inbox, store }) => {
    const [ended, opened] = [entryOf(), entryOf()]
    for (const entry of [ended, opened]) await workOne(inbox, entry)
    await inbox.replay(registration, opened.id)
    await withErase(store, async (_, tryOut) => {
      assert.deepEqual(await tryOut([erasureOf(ended.id), erasureOf(opened.id)]), [ended.id])
      assertSameBytes((await entryIn(inbox, ended.id)).payload, ended.payload)
    })
  })

  test('erasing: what was opened since it was read stays as it is, and is not named', async ({ inbox, store }) => {
    const [first, second] = [entryOf(), entryOf()]
    for (const entry of [first, second]) await workOne(inbox, entry, dead())
    await withErase(store, async (erase) => {
      for (const { id } of [first, second]) await inbox.replay(registration, id)
      assert.deepEqual(await erase([erasureOf(first.id), { ...erasureOf(second.id), payload: undefined }]), [])
      for (const entry of [first, second]) {
        const kept = await entryIn(inbox, entry.id)
        assert.equal(kept.state, 'waiting')
        assertSameBytes(kept.payload, entry.payload)
      }
    })
  })

  test('erasing: what was tried once more since it was read stays, and goes when it is asked for as it is', async ({
    inbox,
    store,
  }) => {
    const [first, second] = [entryOf(), entryOf()]
    await withErase(store, async (erase) => {
      for (const entry of [first, second]) {
        await workOne(inbox, entry)
        await inbox.replay(registration, entry.id)
        await inbox.settle(await claimOne(inbox), done(2))
      }
      const ask = (attempts: number) =>
        erase([
          { ...erasureOf(first.id), attempts },
          { ...erasureOf(second.id), payload: undefined, attempts },
        ])
      assert.deepEqual(await ask(1), [])
      assertSameBytes((await entryIn(inbox, first.id)).payload, first.payload)
      assert.deepEqual((await ask(2)).toSorted(), [first.id, second.id].toSorted())
      assert.deepEqual(await listed(inbox), [first.id])
    })
  })

  test('erasing: what needs review stays, and goes once that is settled', async ({ inbox, store }) => {
    const [first, second] = [entryOf(), entryOf()]
    for (const entry of [first, second])
      await workOne(inbox, entry, { state: 'done', attempt: attemptOf(1), review: ['overpaid'] })
    const asked = [erasureOf(first.id), { ...erasureOf(second.id), payload: undefined }]
    await withErase(store, async (erase) => {
      assert.deepEqual(await erase(asked), [])
      assertSameBytes((await entryIn(inbox, first.id)).payload, first.payload)
      for (const { id } of [first, second]) await inbox.settleReview(registration, id, { by: 'Ama', note: null })
      assert.deepEqual((await erase(asked)).toSorted(), [first.id, second.id].toSorted())
    })
  })

  test('erasing: an entry that nobody knows is not named', async ({ store }) => {
    await withErase(store, async (erase) => {
      assert.deepEqual(await erase([erasureOf('checkout:nobody|paid')]), [])
    })
  })
}

const instead = bytesOf('{"masked":true}')

function erasureOf(id: string): EntryErasure {
  return { id, payload: instead, attempts: 1 }
}

type EraseEntries = (entries: readonly EntryErasure[]) => Promise<readonly string[]>

/** Erases entries, and nothing of a person besides, or tries it. */
async function withErase(
  store: Store,
  run: (erase: EraseEntries, tryOut: EraseEntries) => Promise<void>,
): Promise<void> {
  await withLook(store, async (look) => {
    if (look.erase === undefined) return
    const erase = look.erase.bind(look)
    const erased =
      (isTrial: boolean): EraseEntries =>
      async (entries) =>
        (await erase({ registration, entries, phoneKey: 'nobody', number: undefined, isTrial })).entries
    await run(erased(false), erased(true))
  })
}
