import assert from 'node:assert/strict'
import type { NewEntry } from '../../store/entry.ts'
import type { BenchTest } from './bench.ts'
import { assertSameBytes } from './same-bytes.ts'
import { done, entryOf, failed, laneOf, newLane } from './sample-entries.ts'
import { claimNone, claimOf, claimOne, claimsOf, entryIn, idsOf } from './working.ts'

/** Claims that come with an acceptance. */
export function testClaimingWithAcceptance(test: BenchTest): void {
  test('accept with a claim: the head of a lane is handed out once', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    const claim = await claimOf(inbox, await inbox.accept(entry, true))
    assert.equal(claim.entry.id, entry.id)
    assert.equal(claim.entry.state, 'running')
    assertSameBytes(claim.entry.payload, entry.payload)
    await claimNone(inbox)
    assert.equal(await inbox.settle(claim, done()), true)
    assert.equal((await entryIn(inbox, entry.id)).state, 'done')
  })

  test('accept with a claim: what stands behind another that waits is not handed out', async ({ open }) => {
    const { inbox } = await open()
    const [first, second] = pair()
    await inbox.accept(first, false)
    assert.deepEqual(await inbox.accept(second, true), { status: 'accepted' })
    assert.equal((await claimOne(inbox)).entry.id, first.id)
  })

  test('accept with a claim: what stands behind another that runs is not handed out', async ({ open }) => {
    const { inbox } = await open()
    const [first, second] = pair()
    const claim = await claimOf(inbox, await inbox.accept(first, true))
    assert.deepEqual(await inbox.accept(second, true), { status: 'accepted' })
    await claimNone(inbox)
    await inbox.settle(claim, done())
    assert.equal((await claimOne(inbox)).entry.id, second.id)
  })

  test('accept with a claim: what stands behind another that is tried again later is not handed out', async ({
    open,
  }) => {
    const { inbox } = await open()
    const [first, second] = pair()
    await inbox.settle(await claimOf(inbox, await inbox.accept(first, true)), failed(60_000))
    assert.deepEqual(await inbox.accept(second, true), { status: 'accepted' })
    await claimNone(inbox)
  })

  test('accept with a claim: of what is accepted at once in one lane only the first is handed out', async ({
    open,
  }) => {
    const { inbox } = await open()
    const entries = laneOf(20)
    const claims = claimsOf(await Promise.all(entries.map((entry) => inbox.accept(entry, true))))
    if (claims.length === 0) claims.push(await claimOne(inbox))
    assert.deepEqual(idsOf(claims), [entries[0]?.id])
    await claimNone(inbox)
  })

  test('accept without asking for a claim: none is handed out', async ({ open }) => {
    const { inbox } = await open()
    const acceptance = await inbox.accept(entryOf(), false)
    assert.ok(!('claim' in acceptance) || acceptance.claim === undefined)
    await claimOne(inbox)
  })
}

function pair(): readonly [NewEntry, NewEntry] {
  const lane = newLane()
  return [entryOf({ lane }), entryOf({ lane })]
}
