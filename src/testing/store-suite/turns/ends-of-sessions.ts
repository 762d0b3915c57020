import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { TurnOpening } from '../../../store/turn-store.ts'
import {
  againBy,
  closingOf,
  effectOf,
  endingOf,
  lateOf,
  markOf,
  newSession,
  openingOf,
  replyTo,
  turnOf,
} from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, assertHas, run, stateUnder, statusOf, waitingTurn } from '../working.ts'

/** Ends that somebody may not have seen, and what belongs to no session. */
export function testEndsOfSessions(test: SuiteTest): void {
  const ended = { state: '"end"', isOver: true }

  test('end: what a session left as its end is found until it was seen', async ({ turns }) => {
    const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
    await answer(turns, opening, { resume, session: ended })
    assert.equal(await stateUnder(turns, resume.key), '"end"')
    await turns.seen(opening)
    assert.equal(await stateUnder(turns, resume.key), null)
    await turns.seen(opening)
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('end: a subscriber who left has not seen it, whether that was told before or after', async ({ turns }) => {
    for (const isSeenFirst of [true, false]) {
      const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
      await answer(turns, opening, { resume, session: ended })
      if (isSeenFirst) await turns.seen(opening)
      await turns.end(endingOf(opening.sessionId))
      if (!isSeenFirst) await turns.seen(opening)
      assert.equal(await stateUnder(turns, resume.key), '"end"')
    }
  })

  test('end: whoever has begun another session since has not seen it', async ({ turns }) => {
    const dialled = (): TurnOpening => ({ ...openingOf(newSession(), 1), phoneKey })
    const phoneKey = newSession()
    const [opening, resume] = [dialled(), endMarkOf()]
    await answer(turns, opening, { resume, session: ended })
    await run(turns, dialled())
    const found = await turns.resumable(resume.key)
    await turns.seen(opening)
    assert.deepEqual(await turns.resumable(resume.key), found)
    const next = dialled()
    await answer(turns, next, { resume, session: ended })
    // Neither an earlier session nor one of another phone says anything.
    await run(turns, openingOf(newSession(), 1))
    await turns.seen(next)
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('end: closed again after it was seen it is seen still', async ({ turns }) => {
    for (const tell of ['seen', 'end'] as const) {
      const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
      const closing = await answer(turns, opening, { resume, session: ended })
      if (tell === 'seen') await turns.seen(opening)
      else await turns.end(endingOf(opening.sessionId))
      assert.equal(await turns.close(closing), true)
      assert.equal(await stateUnder(turns, resume.key), tell === 'seen' ? null : '"end"')
    }
  })

  test('end: it tells how long ago it was seen, and no other word of that changes it', async ({ turns }) => {
    const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
    await answer(turns, opening, { resume, session: ended })
    await turns.seen(opening)
    await delay(300)
    await turns.seen(opening)
    const found = await turns.resumable(resume.key)
    assert.ok(found?.seenFor && found.seenFor >= 290 && found.seenFor < 60_000, `it is ${found?.seenFor} ms`)
  })

  test('end: a session that goes on is no end, whatever is told of its screens', async ({ turns }) => {
    const [opening, resume] = [openingOf(newSession(), 1), markOf()]
    await answer(turns, opening, { resume, session: { state: '1' } })
    await turns.seen(opening)
    assert.equal(await stateUnder(turns, resume.key), '1')
    await turns.end(endingOf(opening.sessionId))
    assert.equal(await stateUnder(turns, resume.key), '1')
    await turns.seen({ kind: 'ussd', sessionId: newSession() })
  })

  test('end: a late result may be one, which the turn that takes it leaves as it is', async ({ turns }) => {
    const resume = endMarkOf()
    const { first: opening, fence } = await waitingTurn(turns)
    const late = lateOf(opening, fence, { state: '"end"', resume })
    await turns.finish(late)
    assert.equal(await stateUnder(turns, resume.key), '"end"')
    await answer(turns, openingOf(opening.sessionId, 2), { session: { isOver: true } })
    assert.equal(await stateUnder(turns, resume.key), '"end"')
    await turns.seen(opening)
    assert.equal(await turns.finish(late), true)
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('end: another session that takes its key has an end of its own', async ({ turns }) => {
    const [before, after] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
    const resume = endMarkOf()
    await answer(turns, before, { resume, session: ended })
    await turns.seen(before)
    await answer(turns, after, { resume: { ...resume, isEnd: false }, session: { state: '"after"' } })
    assert.equal(await stateUnder(turns, resume.key), '"after"')
    await turns.seen(before)
    await turns.end(endingOf(before.sessionId))
    assert.equal(await stateUnder(turns, resume.key), '"after"')
    await answer(turns, openingOf(after.sessionId, 2), { resume, session: ended })
    await turns.seen(after)
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('left: what belongs to no session is committed with an effect, and ends the session of its key', async ({
    turns,
  }) => {
    const [opening, resume] = [openingOf(newSession(), 1), markOf()]
    await answer(turns, opening, { resume, session: { state: '"kept"' } })
    const effect = effectOf({ left: { state: '"left"', resume } })
    assert.deepEqual(await turns.begin(effect), { status: 'begun' })
    assert.equal(await stateUnder(turns, resume.key), '"left"')
    assert.equal(await statusOf(turns, openingOf(opening.sessionId, 2)), 'over')
    await turns.begin(againBy(effect, { left: { state: '"again"', resume } }))
    assert.equal(await stateUnder(turns, resume.key), '"again"')
  })

  test('left: a session takes the key of what belongs to none, and no session ends', async ({ turns }) => {
    const resume = markOf()
    await turns.begin(effectOf({ left: { state: '"left"', resume } }))
    const opening: TurnOpening = openingOf(newSession(), 1)
    const { fence } = await run(turns, opening)
    const taken = await turns.begin(effectOf({ turn: turnOf(opening, fence, '"taken"', resume) }))
    assert.deepEqual(taken, { status: 'begun' })
    assert.equal(await stateUnder(turns, resume.key), '"taken"')
    assert.equal(await turns.close(closingOf(opening, fence)), true)
  })
}

function endMarkOf() {
  return markOf({ isEnd: true })
}

/** The subscriber leaves. */
export function testEndingSessions(test: SuiteTest): void {
  test('end: the first one gets the state, and is told that it is the first', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '{"cart":2}' } })
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: '{"cart":2}' })
    assert.equal((await turns.end(endingOf(id, { type: 'timeout' }))).isFirst, false)
  })

  test('end: of twenty at once one is the first', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1))
    const ends = await Promise.all(Array.from({ length: 20 }, () => turns.end(endingOf(id))))
    assert.equal(ends.filter(({ isFirst }) => isFirst).length, 1)
  })

  test('end: no turn runs any more, and those that were answered are repeated', async ({ turns }) => {
    const id = newSession()
    const first = openingOf(id, 1)
    await answer(turns, first)
    await turns.end(endingOf(id))
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: replyTo(first) })
  })

  test('end: in a session that the application has ended it is still the first', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '1', isOver: true } })
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: '1' })
  })

  test('end: it starts a session that is unknown, and only an initiation runs in it', async ({ turns }) => {
    const id = newSession()
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: null })
    assert.equal((await turns.end(endingOf(id))).isFirst, false)
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
    assert.equal(await statusOf(turns, openingOf(id, 3, { sequence: null })), 'over')
    const begun = await run(turns, openingOf(id, 1))
    assert.equal(begun.isNew, true)
    assert.equal(begun.session.isOver, false)
    assert.equal(await turns.close(closingOf(openingOf(id, 1), begun.fence, { session: { state: '1' } })), true)
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: '1' })
    assert.equal(await statusOf(turns, openingOf(id, 1, { turn: 'another' })), 'over')
  })

  test('end: sessions of one id with two owners know nothing of each other', async ({ turns }) => {
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

  test('end: of one session is none of another', async ({ turns }) => {
    const [id, other] = [newSession(), newSession()]
    await answer(turns, openingOf(other, 1))
    await turns.end(endingOf(id))
    assert.equal(await statusOf(turns, openingOf(other, 2)), 'opened')
    assert.equal((await turns.end(endingOf(id, { kind: 'programmable' }))).isFirst, true)
  })

  test('end: when the session was forgotten its state is gone', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1, { expiry: 250 }), { session: { state: '1' } })
    await delay(400)
    assert.deepEqual(await turns.end(endingOf(id)), { isFirst: true, state: null })
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'over')
  })

  test('end: it shows in the transcript', async ({ turns }) => {
    const id = newSession()
    await run(turns, openingOf(id, 1))
    await turns.end(endingOf(id, { type: 'timeout', sequence: 2, at: 1_700_000_060_000 }))
    const [session] = await turns.get('default', id)
    assert.ok(session)
    assert.deepEqual([session.isOver, session.lastAt], [true, 1_700_000_060_000])
    const last = session.transcript.at(-1)
    assert.ok(last)
    assertHas(last, { type: 'timeout', sequence: 2, at: 1_700_000_060_000, entered: null })
  })
}
