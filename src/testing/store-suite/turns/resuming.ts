import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import {
  againBy,
  closingOf,
  effectOf,
  endingOf,
  lateOf,
  markOf,
  newSession,
  openingOf,
  turnOf,
  waitingOf,
} from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, begun, firstTurn, run, stateUnder, statusOf, sweepSessions } from '../working.ts'

/** Sessions that another may go on from. */
export function testResuming(test: SuiteTest): void {
  test('resume: a look for its key finds the state that was committed last', async ({ turns }) => {
    const [id, resume] = [newSession(), markOf()]
    assert.equal(await stateUnder(turns, resume.key), null)
    await answer(turns, openingOf(id, 1), { resume, session: { state: '1' } })
    assert.equal(await stateUnder(turns, resume.key), '1')
    await answer(turns, openingOf(id, 2), { session: { state: '2' } })
    assert.equal(await stateUnder(turns, resume.key), '2')
    await answer(turns, openingOf(id, 3))
    assert.equal(await stateUnder(turns, resume.key), '2')
    await answer(turns, openingOf(id, 4), { resume: null, session: { state: '4' } })
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('resume: a mark stands for the state that is there', async ({ turns }) => {
    const [id, resume] = [newSession(), markOf()]
    await answer(turns, openingOf(id, 1), { session: { state: '1' } })
    await answer(turns, openingOf(id, 2), { resume })
    assert.equal(await stateUnder(turns, resume.key), '1')
  })

  test("resume: an unmarked session can't be resumed", async ({ turns }) => {
    const opening = openingOf(newSession(), 1)
    await answer(turns, opening, { session: { state: '1' } })
    for (const key of [opening.sessionId, opening.phone, opening.phoneKey]) {
      assert.equal(await stateUnder(turns, key), null)
    }
  })

  test('resume: a late result brings its state, and a mark', async ({ turns }) => {
    const [marked, unmarked] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
    const [resume, later] = [markOf(), markOf()]
    for (const opening of [marked, unmarked]) {
      const { fence } = await run(turns, opening)
      const mark = opening === marked ? { resume } : {}
      await turns.close({ ...waitingOf(opening, fence), ...mark })
      const mine = opening === marked ? {} : { resume: later }
      assert.equal(await turns.finish(lateOf(opening, fence, { state: '"late"', ...mine })), true)
    }
    assert.equal(await stateUnder(turns, resume.key), '"late"')
    assert.equal(await stateUnder(turns, later.key), '"late"')
  })

  test('resume: the beginning of an effect brings its state, and a mark', async ({ turns }) => {
    const { first: opening, fence } = await firstTurn(turns)
    const resume = markOf()
    await turns.begin(effectOf({ turn: turnOf(opening, fence, '1', resume) }))
    assert.equal(await stateUnder(turns, resume.key), '1')
    await turns.begin(effectOf({ turn: turnOf(opening, fence, '2') }))
    assert.equal(await stateUnder(turns, resume.key), '2')
    await turns.begin(effectOf({ turn: turnOf(opening, fence, '3', null) }))
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('resume: it lasts for its span from the commit on, and no longer', async ({ turns }) => {
    const [over, kept] = [markOf({ within: 300 }), markOf()]
    for (const resume of [over, kept]) {
      await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '1' } })
    }
    assert.equal(await stateUnder(turns, over.key), '1')
    await delay(400)
    assert.equal(await stateUnder(turns, over.key), null)
    assert.equal(await stateUnder(turns, kept.key), '1')
  })

  test('resume: marking it again restarts its span', async ({ turns }) => {
    const [id, resume] = [newSession(), markOf({ within: 0 })]
    await answer(turns, openingOf(id, 1), { resume, session: { state: '1' } })
    // Where a server tells the time, its clock may be set back by some of this.
    await delay(50)
    assert.equal(await stateUnder(turns, resume.key), null)
    await answer(turns, openingOf(id, 2), { resume: { ...resume, within: 600_000 } })
    assert.equal(await stateUnder(turns, resume.key), '1')
    assert.equal(await statusOf(turns, openingOf(id, 3)), 'opened')
  })

  test('resume: it outlives the end of its session', async ({ turns }) => {
    const [left, over] = [newSession(), newSession()]
    const [ofLeft, ofOver] = [markOf(), markOf()]
    await answer(turns, openingOf(left, 1), { resume: ofLeft, session: { state: '1' } })
    await turns.end(endingOf(left))
    await answer(turns, openingOf(over, 1), { resume: ofOver, session: { state: '2', isOver: true } })
    assert.equal(await stateUnder(turns, ofLeft.key), '1')
    assert.equal(await stateUnder(turns, ofOver.key), '2')
  })

  test('resume: it outlives its session, and belongs to no other of that id', async ({ turns }) => {
    const [id, resume] = [newSession(), markOf()]
    await answer(turns, openingOf(id, 1, { expiry: 400 }), { resume, session: { state: '1' } })
    await delay(600)
    await sweepSessions(turns, 0)
    assert.deepEqual(await turns.get('default', id), [])
    assert.equal(await stateUnder(turns, resume.key), '1')
    await answer(turns, openingOf(id, 2), { session: { state: '2' } })
    await answer(turns, openingOf(id, 3), { resume: null })
    assert.equal(await stateUnder(turns, resume.key), '1')
    await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '3' } })
    assert.equal(await stateUnder(turns, resume.key), '3')
    assert.equal(await statusOf(turns, openingOf(id, 4)), 'opened')
  })

  test('resume: another session that takes its key ends the one before', async ({ turns }) => {
    const [before, after] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
    const resume = markOf()
    await answer(turns, before, { resume, session: { state: '"before"' } })
    const second = openingOf(before.sessionId, 2)
    const { fence } = await run(turns, second)
    await answer(turns, after, { resume, session: { state: '"after"' } })
    assert.equal(await turns.close(closingOf(second, fence, { session: { state: '"late"' } })), false)
    const effect = effectOf({ turn: turnOf(second, fence, '"late"', resume) })
    assert.equal((await turns.begin(effect)).status, 'fenced')
    assert.equal(await statusOf(turns, openingOf(before.sessionId, 3)), 'over')
    assert.equal(await stateUnder(turns, resume.key), '"after"')
    assert.deepEqual(await turns.end(endingOf(before.sessionId)), { isFirst: true, state: '"before"' })
    assert.equal(await statusOf(turns, openingOf(after.sessionId, 2)), 'opened')
    const [transcript] = await turns.get('default', before.sessionId)
    assert.equal(transcript?.isOver, true)
  })

  test('resume: a late result and an effect take a key as well', async ({ turns }) => {
    for (const how of ['finish', 'begin']) {
      const [before, after] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
      const resume = markOf()
      await answer(turns, before, { resume, session: { state: '"before"' } })
      const { fence } = await run(turns, after)
      await turns.close(waitingOf(after, fence))
      if (how === 'finish') await turns.finish(lateOf(after, fence, { state: '"after"', resume }))
      else await turns.begin(effectOf({ turn: turnOf(after, fence, '"after"', resume) }))
      assert.equal(await statusOf(turns, openingOf(before.sessionId, 2)), 'over')
      assert.equal(await stateUnder(turns, resume.key), '"after"')
    }
  })

  test('resume: of a session that was forgotten the key is taken, and nothing ends', async ({ turns }) => {
    const [old, next] = [newSession(), newSession()]
    const resume = markOf()
    await answer(turns, openingOf(old, 1, { expiry: 400 }), { resume, session: { state: '1' } })
    await delay(600)
    await answer(turns, openingOf(next, 1), { resume, session: { state: '2' } })
    assert.equal(await stateUnder(turns, resume.key), '2')
    assert.equal((await turns.get('default', old))[0]?.isOver, false)
    assert.equal((await run(turns, openingOf(old, 2))).isNew, true)
  })

  test('resume: a session that lost its key takes nothing away with it', async ({ turns }) => {
    const [before, after] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
    const [resume, other] = [markOf(), markOf()]
    const first = await answer(turns, before, { resume, session: { state: '"before"' } })
    await answer(turns, after, { resume, session: { state: '"after"' } })
    // Asked again it answers as before, and changes nothing.
    assert.equal(await turns.close({ ...first, resume }), true)
    assert.equal(await turns.close({ ...first, resume: null }), true)
    assert.equal(await stateUnder(turns, resume.key), '"after"')
    assert.equal(await statusOf(turns, openingOf(after.sessionId, 2)), 'opened')
    assert.equal(await stateUnder(turns, other.key), null)
  })

  test('resume: finishing again changes nothing', async ({ turns }) => {
    const [before, after] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
    const resume = markOf()
    const { fence } = await run(turns, before)
    await turns.close(waitingOf(before, fence))
    const late = lateOf(before, fence, { state: '"before"', resume })
    assert.equal(await turns.finish(late), true)
    await answer(turns, after, { resume, session: { state: '"after"' } })
    assert.equal(await turns.finish(late), true)
    assert.equal(await stateUnder(turns, resume.key), '"after"')
    assert.equal(await statusOf(turns, openingOf(after.sessionId, 2)), 'opened')
  })

  test('resume: asking for an effect again changes nothing', async ({ turns }) => {
    const [before, after] = [openingOf(newSession(), 1), openingOf(newSession(), 1)]
    const resume = markOf()
    const { fence } = await run(turns, before)
    const effect = await begun(turns, effectOf({ turn: turnOf(before, fence, '"before"', resume) }))
    await answer(turns, after, { resume, session: { state: '"after"' } })
    assert.equal((await turns.begin(effect)).status, 'begun')
    assert.equal((await turns.begin(againBy(effect))).status, 'fenced')
    assert.equal(await stateUnder(turns, resume.key), '"after"')
    assert.equal(await statusOf(turns, openingOf(after.sessionId, 2)), 'opened')
  })

  test('resume: a session has one key, the last that it was marked with', async ({ turns }) => {
    const [id, other] = [newSession(), newSession()]
    const [first, second] = [markOf(), markOf()]
    await answer(turns, openingOf(id, 1), { resume: first, session: { state: '1' } })
    await answer(turns, openingOf(id, 2), { resume: second, session: { state: '2' } })
    assert.equal(await stateUnder(turns, first.key), null)
    assert.equal(await stateUnder(turns, second.key), '2')
    await answer(turns, openingOf(other, 1), { resume: first })
    assert.equal(await statusOf(turns, openingOf(id, 3)), 'opened')
  })

  test('resume: a turn that may not write marks nothing', async ({ turns }) => {
    const [id, resume] = [newSession(), markOf()]
    const opening = openingOf(id, 1)
    const { fence } = await run(turns, opening)
    const forged = closingOf(opening, `${fence}0`, { resume, session: { state: '"forged"' } })
    assert.equal(await turns.close(forged), false)
    assert.equal(await turns.finish(lateOf(opening, fence, { resume, state: '"early"' })), false)
    await turns.end(endingOf(id))
    assert.equal(await turns.close(closingOf(opening, fence, { resume, session: { state: '"after"' } })), false)
    await turns.begin(effectOf({ turn: turnOf(opening, fence, '"after"', resume) }))
    assert.equal(await stateUnder(turns, resume.key), null)
  })

  test('resume: two that take the keys of each other at once leave no key with two', async ({ turns }) => {
    const marks = [markOf(), markOf()]
    const sides = await Promise.all(
      marks.map(async (own, place) => {
        const id = newSession()
        await answer(turns, openingOf(id, 1), { resume: own, session: { state: `"of ${place}"` } })
        const opening = openingOf(id, 2)
        const { fence } = await run(turns, opening)
        return { id, own, closing: closingOf(opening, fence, { resume: marks[1 - place] }), state: `"of ${place}"` }
      }),
    )
    const taken = await Promise.all(sides.map(({ closing }) => turns.close(closing)))
    assert.deepEqual(taken.toSorted(), [false, true])
    const [winner, loser] = [sides[taken.indexOf(true)], sides[taken.indexOf(false)]]
    assert.ok(winner && loser)
    assert.equal(await stateUnder(turns, loser.own.key), winner.state)
    assert.equal(await stateUnder(turns, winner.own.key), null)
    assert.equal(await statusOf(turns, openingOf(winner.id, 3)), 'opened')
    assert.equal(await statusOf(turns, openingOf(loser.id, 3)), 'over')
  })

  test('resume: keys of other registrations are others', async ({ turns, open }) => {
    const { turns: tickets } = await open('tickets')
    const [id, resume] = [newSession(), markOf()]
    await answer(turns, openingOf(id, 1), { resume, session: { state: '1' } })
    assert.equal(await stateUnder(tickets, resume.key), null)
    await answer(tickets, openingOf(id, 1), { resume, session: { state: '2' } })
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'opened')
    assert.equal(await stateUnder(turns, resume.key), '1')
  })

  for (const text of ['\u0000', `'"\\;--`, '😀 ɛ', '\ud800', '__proto__', ' ']) {
    test(`resume: any text is kept as it is (${JSON.stringify(text)})`, async ({ turns }) => {
      const [resume, other] = [markOf({ key: text.repeat(200).slice(0, 200) }), markOf({ key: text })]
      const state = JSON.stringify(text) + text
      await answer(turns, openingOf(newSession(), 1), { resume, session: { state } })
      await answer(turns, openingOf(newSession(), 1), { resume: other, session: { state: '2' } })
      assert.equal(await stateUnder(turns, resume.key), state)
      assert.equal(await stateUnder(turns, other.key), '2')
    })
  }

  test('resume: a sweep forgets it when its time is over, and not before', async ({ turns }) => {
    const [past, kept] = [markOf({ within: -1_000 }), markOf()]
    for (const resume of [past, kept]) {
      await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '1' } })
    }
    assert.equal(await sweepSessions(turns, 600_000), 1)
    assert.equal(await stateUnder(turns, past.key), null)
    assert.equal(await stateUnder(turns, kept.key), '1')
  })

  test('resume: a sweep forgets no more of them at once than it was asked for', async ({ turns }) => {
    for (let count = 0; count < 7; count++) {
      await answer(turns, openingOf(newSession(), 1), { resume: markOf({ within: -1_000 }) })
    }
    assert.equal(await sweepSessions(turns, 0, 2), 7)
  })
}
