import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { closingOf, newSession, noteOf, openingOf, untouched } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, assertHas, each, registration, run, sweepSessions } from '../working.ts'

/** What is forgotten of sessions in time. */
export function testForgettingSessions(test: SuiteTest): void {
  test('sweep of sessions: one that lives is left as it is', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '1' } })
    assert.equal(await sweepSessions(turns, 0), 0)
    assert.equal((await run(turns, openingOf(id, 2))).session.state, '1')
  })

  test('sweep of sessions: of one that has expired the transcript stays for its time', async ({ turns }) => {
    const [id, noted] = [newSession(), newSession()]
    await answer(turns, openingOf(id, 1, { expiry: 1_000 }), { session: { state: '1' } })
    await turns.note(noteOf(openingOf(noted, 1, { expiry: 1_000 })))
    await delay(1_150)
    const before = await turns.get(registration, id)
    await sweepSessions(turns, 600_000)
    assert.deepEqual(await turns.get(registration, id), before)
    assert.equal((await turns.list({ registration, limit: 10 })).sessions.length, 2)
    assert.equal((await run(turns, openingOf(id, 1))).isNew, true)
  })

  test('sweep of sessions: then the transcript goes too', async ({ turns }) => {
    const [id, other] = [newSession(), newSession()]
    await answer(turns, openingOf(id, 1, { expiry: 250 }))
    await answer(turns, openingOf(other, 1))
    await delay(400)
    assert.ok((await sweepSessions(turns, 0)) >= 1)
    assert.deepEqual(await turns.get(registration, id), [])
    const { sessions } = await turns.list({ registration, limit: 10 })
    assert.deepEqual(each(sessions, 'sessionId'), [other])
  })

  test('sweep of sessions: no more rows at once than were asked for', async ({ turns }) => {
    const ids = Array.from({ length: 7 }, newSession)
    for (const id of ids) await answer(turns, openingOf(id, 1, { expiry: 250 }))
    await delay(400)
    await sweepSessions(turns, 0, 2)
    assert.deepEqual((await turns.list({ registration, limit: 10 })).sessions, [])
  })
}

/** Sessions in which nothing happened for long. */
export function testSessionExpiry(test: SuiteTest): void {
  test('expiry: when its time is over a session is new, and its turns run again', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1, { expiry: 250 }), { session: { state: '1', masksAnswer: true } })
    await delay(400)
    const opened = await run(turns, openingOf(id, 1))
    assertHas(opened, { isNew: true, isInterrupted: false, isOddSequence: false, session: untouched })
  })

  test('expiry: one that is over or at work expires as well', async ({ turns }) => {
    const [over, working, noted] = [newSession(), newSession(), newSession()]
    await answer(turns, openingOf(over, 1, { expiry: 250 }), { session: { isOver: true } })
    await run(turns, openingOf(working, 1, { expiry: 250 }))
    await turns.note(noteOf(openingOf(noted, 1, { expiry: 250 }), { isOver: true }))
    await delay(400)
    for (const id of [over, working, noted]) assert.equal((await run(turns, openingOf(id, 1))).isNew, true)
  })

  test('expiry: each turn restarts its time', async ({ turns }) => {
    let longest: number
    let isNew = true
    do {
      const id = newSession()
      let last = performance.now()
      longest = 0
      for (const number of [1, 2, 3, 4]) {
        const opening = openingOf(id, number, { expiry: 1_000 })
        const opened = await run(turns, opening)
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
        isNew = opened.isNew
        await turns.close(closingOf(opening, opened.fence))
        if (number < 4) await delay(400)
      }
      // A busy machine may stop for longer than the session lives.
    } while (longest >= 1_000)
    assert.equal(isNew, false)
  })
}
