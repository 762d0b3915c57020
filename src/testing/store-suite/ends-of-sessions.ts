import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { TurnOpening } from '../../store/turn-store.ts'
import type { BenchTest } from './bench.ts'
import { againBy, effectOf, markOf, turnOf } from './sample-effects.ts'
import { closingOf, endingOf, lateOf, newSession, openingOf, waitingOf } from './sample-turns.ts'
import { answer, run, stateUnder, statusOf } from './turning.ts'

/** Ends that somebody may not have seen, and what belongs to no session. */
export function testEndsOfSessions(test: BenchTest): void {
  const ended = { state: '"end"', isOver: true }

  test('end: what a session left as its end is found until it was seen', async ({ open }) => {
    const { turns } = await open()
    const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
    await answer(turns, opening, { resume, session: ended })
    assert.equal(await stateUnder(turns, resume.key), '"end"')
    await turns.seen(opening)
    assert.equal(await stateUnder(turns, resume.key), null)
    await turns.seen(opening)
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('end: whoever left has not seen it, whether that was told before or after', async ({ open }) => {
    const { turns } = await open()
    for (const isSeenFirst of [true, false]) {
      const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
      await answer(turns, opening, { resume, session: ended })
      if (isSeenFirst) await turns.seen(opening)
      await turns.end(endingOf(opening.sessionId))
      if (!isSeenFirst) await turns.seen(opening)
      assert.equal(await stateUnder(turns, resume.key), '"end"')
    }
  })

  test('end: closed again after it was seen it is seen still', async ({ open }) => {
    const { turns } = await open()
    for (const tell of ['seen', 'end'] as const) {
      const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
      const closing = await answer(turns, opening, { resume, session: ended })
      if (tell === 'seen') await turns.seen(opening)
      else await turns.end(endingOf(opening.sessionId))
      assert.equal(await turns.close(closing), true)
      assert.equal(await stateUnder(turns, resume.key), tell === 'seen' ? null : '"end"')
    }
  })

  test('end: it tells how long ago it was seen, and no other word of that changes it', async ({ open }) => {
    const { turns } = await open()
    const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
    await answer(turns, opening, { resume, session: ended })
    await turns.seen(opening)
    await delay(300)
    await turns.seen(opening)
    const found = await turns.resumable(resume.key)
    assert.ok(found?.seenFor && found.seenFor >= 290 && found.seenFor < 60_000, `it is ${found?.seenFor} ms`)
  })

  test('end: a session that goes on is no end, whatever is told of its screens', async ({ open }) => {
    const { turns } = await open()
    const [opening, resume] = [openingOf(newSession(), 1), markOf()]
    await answer(turns, opening, { resume, session: { state: '1' } })
    await turns.seen(opening)
    assert.equal(await stateUnder(turns, resume.key), '1')
    await turns.end(endingOf(opening.sessionId))
    assert.equal(await stateUnder(turns, resume.key), '1')
    await turns.seen({ kind: 'ussd', sessionId: newSession() })
  })

  test('end: a late result may be one, which the turn that takes it leaves as it is', async ({ open }) => {
    const { turns } = await open()
    const [opening, resume] = [openingOf(newSession(), 1), endMarkOf()]
    const { fence } = await run(turns, opening)
    await turns.close(waitingOf(opening, fence))
    const late = lateOf(opening, fence, { state: '"end"', resume })
    await turns.finish(late)
    assert.equal(await stateUnder(turns, resume.key), '"end"')
    await answer(turns, openingOf(opening.sessionId, 2), { session: { isOver: true } })
    assert.equal(await stateUnder(turns, resume.key), '"end"')
    await turns.seen(opening)
    assert.equal(await turns.finish(late), true)
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('end: another session that takes its key has an end of its own', async ({ open }) => {
    const { turns } = await open()
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
    open,
  }) => {
    const { turns } = await open()
    const [opening, resume] = [openingOf(newSession(), 1), markOf()]
    await answer(turns, opening, { resume, session: { state: '"kept"' } })
    const effect = effectOf({ left: { state: '"left"', resume } })
    assert.deepEqual(await turns.begin(effect), { status: 'begun' })
    assert.equal(await stateUnder(turns, resume.key), '"left"')
    assert.equal(await statusOf(turns, openingOf(opening.sessionId, 2)), 'over')
    await turns.begin(againBy(effect, { left: { state: '"again"', resume } }))
    assert.equal(await stateUnder(turns, resume.key), '"again"')
  })

  test('left: a session takes the key of what belongs to none, and ends nobody', async ({ open }) => {
    const { turns } = await open()
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
