import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { closingOf, endingOf, lateOf, newSession, openingOf, replyTo, waitingOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, run, statusOf, waitingTurn } from '../working.ts'

/** Who may still write to a session. */
export function testTurnFences(test: SuiteTest): void {
  test("fence: a turn isn't closed with another fence", async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '"kept"' } })
    const opening = openingOf(id, 2)
    const { fence } = await run(turns, opening)
    const forged = closingOf(opening, `${fence}0`, { session: { state: '"forged"' } })
    assert.equal(await turns.close(forged), false)
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'running')
    assert.equal(await turns.close(closingOf(opening, fence)), true)
    assert.equal((await run(turns, openingOf(id, 3))).session.state, '"kept"')
  })

  test('fence: that of one turn closes no other', async ({ turns }) => {
    const id = newSession()
    const { fence } = await answer(turns, openingOf(id, 1))
    const second = openingOf(id, 2)
    const opened = await run(turns, second)
    assert.notEqual(opened.fence, fence)
    assert.equal(await turns.close(closingOf(second, fence, { session: { state: '"stale"' } })), false)
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'running')
  })

  test('fence: closing again answers as before and changes nothing', async ({ turns }) => {
    const id = newSession()
    const opening = openingOf(id, 1)
    const closing = await answer(turns, opening, { session: { state: '1' } })
    const other = { ...closing, reply: '{}', session: { ...closing.session, state: '2', isOver: true } }
    assert.equal(await turns.close(other), true)
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: replyTo(opening) })
    assert.equal((await run(turns, openingOf(id, 2))).session.state, '1')
    assert.equal(await turns.close(other), true)
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'running')
  })

  test('fence: when the subscriber has left, nothing more is written', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '"before"' } })
    const opening = openingOf(id, 2)
    const { fence } = await run(turns, opening)
    await turns.end(endingOf(id))
    assert.equal(await turns.close(closingOf(opening, fence, { session: { state: '"after"' } })), false)
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: false, state: '"before"' })
  })

  test('fence: when the subscriber has left, a late result is dropped', async ({ turns }) => {
    const { id, first: opening, fence } = await waitingTurn(turns)
    await turns.end(endingOf(id))
    assert.equal(await turns.finish(lateOf(opening, fence, { state: '"after"' })), false)
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: false, state: null })
  })

  test('fence: a late result is written once, under its own', async ({ turns }) => {
    const { id, first: opening, fence } = await waitingTurn(turns)
    assert.equal(await turns.finish(lateOf(opening, `${fence}0`, { reply: '{"Message":"forged"}' })), false)
    assert.equal(await turns.finish(lateOf(opening, fence)), true)
    assert.equal(await turns.finish(lateOf(opening, fence, { reply: '{"Message":"again"}' })), true)
    assert.equal((await run(turns, openingOf(id, 2))).session.late, '{"Message":"Paid"}')
  })

  test('fence: nothing is written to an unknown session', async ({ turns }) => {
    const opening = openingOf(newSession(), 1)
    assert.equal(await turns.close(closingOf(opening, '1')), false)
    assert.equal(await turns.finish(lateOf(opening, '1')), false)
    assert.equal((await run(turns, opening)).isNew, true)
  })

  test('fence: when the session was forgotten, nothing is written to the one that took its place', async ({
    turns,
  }) => {
    const id = newSession()
    const opening = openingOf(id, 1, { expiry: 250 })
    const late = openingOf(newSession(), 1, { expiry: 250 })
    const { fence } = await run(turns, opening)
    const started = await run(turns, late)
    await turns.close(waitingOf(late, started.fence))
    await delay(400)
    assert.equal((await run(turns, openingOf(id, 2))).isNew, true)
    assert.equal((await run(turns, openingOf(late.sessionId, 2))).isNew, true)
    assert.equal(await turns.close(closingOf(opening, fence, { session: { state: '"old"' } })), false)
    assert.equal(await turns.finish(lateOf(late, started.fence)), false)
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'running')
  })
}
