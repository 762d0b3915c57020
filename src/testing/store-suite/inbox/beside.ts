import assert from 'node:assert/strict'
import type { InboxStore } from '../../../store/inbox-store.ts'
import type { OpenStore, Store } from '../../../store/store.ts'
import { dead, done, entryOf, laneOf, pairOf } from '../samples.ts'
import { eventually, type SuiteContext, type SuiteTest } from '../suite-context.ts'
import {
  acceptAll,
  assertInOrder,
  claimIds,
  claimNone,
  claimOf,
  claimOne,
  claimsOf,
  countsOf,
  each,
  listed,
  registration,
  workOne,
} from '../working.ts'

/** Several processes on one store. */
export function testBeside(test: SuiteTest, beside: (store: Store) => Store | Promise<Store>): void {
  const openBoth = async ({ opened: one, open, store }: SuiteContext) => {
    return { one, other: await open(registration, await beside(store)) }
  }

  test('beside: a storm of copies through both is one entry', async (bench) => {
    const { one, other } = await openBoth(bench)
    const entry = entryOf()
    const acceptances = await Promise.all(
      Array.from({ length: 100 }, (_none, place) => inboxAt(place, one, other).accept(entry, true)),
    )
    assert.deepEqual(countsOf(each(acceptances, 'status')), { accepted: 1, repeated: 99 })
    assert.ok(claimsOf(acceptances).length <= 1)
    assert.deepEqual(await listed(other.inbox), [entry.id])
  })

  test('beside: copies with different content are one entry and its conflicts', async (bench) => {
    const { one, other } = await openBoth(bench)
    const entry = entryOf()
    const acceptances = await Promise.all(
      Array.from({ length: 40 }, (_none, place) =>
        inboxAt(place, one, other).accept({ ...entry, fingerprint: String(place % 4) }, false),
      ),
    )
    assert.deepEqual(countsOf(each(acceptances, 'status')), { accepted: 1, conflict: 3, repeated: 36 })
    assert.equal((await listed(one.inbox)).length, 4)
  })

  test('beside: nothing is handed out twice, and only heads', async (bench) => {
    const { one, other } = await openBoth(bench)
    const lanes = Array.from({ length: 30 }, () => laneOf(3))
    await Promise.all(lanes.flat().map((entry) => one.inbox.accept(entry, false)))
    const ids = await claimIds(30, async () => {
      const claims = await Promise.all(Array.from({ length: 8 }, (_n, place) => inboxAt(place, one, other).claim(5)))
      return claims.flat()
    })
    assert.deepEqual(ids.toSorted(), lanes.map(([first]) => first?.id).toSorted())
    await claimNone(one.inbox)
    await claimNone(other.inbox)
  })

  test('beside: lanes are worked in order by both at once', async (bench) => {
    const { one, other } = await openBoth(bench)
    const lanes = Array.from({ length: 8 }, () => laneOf(10))
    for (const [place, entry] of lanes.flat().entries()) await inboxAt(place, one, other).accept(entry, false)
    const ids: string[] = []
    const running = new Set<string>()
    await eventually('work on all lanes', async () => {
      await Promise.all([one, other].map(({ inbox }) => workSome(inbox, ids, running)))
      return ids.length >= 80
    })
    assertInOrder(ids, lanes)
  })

  test('beside: what one claims with its acceptance the other does not get', async (bench) => {
    const { one, other } = await openBoth(bench)
    const [first, second] = pairOf()
    const claim = await claimOf(one.inbox, await one.inbox.accept(first, true))
    assert.deepEqual(await other.inbox.accept(second, true), { status: 'accepted' })
    await claimNone(other.inbox)
    await one.inbox.settle(claim, done())
    assert.equal((await claimOne(other.inbox)).entry.id, second.id)
  })

  test('beside: one is told of what the other accepts', async (bench) => {
    const { one, other } = await openBoth(bench)
    let isTold = false
    other.inbox.onWork(() => {
      isTold = true
    })
    await one.inbox.accept(entryOf(), false)
    await eventually('word of work', () => isTold)
    await claimOne(other.inbox)
  })

  test('beside: what one has done the other sees', async (bench) => {
    const { one, other } = await openBoth(bench)
    const entry = await workOne(one.inbox, entryOf(), dead())
    assert.equal((await other.inbox.get(registration, entry.id))?.state, 'dead')
    assert.equal(await other.inbox.replay(registration, entry.id), true)
    assert.equal(await one.inbox.settle(await claimOne(one.inbox), done(2)), true)
    assert.deepEqual(await other.inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'done' })
  })

  test('beside: what one holds when it closes the other takes over, with no attempt used up', async (bench) => {
    const { one, other } = await openBoth(bench)
    const entries = await acceptAll(one.inbox, laneOf(2))
    await claimOne(one.inbox)
    await claimNone(other.inbox)
    await one.close()
    const { entry } = await claimOne(other.inbox)
    assert.deepEqual([entry.id, entry.failures, entry.attempts], [entries[0]?.id, 0, []])
  })

  test('beside: where a store has a time of its own, both are told the same, and it goes on', async (bench) => {
    const { one, other } = await openBoth(bench)
    await Promise.all([one.ready, other.ready])
    const [first, second] = [timeOf(one), timeOf(other)]
    if (first === undefined) {
      assert.equal(second, undefined)
      return
    }
    assert.ok(Math.abs(first - Number(second)) <= mostApart, `they are told ${first} and ${second}`)
    await eventually('its time goes on', () => Number(timeOf(one)) > first)
  })
}

const timeOf = (opened: Pick<OpenStore, 'now'>): number | undefined => opened.now?.()

// ms; they are asked one after the other, each of what it was told a while ago
const mostApart = 1_000

function inboxAt(place: number, one: OpenStore, other: OpenStore): InboxStore {
  return place % 2 === 0 ? one.inbox : other.inbox
}

/** Works a few entries, and makes sure that no lane is worked twice at once. */
async function workSome(inbox: InboxStore, ids: string[], running: Set<string>): Promise<void> {
  const claims = await inbox.claim(3)
  for (const { entry } of claims) {
    assert.ok(!running.has(entry.lane), `${entry.lane} is worked twice at once`)
    running.add(entry.lane)
    ids.push(entry.id)
  }
  for (const claim of claims) {
    running.delete(claim.entry.lane)
    assert.equal(await inbox.settle(claim, done()), true)
  }
}
