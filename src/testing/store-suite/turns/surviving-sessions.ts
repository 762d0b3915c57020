import assert from 'node:assert/strict'
import {
  againBy,
  closingOf,
  effectOf,
  endingOf,
  lateOf,
  markOf,
  newSession,
  noteOf,
  openingOf,
  replyTo,
} from '../samples.ts'
import { type SuiteTest, withLook } from '../suite-context.ts'
import { answer, begun, firstTurn, registration, run, stateUnder, statusOf, waitingTurn } from '../working.ts'

/** What the next process finds of sessions. */
export function testSurvivingSessions(test: SuiteTest): void {
  test('reopened: a session goes on where it was', async ({ opened: before, reopened }) => {
    const [id, over, left] = [newSession(), newSession(), newSession()]
    const first = openingOf(id, 1)
    await answer(before.turns, first, { session: { state: '{"step":1}', masksAnswer: true } })
    await answer(before.turns, openingOf(over, 1), { session: { isOver: true } })
    await answer(before.turns, openingOf(left, 1))
    await before.turns.end(endingOf(left))
    const transcripts = await before.turns.get(registration, id)
    const { turns } = await reopened()
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: replyTo(first) })
    const { isNew, isInterrupted, session } = await run(turns, openingOf(id, 2))
    assert.deepEqual([isNew, isInterrupted, session.state, session.masksAnswer], [false, false, '{"step":1}', true])
    assert.equal(await statusOf(turns, openingOf(over, 2)), 'over')
    assert.equal((await turns.end(endingOf(left))).isFirst, false)
    const kept = await turns.get(registration, id)
    assert.deepEqual(kept[0]?.transcript[0], transcripts[0]?.transcript[0])
  })

  test('reopened: a late result is still there', async ({ opened: before, reopened }) => {
    const { id, first, fence } = await waitingTurn(before.turns)
    await before.turns.finish(lateOf(first, fence, { state: '2' }))
    const { turns } = await reopened()
    const { session } = await run(turns, openingOf(id, 2))
    assert.deepEqual([session.late, session.state], ['{"Message":"Paid"}', '2'])
  })

  test('reopened: what ran is not run again', async ({ opened: before, reopened }) => {
    const id = newSession()
    await answer(before.turns, openingOf(id, 1), { session: { state: '1' } })
    const lost = openingOf(id, 2)
    const { fence } = await run(before.turns, lost)
    const { turns } = await reopened()
    const again = openingOf(id, 2)
    const opened = await turns.open(again)
    assert.equal(opened.status, 'interrupted')
    assert.equal(opened.session.state, '1')
    assert.equal(await turns.close(closingOf(lost, fence, { session: { state: '"lost"' } })), false)
    assert.equal(await turns.close(closingOf(again, opened.fence, { source: 'failed' })), true)
    assert.deepEqual(await turns.open(openingOf(id, 2)), { status: 'repeated', reply: replyTo(again) })
    assert.equal((await run(turns, openingOf(id, 3))).isInterrupted, false)
  })

  test('reopened: the outcome of an effect that was running, or was left, is unknown', async ({
    opened: before,
    reopened,
  }) => {
    const [begun, taken, left] = [effectOf(), effectOf(), effectOf()]
    for (const effect of [begun, taken, left]) await before.turns.begin(effect)
    for (const { key, attempt } of [taken, left]) await before.turns.conclude({ key, attempt, outcome: null })
    await before.turns.begin(againBy(taken))
    const { turns } = await reopened()
    for (const effect of [begun, taken, left]) {
      assert.equal((await turns.begin(againBy(effect))).status, 'unknown')
      assert.equal((await turns.begin(againBy(effect))).status, 'running')
    }
  })

  test('reopened: an effect that was concluded is not done again', async ({ opened: before, reopened }) => {
    const effect = await begun(before.turns, effectOf())
    await before.turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '"done"' })
    const { turns } = await reopened()
    assert.deepEqual(await turns.begin(againBy(effect)), { status: 'concluded', outcome: '"done"' })
  })

  test('reopened: what may be resumed is there, and what had its key ends', async ({ opened: before, reopened }) => {
    const [id, resume] = [newSession(), markOf()]
    await answer(before.turns, openingOf(id, 1), { resume, session: { state: '1' } })
    const { turns } = await reopened()
    assert.equal(await stateUnder(turns, resume.key), '1')
    await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '2' } })
    assert.equal(await stateUnder(turns, resume.key), '2')
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
  })

  test('reopened: the turn after one that was lost runs, and is told so', async ({ opened: before, reopened }) => {
    const lost = [await firstTurn(before.turns), await waitingTurn(before.turns)]
    const { turns } = await reopened()
    for (const { id } of lost) assert.equal((await run(turns, openingOf(id, 2))).isInterrupted, true)
  })
}

/** Turns of a store that is let go. */
export function testClosingTurns(test: SuiteTest): void {
  test('close: every later turn is refused', async ({ opened, turns }) => {
    const { id, first: opening, fence } = await firstTurn(turns)
    await opened.close()
    const asked = [
      () => turns.open(openingOf(id, 2)),
      () => turns.close(closingOf(opening, fence)),
      () => turns.finish(lateOf(opening, fence)),
      () => turns.begin(effectOf()),
      () => turns.conclude({ key: 'order', attempt: '1', outcome: '1' }),
      () => turns.resumable('phone'),
      () => turns.seen({ kind: 'ussd', sessionId: id }),
      () => turns.note(noteOf(openingOf(id, 2))),
      () => turns.end(endingOf(id)),
      () => turns.sweep(0, 1),
      () => turns.list({ registration, limit: 1 }),
      () => turns.get(registration, id),
    ]
    for (const ask of asked) await assert.rejects(ask, { code: 'FMW_STORE_UNAVAILABLE' }, String(ask))
  })

  test('look: it shows the sessions of the application', async ({ turns, store }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1))
    await withLook(store, async (look) => {
      assert.deepEqual(await look.registrations(), [registration])
      assert.deepEqual(await look.sessions.get(registration, id), await turns.get(registration, id))
      const query = { registration, limit: 10 }
      assert.deepEqual(await look.sessions.list(query), await turns.list(query))
    })
  })
}
