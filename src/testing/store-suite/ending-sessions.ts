import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchTest } from './bench.ts'
import { closingOf, endingOf, newSession, openingOf, replyTo } from './sample-turns.ts'
import { answer, run, statusOf } from './turning.ts'

/** The subscriber leaves. */
export function testEndingSessions(test: BenchTest): void {
  test('end: the first one gets the state, and is told that it is the first', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '{"cart":2}' } })
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: '{"cart":2}' })
    assert.equal((await turns.end(endingOf(id, { type: 'timeout' }))).isFirst, false)
  })

  test('end: of twenty at once one is the first', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1))
    const ends = await Promise.all(Array.from({ length: 20 }, () => turns.end(endingOf(id))))
    assert.equal(ends.filter(({ isFirst }) => isFirst).length, 1)
  })

  test('end: no turn runs any more, and those that were answered are repeated', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    await answer(turns, first)
    await turns.end(endingOf(id))
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: replyTo(first) })
  })

  test('end: in a session that the application has ended it is still the first', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '1', isOver: true } })
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: '1' })
  })

  test('end: of a session that nobody knows it is the first, and no turn runs in it but an initiation', async ({
    open,
  }) => {
    const { turns } = await open()
    const id = newSession()
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: null })
    assert.equal((await turns.end(endingOf(id))).isFirst, false)
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
    const begun = await run(turns, openingOf(id, 1))
    assert.equal(begun.isNew, true)
    assert.equal(begun.session.isOver, false)
    assert.equal(await turns.close(closingOf(openingOf(id, 1), begun.fence, { session: { state: '1' } })), true)
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: '1' })
    assert.equal(await statusOf(turns, openingOf(id, 1, { turn: 'another' })), 'over')
  })

  test('end: sessions of one id with two owners know nothing of each other', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const [one, other, nobody] = [{ owner: 'one' }, { owner: 'other' }, {}]
    const first = openingOf(id, 1, one)
    const begun = await answer(turns, first, { ...one, session: { state: '"of one"' } })
    assert.equal(begun.owner, 'one')
    for (const owner of [other, nobody]) {
      const opened = await run(turns, openingOf(id, 1, owner))
      assert.deepEqual([opened.isNew, opened.session.state], [true, null])
      assert.equal(await turns.close(closingOf(first, opened.fence, one)), false)
    }
    assert.deepEqual(await turns.end(endingOf(id, other)), { isFirst: true, state: null })
    assert.equal(await statusOf(turns, openingOf(id, 2, other)), 'over')
    assert.equal((await run(turns, openingOf(id, 2, one))).session.state, '"of one"')
    assert.equal((await turns.get('default', id)).length, 3)
  })

  test('end: of one session is none of another', async ({ open }) => {
    const { turns } = await open()
    const [id, other] = [newSession(), newSession()]
    await answer(turns, openingOf(other, 1))
    await turns.end(endingOf(id))
    assert.equal(await statusOf(turns, openingOf(other, 2)), 'opened')
    assert.equal((await turns.end(endingOf(id, { kind: 'programmable' }))).isFirst, true)
  })

  test('end: when the session was forgotten its state is gone', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1, { expiry: 250 }), { session: { state: '1' } })
    await delay(400)
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: null })
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
  })

  test('end: it shows in the transcript', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await run(turns, openingOf(id, 1))
    await turns.end(endingOf(id, { type: 'timeout', sequence: 2, at: 1_700_000_060_000 }))
    const [session] = await turns.get('default', id)
    assert.ok(session)
    assert.deepEqual([session.isOver, session.lastAt], [true, 1_700_000_060_000])
    const last = session.transcript.at(-1)
    assert.ok(last)
    const { type, sequence, at, entered } = last
    assert.deepEqual(
      { type, sequence, at, entered },
      { type: 'timeout', sequence: 2, at: 1_700_000_060_000, entered: null },
    )
  })
}
