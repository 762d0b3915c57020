import assert from 'node:assert/strict'
import type { ResumeMark, TurnStore } from '../../../store/turn-store.ts'
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
import { answer, run, stateUnder, statusOf } from '../working.ts'

/** Sessions that take a key only from what they found under it. */
export function testOvertakenSessions(test: SuiteTest): void {
  test('overtaken: a version is that of one state, whether it was seen or not', async ({ turns }) => {
    const [opening, resume] = [openingOf(newSession(), 1), markOf()]
    await answer(turns, opening, { resume, session: { state: '1' } })
    const first = await versionUnder(turns, resume)
    assert.ok(first !== null && first.length <= 64)
    assert.equal(await versionUnder(turns, resume), first)
    const second = openingOf(opening.sessionId, 2)
    await answer(turns, second, { resume: { ...resume, isEnd: true }, session: { state: '"end"', isOver: true } })
    const ended = await versionUnder(turns, resume)
    assert.notEqual(ended, first)
    await turns.seen(opening)
    assert.equal(await versionUnder(turns, resume), ended)
    assert.notEqual((await turns.resumable(resume.key))?.isLeft, true)
    await turns.end(endingOf(opening.sessionId))
    assert.notEqual(await versionUnder(turns, resume), ended)
    assert.equal((await turns.resumable(resume.key))?.isLeft, true)
  })

  test('overtaken: a turn is not closed where its key has something else since, and its session is over', async ({
    turns,
  }) => {
    for (const hasFound of [false, true]) {
      const { resume, own, after } = await overtake(turns, hasFound)
      const { fence } = await run(turns, own)
      const closing = closingOf(own, fence, { resume: { ...resume, after }, session: { state: '"own"' } })
      assert.equal(await turns.close(closing), false)
      assert.equal(await turns.close(closing), false)
      assert.equal(await stateUnder(turns, resume.key), '"other"')
      assert.equal(await statusOf(turns, openingOf(own.sessionId, 2)), 'over')
    }
  })

  test('overtaken: a late result is not kept where its key has something else since', async ({ turns }) => {
    const { resume, own, after } = await overtake(turns, true)
    const { fence } = await run(turns, own)
    await turns.close(waitingOf(own, fence))
    assert.equal(await turns.finish(lateOf(own, fence, { state: '"own"', resume: { ...resume, after } })), false)
    assert.equal(await stateUnder(turns, resume.key), '"other"')
    assert.equal(await statusOf(turns, openingOf(own.sessionId, 2)), 'over')
  })

  test('overtaken: an effect is not begun where its key has something else since, and its turn may write', async ({
    turns,
  }) => {
    const { resume, own, after } = await overtake(turns, true)
    const { fence } = await run(turns, own)
    const effect = effectOf({ turn: turnOf(own, fence, '"own"', { ...resume, after }) })
    assert.deepEqual(await turns.begin(effect), { status: 'overtaken' })
    assert.equal(await stateUnder(turns, resume.key), '"other"')
    const found = { ...resume, after: await versionUnder(turns, resume) }
    const again = againBy(effect, { turn: turnOf(own, fence, '"own"', found) })
    assert.deepEqual(await turns.begin(again), { status: 'begun' })
    assert.deepEqual(await turns.begin(again), { status: 'begun' })
    assert.equal(await stateUnder(turns, resume.key), '"own"')
    // It has the key now.
    const more = effectOf({ turn: turnOf(own, fence, '"more"', found) })
    assert.deepEqual(await turns.begin(more), { status: 'begun' })
    assert.equal(await turns.close(closingOf(own, fence, { resume: found, session: { state: '"last"' } })), true)
    await turns.end(endingOf(own.sessionId))
    assert.deepEqual(await turns.begin(againBy(effect)), { status: 'fenced' })
  })

  test('overtaken: what belongs to no session is not left where its key has something else since', async ({
    turns,
  }) => {
    for (const hasFound of [false, true]) {
      const { resume, after } = await overtake(turns, hasFound)
      const left = { state: '"left"', resume: { ...resume, after } }
      const effect = effectOf({ left })
      assert.deepEqual(await turns.begin(effect), { status: 'overtaken' })
      assert.equal(await stateUnder(turns, resume.key), '"other"')
      const found = { ...left, resume: { ...resume, after: await versionUnder(turns, resume) } }
      const again = againBy(effect, { left: found })
      assert.deepEqual(await turns.begin(again), { status: 'begun' })
      assert.deepEqual(await turns.begin(again), { status: 'begun' })
      // The same state is nothing else, and another asking for it is told what became of the effect.
      assert.deepEqual(await turns.begin(againBy(again)), { status: 'running' })
      const other = effectOf({ left: { ...found, state: '"more"' } })
      assert.deepEqual(await turns.begin(other), { status: 'overtaken' })
      assert.equal(await stateUnder(turns, resume.key), '"left"')
    }
  })

  test("overtaken: a session isn't, by what it found, by nothing, or by what is forgotten", async ({ turns }) => {
    const resume = markOf()
    await answer(turns, openingOf(newSession(), 1), { resume: { ...resume, after: null }, session: { state: '1' } })
    const after = await versionUnder(turns, resume)
    await answer(turns, openingOf(newSession(), 1), { resume: { ...resume, after }, session: { state: '2' } })
    assert.equal(await stateUnder(turns, resume.key), '2')
    await answer(turns, openingOf(newSession(), 1), { resume: { ...resume, within: -1_000 }, session: { state: '3' } })
    await answer(turns, openingOf(newSession(), 1), { resume: { ...resume, after }, session: { state: '4' } })
    assert.equal(await stateUnder(turns, resume.key), '4')
    const same = openingOf(newSession(), 1)
    await answer(turns, same, { resume: { ...resume, after: null }, session: { state: '4' } })
    assert.equal(await statusOf(turns, openingOf(same.sessionId, 2)), 'opened')
  })
}

/** A session found something, or nothing, under a key, and another committed something there since. */
async function overtake(turns: TurnStore, hasFound: boolean) {
  const resume = markOf()
  if (hasFound) await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '"found"' } })
  const after = await versionUnder(turns, resume)
  await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '"other"' } })
  return { resume, after, own: openingOf(newSession(), 1) }
}

async function versionUnder(turns: TurnStore, { key }: ResumeMark): Promise<string | null> {
  return (await turns.resumable(key))?.version ?? null
}
