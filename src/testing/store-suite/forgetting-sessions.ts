import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchTest } from './bench.ts'
import { newSession, noteOf, openingOf } from './sample-turns.ts'
import { answer, run, sweepSessions } from './turning.ts'
import { registration } from './working.ts'

/** What is forgotten of sessions in time. */
export function testForgettingSessions(test: BenchTest): void {
  test('sweep of sessions: one that lives is left as it is', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '1' } })
    assert.equal(await sweepSessions(turns, 0), 0)
    assert.equal((await run(turns, openingOf(id, 2))).session.state, '1')
  })

  test('sweep of sessions: of one that has expired the transcript stays for its time', async ({ open }) => {
    const { turns } = await open()
    const [id, noted] = [newSession(), newSession()]
    await answer(turns, openingOf(id, 1, { expiry: 250 }), { session: { state: '1' } })
    await turns.note(noteOf(openingOf(noted, 1, { expiry: 250 })))
    await delay(400)
    const before = await turns.get(registration, id)
    await sweepSessions(turns, 600_000)
    assert.deepEqual(await turns.get(registration, id), before)
    assert.equal((await turns.list({ registration, limit: 10 })).sessions.length, 2)
    assert.equal((await run(turns, openingOf(id, 1))).isNew, true)
  })

  test('sweep of sessions: then the transcript goes too', async ({ open }) => {
    const { turns } = await open()
    const [id, other] = [newSession(), newSession()]
    await answer(turns, openingOf(id, 1, { expiry: 250 }))
    await answer(turns, openingOf(other, 1))
    await delay(400)
    assert.ok((await sweepSessions(turns, 0)) >= 1)
    assert.deepEqual(await turns.get(registration, id), [])
    const { sessions } = await turns.list({ registration, limit: 10 })
    assert.deepEqual(
      sessions.map(({ sessionId }) => sessionId),
      [other],
    )
  })

  test('sweep of sessions: no more rows at once than were asked for', async ({ open }) => {
    const { turns } = await open()
    const ids = Array.from({ length: 7 }, newSession)
    for (const id of ids) await answer(turns, openingOf(id, 1, { expiry: 250 }))
    await delay(400)
    await sweepSessions(turns, 0, 2)
    assert.deepEqual((await turns.list({ registration, limit: 10 })).sessions, [])
  })
}
