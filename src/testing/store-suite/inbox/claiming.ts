import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { assertSameBytes, dead, done, entryOf, failed, laneOf, pairOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import {
  acceptAll,
  acceptOne,
  assertHas,
  assertInOrder,
  claimExactly,
  claimIds,
  claimNone,
  claimOf,
  claimOne,
  claimsOf,
  each,
  entryIn,
  idsOf,
  workAll,
} from '../working.ts'

/** Who gets what, and in which order. */
export function testClaiming(test: SuiteTest): void {
  test('claim: a claim holds the entry with its bytes, and the entry runs', async ({ inbox }) => {
    const { id, lane, kind, payload } = await acceptOne(inbox, entryOf())
    const { entry } = await claimOne(inbox)
    assertHas(entry, { id, state: 'running', lane, kind, failures: 0 })
    assertSameBytes(entry.payload, payload)
    assertHas(await entryIn(inbox, id), { state: 'running', dueAt: null })
  })

  test('claim: only heads of lanes are handed out, and each once', async ({ inbox }) => {
    const lanes = [laneOf(3), laneOf(3), laneOf(3)]
    await acceptAll(inbox, lanes.flat())
    const claims = await claimExactly(inbox, 3)
    assert.deepEqual(idsOf(claims).toSorted(), lanes.map(([first]) => first?.id).toSorted())
  })

  test('claim: a lane is worked in order of acceptance to its end', async ({ inbox }) => {
    const lanes = [laneOf(4), laneOf(4), laneOf(4)]
    await acceptAll(
      inbox,
      [0, 1, 2, 3].flatMap((place) => lanes.flatMap((lane) => lane.slice(place, place + 1))),
    )
    assertInOrder(await workAll(inbox, 12), lanes)
  })

  test('claim: no more than were asked for', async ({ inbox }) => {
    await acceptAll(
      inbox,
      Array.from({ length: 5 }, () => entryOf()),
    )
    assert.deepEqual(await inbox.claim(0), [])
    const ids = await claimIds(5, async () => {
      const claims = await inbox.claim(2)
      assert.ok(claims.length <= 2, `${claims.length} claims where two were asked for`)
      return claims
    })
    assert.equal(new Set(ids).size, 5)
    await claimNone(inbox)
  })

  test('claim: what is due first comes first', async ({ inbox }) => {
    const entries = [entryOf(), entryOf(), entryOf(), entryOf()]
    for (const entry of entries) {
      await inbox.accept(entry, false)
      // The next one is due at another ms.
      await delay(5)
    }
    assert.deepEqual(await claimIds(4, () => inbox.claim(1)), each(entries, 'id'))
  })

  test('claim: what was to be tried again earlier comes before what is due later', async ({ inbox }) => {
    const [later, sooner] = await acceptAll(inbox, [entryOf(), entryOf()])
    const claims = await claimExactly(inbox, 2)
    // The sooner one first: between the two a busy machine may pause for longer than the times are apart.
    for (const [{ id }, ms] of [
      [sooner, 100],
      [later, 300],
    ] as const) {
      const claim = claims.find(({ entry }) => entry.id === id)
      assert.ok(claim)
      await inbox.settle(claim, failed(ms))
    }
    assert.deepEqual(await claimIds(2, () => inbox.claim(1)), [sooner.id, later.id])
  })

  test('claim: many at once hand nothing out twice', async ({ inbox }) => {
    const entries = Array.from({ length: 40 }, () => laneOf(2)).flat()
    await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
    const ids = await claimIds(40, async () => {
      const claims = await Promise.all(Array.from({ length: 8 }, () => inbox.claim(10)))
      return claims.flat()
    })
    assert.equal(new Set(ids).size, 40)
    await claimNone(inbox)
  })

  test('claim: what is to be tried again later is not handed out before, and its lane waits for it', async ({
    inbox,
  }) => {
    const other = entryOf()
    await acceptAll(inbox, pairOf())
    await inbox.settle(await claimOne(inbox), failed(60_000))
    await inbox.accept(other, false)
    assert.equal((await claimOne(inbox)).entry.id, other.id)
    await claimNone(inbox)
  })

  test('claim: what is to be tried again is handed out when its time has come', async ({ inbox }) => {
    const [first, second] = await acceptAll(inbox, pairOf())
    const claim = await claimOne(inbox)
    const from = performance.now()
    await inbox.settle(claim, failed(150))
    const again = await claimOne(inbox)
    // Two clocks may be read on the way; they need not tick together.
    assert.ok(performance.now() - from > 130, 'it was handed out before its time')
    assert.deepEqual([again.entry.id, again.entry.failures], [first.id, 1])
    await inbox.settle(again, done(2))
    assert.equal((await claimOne(inbox)).entry.id, second.id)
  })

  test('claim: a dead head frees its lane', async ({ inbox }) => {
    const [_first, second] = await acceptAll(inbox, pairOf())
    await inbox.settle(await claimOne(inbox), dead())
    assert.equal((await claimOne(inbox)).entry.id, second.id)
  })

  test('claim: only the first of a lane has a time at which it is due', async ({ inbox }) => {
    const [first, second] = await acceptAll(inbox, pairOf())
    assert.notEqual((await entryIn(inbox, first.id)).dueAt, null)
    assert.equal((await entryIn(inbox, second.id)).dueAt, null)
    await inbox.settle(await claimOne(inbox), done())
    assert.equal((await entryIn(inbox, first.id)).dueAt, null)
    assert.notEqual((await entryIn(inbox, second.id)).dueAt, null)
  })
}

/** Claims that come with an acceptance. */
export function testClaimingWithAcceptance(test: SuiteTest): void {
  test('accept with a claim: the head of a lane is handed out once', async ({ inbox }) => {
    const entry = entryOf()
    const claim = await claimOf(inbox, await inbox.accept(entry, true))
    assert.equal(claim.entry.id, entry.id)
    assert.equal(claim.entry.state, 'running')
    assertSameBytes(claim.entry.payload, entry.payload)
    await claimNone(inbox)
    assert.equal(await inbox.settle(claim, done()), true)
    assert.equal((await entryIn(inbox, entry.id)).state, 'done')
  })

  test('accept with a claim: what stands behind another that waits is not handed out', async ({ inbox }) => {
    const [first, second] = pairOf()
    await inbox.accept(first, false)
    assert.deepEqual(await inbox.accept(second, true), { status: 'accepted' })
    assert.equal((await claimOne(inbox)).entry.id, first.id)
  })

  test('accept with a claim: what stands behind another that runs is not handed out', async ({ inbox }) => {
    const [first, second] = pairOf()
    const claim = await claimOf(inbox, await inbox.accept(first, true))
    assert.deepEqual(await inbox.accept(second, true), { status: 'accepted' })
    await claimNone(inbox)
    await inbox.settle(claim, done())
    assert.equal((await claimOne(inbox)).entry.id, second.id)
  })

  test('accept with a claim: what stands behind another that is tried again later is not handed out', async ({
    inbox,
  }) => {
    const [first, second] = pairOf()
    await inbox.settle(await claimOf(inbox, await inbox.accept(first, true)), failed(60_000))
    assert.deepEqual(await inbox.accept(second, true), { status: 'accepted' })
    await claimNone(inbox)
  })

  test('accept with a claim: of what is accepted at once in one lane only the first is handed out', async ({
    inbox,
  }) => {
    const entries = laneOf(20)
    const claims = claimsOf(await Promise.all(entries.map((entry) => inbox.accept(entry, true))))
    if (claims.length === 0) claims.push(await claimOne(inbox))
    assert.deepEqual(idsOf(claims), [entries[0]?.id])
    await claimNone(inbox)
  })

  test('accept without asking for a claim: none is handed out', async ({ inbox }) => {
    const acceptance = await inbox.accept(entryOf(), false)
    assert.ok(!('claim' in acceptance) || acceptance.claim === undefined)
    await claimOne(inbox)
  })
}
