import assert from 'node:assert/strict'
import { assertSameBytes, attemptOf, bytesOf, dead, done, entryOf, failed, laneOf, pairOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import {
  acceptAll,
  acceptOne,
  assertHas,
  claimExactly,
  claimed,
  claimNone,
  claimOne,
  each,
  entryIn,
  sweepAll,
} from '../working.ts'

/** How attempts end. */
export function testSettling(test: SuiteTest): void {
  test('settle: done', async ({ inbox }) => {
    const claim = await claimed(inbox)
    const attempt = attemptOf(1)
    const from = Date.now()
    assert.equal(await inbox.settle(claim, { state: 'done', attempt }), true)
    const kept = await entryIn(inbox, claim.entry.id)
    assertHas(kept, { state: 'done', attempts: [attempt], failures: 0, dueAt: null })
    assert.ok(kept.finishedAt !== null && Math.abs(kept.finishedAt - from) < 60_000)
    await claimNone(inbox)
  })

  test('settle: to be tried again', async ({ inbox }) => {
    const attempt = attemptOf(1, 'the ledger is closed')
    const claim = await claimed(inbox)
    const from = Date.now()
    assert.equal(await inbox.settle(claim, { state: 'waiting', retryIn: 3_600_000, attempt }), true)
    const { dueAt, ...kept } = await entryIn(inbox, claim.entry.id)
    assertHas(kept, { state: 'waiting', attempts: [attempt], failures: 1, finishedAt: null })
    assert.ok(dueAt !== null && Math.abs(dueAt - from - 3_600_000) < 60_000, `due at ${dueAt}`)
  })

  test('settle: dead', async ({ inbox }) => {
    const entry = await acceptOne(inbox, entryOf())
    await inbox.settle(await claimOne(inbox), failed(0))
    const attempt = attemptOf(2, 'the ledger is closed')
    assert.equal(await inbox.settle(await claimOne(inbox), { state: 'dead', attempt }), true)
    const kept = await entryIn(inbox, entry.id)
    assertHas(kept, { state: 'dead', failures: 2, dueAt: null })
    assert.deepEqual(kept.attempts.at(-1), attempt)
    assert.notEqual(kept.finishedAt, null)
    await claimNone(inbox)
  })

  test('settle: rejected, because it could not be read again', async ({ inbox }) => {
    const [entry, next] = await acceptAll(inbox, pairOf())
    assert.equal(await inbox.settle(await claimOne(inbox), { state: 'rejected', reason: 'no such kind' }), true)
    const kept = await entryIn(inbox, entry.id)
    assertHas(kept, { state: 'rejected', reason: 'no such kind', attempts: [], failures: 0 })
    assert.notEqual(kept.finishedAt, null)
    assert.equal((await claimOne(inbox)).entry.id, next.id)
  })

  test('settle: handed back, as if it had not been claimed', async ({ inbox }) => {
    const [entry, _next] = await acceptAll(inbox, pairOf())
    await inbox.settle(await claimOne(inbox), failed(0))
    assert.equal(await inbox.settle(await claimOne(inbox), { state: 'handedBack' }), true)
    const { state, attempts, failures, finishedAt } = await entryIn(inbox, entry.id)
    assert.deepEqual([state, attempts.length, failures, finishedAt], ['waiting', 1, 1, null])
    assert.equal((await claimOne(inbox)).entry.id, entry.id)
  })

  test('settle: handed back for later, when its lane waits, and still untried', async ({ inbox }) => {
    const [entry, _next] = await acceptAll(inbox, pairOf())
    const at = performance.now()
    assert.equal(await inbox.settle(await claimOne(inbox), { state: 'handedBack', retryIn: 150 }), true)
    assert.deepEqual(await inbox.claim(10), [])
    const again = await claimOne(inbox)
    assert.ok(performance.now() - at >= 140, 'it was due before its time')
    assert.deepEqual([again.entry.id, again.entry.failures, again.entry.attempts.length], [entry.id, 0, 0])
  })

  test('settle: what it was handed back for is shown until it is settled otherwise', async ({ inbox }) => {
    const entry = await acceptOne(inbox, entryOf())
    const reason = 'the service says „pending“ \u0000'
    const shown = async (): Promise<string | null> => {
      const { entries } = await inbox.list({ registration: 'default', limit: 10 })
      const listed = entries.map((each) => each.reason)
      assert.deepEqual(listed, [(await entryIn(inbox, entry.id)).reason])
      return listed[0] ?? null
    }
    await inbox.settle(await claimOne(inbox), { state: 'handedBack', reason: 'no answer yet' })
    await inbox.settle(await claimOne(inbox), { state: 'handedBack', retryIn: 1, reason })
    assert.equal(await shown(), reason)
    await inbox.settle(await claimOne(inbox), { state: 'handedBack' })
    assert.equal(await shown(), reason)
    await inbox.settle(await claimOne(inbox), failed(0))
    assert.equal(await shown(), null)
    await inbox.settle(await claimOne(inbox), { state: 'handedBack', reason })
    await inbox.settle(await claimOne(inbox), done(2))
    assert.equal(await shown(), null)
  })

  test('settle: failures are counted, and success is none', async ({ inbox }) => {
    const entry = await acceptOne(inbox, entryOf())
    for (const number of [1, 2, 3]) {
      const claim = await claimOne(inbox)
      assert.equal(claim.entry.failures, number - 1)
      await inbox.settle(claim, failed(0, number))
    }
    await inbox.settle(await claimOne(inbox), done(4))
    const { failures, attempts } = await entryIn(inbox, entry.id)
    assert.equal(failures, 3)
    assert.deepEqual(each(attempts, 'number'), [1, 2, 3, 4])
    assert.equal(
      attempts.findIndex(({ error }) => error === null),
      3,
    )
  })

  test('settle: the last twenty attempts are kept, oldest first', async ({ inbox }) => {
    const entry = await acceptOne(inbox, entryOf())
    for (let number = 1; number <= 23; number++) await inbox.settle(await claimOne(inbox), failed(0, number))
    const { attempts, failures } = await entryIn(inbox, entry.id)
    const expected = Array.from({ length: 20 }, (_none, index) => index + 4)
    assert.deepEqual(each(attempts, 'number'), expected)
    assert.equal(failures, 23)
  })

  test('settle: a claim that another took over changes nothing', async ({ inbox }) => {
    const [entry, _next] = await acceptAll(inbox, pairOf())
    const lost = await claimOne(inbox)
    await inbox.settle(lost, { state: 'handedBack' })
    const held = await claimOne(inbox)
    assert.equal(held.entry.id, entry.id)
    assert.notEqual(held.fence, lost.fence)
    for (const settlement of [done(), failed(0), dead(), { state: 'rejected', reason: 'late' } as const]) {
      assert.equal(await inbox.settle(lost, settlement), false, settlement.state)
    }
    assertHas(await entryIn(inbox, entry.id), { state: 'running', attempts: [], failures: 0 })
    await claimNone(inbox)
    assert.equal(await inbox.settle(held, done()), true)
  })

  test('settle: a claim of an entry that waits again changes nothing', async ({ inbox }) => {
    const entry = await acceptOne(inbox, entryOf())
    const lost = await claimOne(inbox)
    await inbox.settle(lost, failed(60_000))
    assert.equal(await inbox.settle(lost, dead()), false)
    const { state, attempts, failures } = await entryIn(inbox, entry.id)
    assert.deepEqual([state, attempts.length, failures], ['waiting', 1, 1])
  })

  test('settle: asking again is harmless', async ({ inbox }) => {
    const claim = await claimed(inbox)
    await inbox.settle(claim, done())
    const once = await entryIn(inbox, claim.entry.id)
    await inbox.settle(claim, done())
    assert.deepEqual(await entryIn(inbox, claim.entry.id), once)
  })

  test('settle: a claim of an entry that is forgotten is lost', async ({ inbox }) => {
    const lost = await claimed(inbox)
    await inbox.settle(lost, { state: 'handedBack' })
    await inbox.settle(await claimOne(inbox), done())
    await sweepAll(inbox, { entries: 0 })
    assert.equal(await inbox.settle(lost, done()), false)
  })

  test('settle: many at once', async ({ inbox }) => {
    const lanes = Array.from({ length: 30 }, () => laneOf(2))
    await Promise.all(lanes.flat().map((entry) => inbox.accept(entry, false)))
    for (const place of [0, 1]) {
      const claims = await claimExactly(inbox, 30)
      assert.deepEqual(new Set(claims.map(({ entry }) => entry.id)), new Set(lanes.map((lane) => lane[place]?.id)))
      const settled = await Promise.all(claims.map((claim) => inbox.settle(claim, done())))
      assert.deepEqual(new Set(settled), new Set([true]))
    }
    assert.equal((await inbox.count({ registration: 'default' })).done, 60)
  })
}

/** What was found out about an entry, in the place of what came. */
export function testRewriting(test: SuiteTest): void {
  test('rewrite: the bytes of an entry are others from then on, and it alone', async ({ inbox }) => {
    const [entry, beside] = [entryOf(), entryOf()]
    const claim = await claimed(inbox, entry)
    await inbox.accept(beside, false)
    assert.equal(await inbox.rewrite(claim, longer), true)
    assertSameBytes((await entryIn(inbox, entry.id)).payload, longer)
    assertSameBytes((await entryIn(inbox, beside.id)).payload, beside.payload)
    assertHas(await entryIn(inbox, entry.id), { state: 'running', attempts: [], failures: 0 })
  })

  test('rewrite: it is so at each attempt, and when it is over', async ({ inbox }) => {
    const entry = await acceptOne(inbox, entryOf())
    const first = await claimOne(inbox)
    await inbox.rewrite(first, longer)
    await inbox.settle(first, failed(0))
    const second = await claimOne(inbox)
    assertSameBytes(second.entry.payload, longer)
    await inbox.rewrite(second, nothing)
    await inbox.settle(second, done(2))
    assertSameBytes((await entryIn(inbox, entry.id)).payload, nothing)
    assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'done' })
  })

  test('rewrite: a claim that was lost changes nothing', async ({ inbox }) => {
    const entry = await acceptOne(inbox, entryOf())
    const lost = await claimOne(inbox)
    await inbox.settle(lost, { state: 'handedBack' })
    assert.equal(await inbox.rewrite(lost, longer), false)
    const held = await claimOne(inbox)
    assert.equal(await inbox.rewrite(lost, longer), false)
    assertSameBytes((await entryIn(inbox, entry.id)).payload, entry.payload)
    assert.equal(await inbox.rewrite(held, longer), true)
  })
}

const longer = bytesOf(`{"order":"${'longer than before '.repeat(20)}"}`)
const nothing = bytesOf('')
