import assert from 'node:assert/strict'
import type { Store } from '../../../store/store.ts'
import type { SessionChange, TurnStore } from '../../../store/turn-store.ts'
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
import { eventually, type SuiteContext, type SuiteTest } from '../suite-context.ts'
import { answer, countsOf, firstTurn, registration, run, stateUnder, statusOf, waitingTurn } from '../working.ts'

/** Turns of one session that come to several processes. */
export function testWatchingSessions(test: SuiteTest, beside: (store: Store) => Store | Promise<Store>): void {
  const openBoth = async ({ opened, open, store }: SuiteContext) => {
    const { turns: other } = await open('default', await beside(store))
    return { one: opened.turns, other, closeOne: () => opened.close() }
  }

  test('beside: of copies of a turn in both one runs', async (bench) => {
    const { one, other } = await openBoth(bench)
    const id = newSession()
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_none, place) => statusOf(place % 2 === 0 ? one : other, openingOf(id, 1))),
    )
    assert.deepEqual(countsOf(statuses), { opened: 1, running: 39 })
  })

  test('beside: a turn finds in one what the other left, and is repeated by both', async (bench) => {
    const { one, other } = await openBoth(bench)
    const id = newSession()
    const first = openingOf(id, 1)
    await answer(one, first, { session: { state: '1' } })
    assert.deepEqual(await other.open(openingOf(id, 1)), { status: 'repeated', reply: replyTo(first) })
    const second = openingOf(id, 2)
    const { fence, session, isNew } = await run(other, second)
    assert.deepEqual([session.state, isNew], ['1', false])
    await other.close(closingOf(second, fence, { session: { state: '2' } }))
    assert.equal((await run(one, openingOf(id, 3))).session.state, '2')
  })

  test('beside: one waits for the turn that the other runs, and is told when it is answered', async (bench) => {
    const { one, other } = await openBoth(bench)
    const { id, first, fence } = await firstTurn(one)
    assert.deepEqual(await other.open(openingOf(id, 1)), { status: 'running', isSame: true })
    const told = watch(other, id)
    await one.close(closingOf(first, fence))
    await told.until('free')
    assert.deepEqual(await other.open(openingOf(id, 1, { isCopy: true })), {
      status: 'repeated',
      reply: replyTo(first),
    })
    assert.ok(!told.changes.includes('ended'))
  })

  test('beside: one takes the late result of what the other did', async (bench) => {
    const { one, other } = await openBoth(bench)
    const { id, first, fence } = await waitingTurn(one)
    assert.equal(await statusOf(other, openingOf(id, 2)), 'running beside')
    const told = watch(other, id)
    await one.finish(lateOf(first, fence))
    await told.until('free')
    assert.equal((await run(other, openingOf(id, 2))).session.late, '{"Message":"Paid"}')
  })

  test('beside: one is told that it may go on, although that was before it asked', async (bench) => {
    const { one, other } = await openBoth(bench)
    const { id, first, fence } = await firstTurn(one)
    assert.equal(await statusOf(other, openingOf(id, 2)), 'running beside')
    await one.close(closingOf(first, fence))
    await watch(other, id).until('free')
    assert.equal(await statusOf(other, openingOf(id, 2)), 'opened')
  })

  test('beside: the one at work is told that the subscriber has left', async (bench) => {
    const { one, other } = await openBoth(bench)
    const { id, first, fence } = await firstTurn(one)
    const told = watch(one, id)
    assert.equal((await other.end(endingOf(id))).isFirst, true)
    await told.until('ended')
    assert.equal(await one.close(closingOf(first, fence)), false)
    assert.equal((await one.end(endingOf(id))).isFirst, false)
  })

  test('beside: the one at work is told of a note that ends the session', async (bench) => {
    const { one, other } = await openBoth(bench)
    const id = newSession()
    await run(one, openingOf(id, 1))
    const told = watch(one, id)
    await other.note(noteOf(openingOf(id, 2), { isOver: true }))
    await told.until('ended')
  })

  test('beside: the one at work is told that another session has taken its key', async (bench) => {
    const { one, other } = await openBoth(bench)
    const [id, resume] = [newSession(), markOf()]
    await answer(one, openingOf(id, 1), { resume, session: { state: '1' } })
    const second = openingOf(id, 2)
    const { fence } = await run(one, second)
    const told = watch(one, id)
    await answer(other, openingOf(newSession(), 1), { resume, session: { state: '2' } })
    await told.until('ended')
    assert.equal(await one.close(closingOf(second, fence)), false)
    assert.equal(await stateUnder(one, resume.key), '2')
  })

  test('beside: if both begin an effect, one does it', async (bench) => {
    const { one, other } = await openBoth(bench)
    const effect = effectOf()
    const told = await Promise.all(
      Array.from({ length: 40 }, async (_none, place) => {
        const { status } = await (place % 2 === 0 ? one : other).begin(againBy(effect))
        return status
      }),
    )
    assert.deepEqual(told.toSorted(), ['begun', ...Array.from({ length: 39 }, () => 'running')])
  })

  test('beside: only the other takes over the effect that one was doing when it closed', async (bench) => {
    const { one, other, closeOne } = await openBoth(bench)
    const [effect, concluded] = [effectOf(), effectOf()]
    await one.begin(effect)
    await one.begin(concluded)
    await one.conclude({ key: concluded.key, attempt: concluded.attempt, outcome: '"done"' })
    assert.equal((await other.begin(againBy(effect))).status, 'running')
    await closeOne()
    const taking = againBy(effect)
    assert.equal((await other.begin(taking)).status, 'unknown')
    assert.equal((await other.begin(againBy(effect))).status, 'running')
    assert.equal((await other.begin(taking)).status, 'unknown')
    assert.deepEqual(await other.begin(againBy(concluded)), { status: 'concluded', outcome: '"done"' })
  })

  test('beside: a watcher is told of nothing after it has stopped', async (bench) => {
    const { one, other } = await openBoth(bench)
    const { id, first, fence } = await firstTurn(one)
    const [stopped, going] = [watch(other, id), watch(other, id)]
    stopped.stop()
    await one.close(closingOf(first, fence))
    await going.until('free')
    assert.deepEqual(stopped.changes, [])
  })

  test('beside: what one ran when it closed is not run again by the other', async (bench) => {
    const { one, other, closeOne } = await openBoth(bench)
    const id = newSession()
    await answer(one, openingOf(id, 1), { session: { state: '1' } })
    await run(one, openingOf(id, 2))
    assert.equal(await statusOf(other, openingOf(id, 2)), 'running')
    const told = watch(other, id)
    await closeOne()
    await told.until('free')
    const again = openingOf(id, 2)
    const opened = await other.open(again)
    assert.equal(opened.status, 'interrupted')
    assert.deepEqual(opened.session, { state: '1', isOver: false, masksAnswer: false, late: null })
    assert.deepEqual(await other.open(again), opened)
    assert.equal(await statusOf(other, openingOf(id, 2)), 'running')
    const closing = closingOf(again, opened.fence, { source: 'failed', session: { isOver: true } })
    assert.equal(await other.close(closing), true)
    assert.deepEqual(await other.open(openingOf(id, 2)), { status: 'repeated', reply: replyTo(again) })
  })

  test('beside: the turn after one that was lost runs, and is told so once', async (bench) => {
    const { one, other, closeOne } = await openBoth(bench)
    const lost = [await firstTurn(one), await waitingTurn(one)]
    await closeOne()
    for (const { id } of lost) {
      await watch(other, id).until('free')
      const second = openingOf(id, 2)
      const { fence, isInterrupted, isNew } = await run(other, second)
      assert.deepEqual([isInterrupted, isNew], [true, false])
      assert.equal(await statusOf(other, openingOf(id, 3)), 'running beside')
      await other.close(closingOf(second, fence))
      assert.equal((await run(other, openingOf(id, 3))).isInterrupted, false)
    }
  })

  test('beside: what is entered after a turn that was lost is masked: its screen may have been shown', async (bench) => {
    const { one, other, closeOne } = await openBoth(bench)
    const id = newSession()
    await answer(one, openingOf(id, 1))
    await run(one, openingOf(id, 2))
    await closeOne()
    await watch(other, id).until('free')
    const third = openingOf(id, 3, { entered: '4071', turn: '3|response|digest' })
    const opened = await run(other, third)
    assert.equal(opened.session.masksAnswer, true)
    assert.deepEqual(await other.open(third), opened)
    await other.close(closingOf(third, opened.fence, { screen: 'Thank you' }))
    const { session } = await run(other, openingOf(id, 4, { entered: 'seen' }))
    assert.equal(session.masksAnswer, false)
    assert.deepEqual(await enteredIn(other, id), ['answer 1', 'answer 2', null, 'seen'])
  })

  test('beside: what is entered after a turn that was lost is masked where that is lost as well', async (bench) => {
    const { one, other, closeOne } = await openBoth(bench)
    const third = await bench.open('default', await beside(bench.store))
    const id = newSession()
    await run(one, openingOf(id, 1))
    await closeOne()
    await watch(third.turns, id).until('free')
    const secret = { entered: '4071', turn: '2|response|digest' }
    await run(third.turns, openingOf(id, 2, secret))
    await third.close()
    await watch(other, id).until('free')
    const opened = await other.open(openingOf(id, 2, secret))
    assert.equal(opened.status, 'interrupted')
    assert.equal(opened.session.masksAnswer, true)
    assert.deepEqual(await enteredIn(other, id), ['answer 1', null])
  })
}

/** What a transcript shows of what was entered. */
async function enteredIn(turns: TurnStore, sessionId: string): Promise<readonly (string | null)[] | undefined> {
  const [session] = await turns.get(registration, sessionId)
  return session?.transcript.map(({ entered }) => entered)
}

/** What is told of a session. */
function watch(turns: TurnStore, sessionId: string) {
  const changes: SessionChange[] = []
  const stop = turns.watch({ kind: 'ussd', sessionId }, (change) => changes.push(change))
  return {
    changes,
    stop,
    async until(change: SessionChange): Promise<void> {
      await eventually(`word that the session is ${change}`, () => changes.includes(change))
    },
  }
}
