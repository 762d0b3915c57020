import assert from 'node:assert/strict'
import { closingOf, endingOf, lateOf, newSession, noteOf, openingOf, replyTo, waitingOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, firstTurn, run, statusOf, waitingTurn } from '../working.ts'

/** Results that came after their waiting screens. */
export function testLateResults(test: SuiteTest): void {
  test('late: the next turn gets it, with the state that came with it', async ({ turns }) => {
    const { id, first, fence } = await waitingTurn(turns)
    assert.equal(await turns.finish(lateOf(first, fence, { state: '{"paid":true}' })), true)
    const { isNew, session, isInterrupted } = await run(turns, openingOf(id, 2))
    assert.deepEqual([isNew, isInterrupted], [false, false])
    assert.deepEqual([session.late, session.state], ['{"Message":"Paid"}', '{"paid":true}'])
  })

  test('late: without a state it leaves the one that is there', async ({ turns }) => {
    const { id, first, fence } = await firstTurn(turns)
    await turns.close(closingOf(first, fence, { source: 'waiting', goesOn: true, session: { state: '"there"' } }))
    await turns.finish(lateOf(first, fence))
    assert.equal((await run(turns, openingOf(id, 2))).session.state, '"there"')
  })

  test('late: the first reader takes it, and no other gets it', async ({ turns }) => {
    const { id, first, fence } = await waitingTurn(turns)
    await turns.finish(lateOf(first, fence))
    const second = openingOf(id, 2)
    const taken = await run(turns, second)
    assert.equal(await statusOf(turns, openingOf(id, 3)), 'running beside')
    await turns.close(closingOf(second, taken.fence, { source: 'late', session: { late: null } }))
    assert.equal((await run(turns, openingOf(id, 3))).session.late, null)
  })

  test('late: the turn that began it is answered with its waiting screen still', async ({ turns }) => {
    const { id, first, fence, waiting } = await waitingTurn(turns)
    await turns.finish(lateOf(first, fence))
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: waiting.reply })
  })

  test('late: asked for again under the same name it is still there', async ({ turns }) => {
    const { id, first, fence } = await waitingTurn(turns)
    await turns.finish(lateOf(first, fence))
    const second = openingOf(id, 2)
    const opened = await run(turns, second)
    assert.deepEqual(await run(turns, second), opened)
    assert.notEqual(opened.session.late, null)
  })
}

/** Answers that were given without opening the turn. */
export function testTurnNotes(test: SuiteTest): void {
  test('note: its turn is repeated, and the work beside it goes on', async ({ turns }) => {
    const { id, first, fence } = await firstTurn(turns)
    const second = openingOf(id, 2)
    await turns.note(noteOf(second))
    assert.deepEqual(await turns.open(second), { status: 'repeated', reply: replyTo(second) })
    assert.equal(await statusOf(turns, openingOf(id, 3)), 'running beside')
    assert.equal(await turns.close(closingOf(first, fence)), true)
  })

  test('note: it starts a session that is unknown', async ({ turns }) => {
    const id = newSession()
    await turns.note(noteOf(openingOf(id, 1)))
    assert.equal(await statusOf(turns, openingOf(id, 1)), 'repeated')
    assert.equal((await run(turns, openingOf(id, 2))).isNew, false)
  })

  test('note: a turn that is known stays as it is', async ({ turns }) => {
    const id = newSession()
    const [first, second] = [openingOf(id, 1), openingOf(id, 2)]
    await answer(turns, first)
    await turns.note(noteOf(openingOf(id, 1), { reply: '{}', isOver: true }))
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: replyTo(first) })
    const { fence } = await run(turns, second)
    await turns.note(noteOf(openingOf(id, 2), { reply: '{}' }))
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'running')
    assert.equal(await turns.close(closingOf(second, fence)), true)
    assert.deepEqual(await turns.open(openingOf(id, 2)), { status: 'repeated', reply: replyTo(second) })
    assert.equal((await turns.get('default', id))[0]?.transcript.length, 2)
  })

  test('note: one that ends the session fences what runs in it', async ({ turns }) => {
    const { id, first, fence } = await firstTurn(turns)
    await turns.note(noteOf(openingOf(id, 2), { source: 'deadline', isOver: true }))
    assert.equal(await turns.close(closingOf(first, fence)), false)
    assert.equal(await statusOf(turns, openingOf(id, 3)), 'over')
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'repeated')
    assert.equal((await turns.end(endingOf(id))).isFirst, true)
  })

  test('note: it leaves state and late result of the session alone', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '1', masksAnswer: true } })
    const second = openingOf(id, 2)
    const { fence } = await run(turns, second)
    await turns.close({
      ...waitingOf(second, fence),
      session: { state: undefined, isOver: false, masksAnswer: true, late: null },
    })
    await turns.note(noteOf(openingOf(id, 3)))
    await turns.finish({ kind: 'ussd', sessionId: id, fence, reply: '{"Message":"Paid"}', state: undefined })
    await turns.note(noteOf(openingOf(id, 4)))
    assert.deepEqual((await run(turns, openingOf(id, 5))).session, {
      state: '1',
      isOver: false,
      masksAnswer: true,
      late: '{"Message":"Paid"}',
    })
  })
}
