import assert from 'node:assert/strict'
import { closingOf, markOf, newSession, openingOf, waitingOf } from '../samples.ts'
import { type SuiteTest, withLook } from '../suite-context.ts'
import { allPages, answer, registration, run } from '../working.ts'

/** The sessions that are open, as tools see them beside the application. Stores without a look have nothing to show. */
export function testOpenSessions(test: SuiteTest): void {
  test('look: it shows open sessions with their states, and what was left of others', async ({
    turns,
    open,
    store,
  }) => {
    const [first, over, left, waiting] = [newSession(), newSession(), newSession(), newSession()]
    await answer(turns, openingOf(first, 1), { session: { state: '"\\u0000one"' } })
    await answer(turns, openingOf(over, 1), { session: { state: '2', isOver: true } })
    await answer(turns, openingOf(left, 1), { session: { state: '3', isOver: true }, resume: markOf() })
    await answer(turns, openingOf(waiting, 1), { session: { state: '4' }, resume: markOf() })
    const next = openingOf(waiting, 2)
    await turns.close(waitingOf(next, (await run(turns, next)).fence))
    const begun = openingOf(newSession(), 1)
    await run(turns, begun)
    const { turns: others } = await open('tickets')
    await answer(others, openingOf(newSession(), 1), { session: { state: '5' } })
    await withLook(store, async (look) => {
      const { openSessions } = look
      assert.equal(await openSessions.count(registration), 4)
      const pages = await allPages((cursor) => openSessions.list({ registration, limit: 3, cursor }))
      assert.deepEqual(
        pages.map(({ sessions }) => sessions.length),
        [3, 1],
      )
      const shown = pages.flatMap(({ sessions }) => sessions)
      assert.deepEqual(
        shown.map(({ sessionId, state, isLeft, screen }) => [sessionId, state, isLeft, screen]),
        [
          [begun.sessionId, null, false, null],
          [waiting, '4', false, null],
          [left, '3', true, closingOf(openingOf(left, 1), '').screen],
          [first, '"\\u0000one"', false, closingOf(openingOf(first, 1), '').screen],
        ],
      )
      const [transcript] = await look.sessions.get(registration, first)
      assert.ok(transcript)
      const { transcript: _turns, phoneKey: _phoneKey, ...summary } = transcript
      for (const { state: _state, isLeft: _isLeft, screen: _screen, ...open } of shown.slice(3)) {
        assert.deepEqual(open, summary)
      }
    })
  })
}
