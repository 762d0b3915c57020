import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { SessionFilter, TurnStore } from '../../../store/turn-store.ts'
import { closingOf, lateOf, markOf, newSession, noteOf, openingOf, waitingOf } from '../samples.ts'
import { type SuiteTest, withLook } from '../suite-context.ts'
import { allPages, answer, each, firstTurn, registration, run, waitingTurn } from '../working.ts'

/** Lists of sessions. */
export function testListingSessions(test: SuiteTest): void {
  test('sessions: newest first, as their transcripts say', async ({ turns }) => {
    const ids = [newSession(), newSession(), newSession()]
    for (const [place, id] of ids.entries()) await answer(turns, openingOf(id, 1, { at: 1_000 + place }))
    const [oldest] = ids
    assert.ok(oldest)
    // Its turns do not make a session newer.
    await answer(turns, openingOf(oldest, 2, { at: 1_800_000_000_000 }))
    const { sessions, next } = await turns.list({ registration, limit: 10 })
    assert.deepEqual(each(sessions, 'sessionId'), ids.toReversed())
    assert.equal(next, undefined)
    const [full] = await turns.get(registration, oldest)
    assert.ok(full)
    const { transcript: _transcript, phoneKey: _phoneKey, ...summary } = full
    assert.deepEqual(sessions.at(-1), summary)
  })

  test('sessions: by kind, phone and when they began', async ({ turns }) => {
    const [first, second, third] = [newSession(), newSession(), newSession()]
    await answer(turns, openingOf(first, 1, { at: 1_000, phoneKey: 'a' }))
    await answer(turns, openingOf(second, 1, { at: 2_000, phoneKey: 'b', kind: 'programmable' }))
    await answer(turns, openingOf(third, 1, { at: 3_000, phoneKey: 'b' }))
    const rows: readonly (readonly [Omit<SessionFilter, 'registration'>, readonly string[]])[] = [
      [{}, [third, second, first]],
      [{ kind: 'ussd' }, [third, first]],
      [{ phoneKey: 'b' }, [third, second]],
      [{ phoneKey: 'B' }, []],
      [{ since: 2_000 }, [third, second]],
      [{ until: 2_000 }, [first]],
      [{ since: 2_000, until: 3_000 }, [second]],
      [{ kind: 'ussd', phoneKey: 'b', since: 1, until: 9_000 }, [third]],
      [{ kind: 'programmable', phoneKey: 'a' }, []],
    ]
    for (const [filter, expected] of rows)
      assert.deepEqual(await idsOf(turns, filter), expected, JSON.stringify(filter))
  })

  test('sessions: pages stay where they are while sessions come in', async ({ turns }) => {
    const oldest = newSession()
    const ids = [oldest, ...Array.from({ length: 19 }, newSession)]
    for (const [place, id] of ids.entries()) await answer(turns, openingOf(id, 1, { at: 1_000 + place }))
    let turn = 1
    const pages = await allPages(
      (cursor) => turns.list({ registration, limit: 10, cursor }),
      async () => {
        turn++
        await answer(turns, openingOf(newSession(), 1))
        await answer(turns, openingOf(oldest, turn))
      },
    )
    const newest = ids.toReversed()
    const shown = pages.map(({ sessions }) => each(sessions, 'sessionId'))
    assert.deepEqual(shown, [newest.slice(0, 10), newest.slice(10)])
  })

  test('sessions: each registration lists its own', async ({ turns, open }) => {
    const { turns: others } = await open('tickets')
    const [mine, theirs] = [newSession(), newSession()]
    await answer(turns, openingOf(mine, 1))
    await answer(others, openingOf(theirs, 1))
    assert.deepEqual(await idsOf(turns, {}), [mine])
    const { sessions } = await others.list({ registration: 'tickets', limit: 10 })
    assert.deepEqual(each(sessions, 'sessionId'), [theirs])
    assert.deepEqual(await others.get('tickets', mine), [])
  })
}

async function idsOf(turns: TurnStore, filter: Omit<SessionFilter, 'registration'>): Promise<string[]> {
  const { sessions } = await turns.list({ registration, limit: 100, ...filter })
  return sessions.map(({ sessionId }) => sessionId)
}

/** What people see of a session. */
export function testTranscripts(test: SuiteTest): void {
  test('transcript: its turns in order, with what was entered and shown', async ({ turns }) => {
    const id = newSession()
    const [first, second, third] = [openingOf(id, 1), openingOf(id, 2), openingOf(id, 3)]
    await answer(turns, first, { ms: 5 })
    await answer(turns, second, { ms: 7, source: 'failed', session: { isOver: false } })
    await run(turns, third)
    const [session, ...others] = await turns.get(registration, id)
    assert.deepEqual(others, [])
    assert.deepEqual(session, {
      kind: 'ussd',
      sessionId: id,
      phone: '+233…000',
      phoneKey: first.phoneKey,
      startedAt: first.at,
      lastAt: third.at,
      turns: 3,
      isOver: false,
      fallbacks: 1,
      transcript: [
        { ...shown(first), screen: 'screen of answer 1', source: 'handler', ms: 5 },
        { ...shown(second), screen: 'screen of answer 2', source: 'failed', ms: 7 },
        { ...shown(third), screen: null, source: null, ms: null },
      ],
    })
  })

  test('transcript: it counts what was answered by something else than the handler in time', async ({ turns }) => {
    const { id, first, fence } = await waitingTurn(turns)
    await turns.note(noteOf(openingOf(id, 2)))
    await turns.finish(lateOf(first, fence))
    await answer(turns, openingOf(id, 3), { source: 'late' })
    await answer(turns, openingOf(id, 4), { source: 'handler' })
    await answer(turns, openingOf(id, 5), { source: 'deadline', session: { isOver: true } })
    const [session] = await turns.get(registration, id)
    assert.deepEqual([session?.fallbacks, session?.turns, session?.isOver], [3, 5, true])
    assert.deepEqual(each(session?.transcript, 'source'), ['waiting', 'waiting', 'late', 'handler', 'deadline'])
  })

  test('transcript: what answers a screen that masks its answer is not kept anywhere', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { masksAnswer: true } })
    const second = openingOf(id, 2, { entered: '4071', turn: '2|response|digest' })
    const { fence } = await run(turns, second)
    await turns.close(closingOf(second, fence, { screen: 'Thank you', session: { masksAnswer: true } }))
    await turns.note(noteOf(openingOf(id, 3, { entered: '4071', turn: '3|response|digest' })))
    await answer(turns, openingOf(id, 4, { entered: '4071', turn: '4|response|digest' }), { screen: 'Thank you' })
    await run(turns, openingOf(id, 5, { entered: 'seen' }))
    const sessions = await turns.get(registration, id)
    assert.deepEqual(each(sessions[0]?.transcript, 'entered'), ['answer 1', null, null, null, 'seen'])
    assert.ok(!JSON.stringify([sessions, await turns.list({ registration, limit: 10 })]).includes('4071'))
  })

  test('transcript: an unknown session keeps only its first turn', async ({ turns }) => {
    const [begun, going, noted] = [newSession(), newSession(), newSession()]
    await run(turns, openingOf(begun, 1, { type: 'initiation', entered: '*714#' }))
    await run(turns, openingOf(going, 2, { type: 'response', entered: '4071' }))
    await turns.note(noteOf(openingOf(noted, 2, { type: 'response', entered: '4071' })))
    const entered = async (id: string) => (await turns.get(registration, id))[0]?.transcript[0]?.entered
    assert.deepEqual([await entered(begun), await entered(going), await entered(noted)], ['*714#', null, null])
  })

  test('transcript: what is noted beside a turn that is open is masked, until that has its waiting screen', async ({
    turns,
  }) => {
    const { id, first, fence } = await firstTurn(turns)
    await turns.note(noteOf(openingOf(id, 2, { entered: '4071', turn: '2|response|digest' })))
    await turns.close(waitingOf(first, fence))
    await turns.note(noteOf(openingOf(id, 3, { entered: 'seen' })))
    const [session] = await turns.get(registration, id)
    assert.deepEqual(each(session?.transcript, 'entered'), ['answer 1', null, 'seen'])
  })

  test('transcript: an id that came again has several, the newest first', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1, { expiry: 250, at: 500 }))
    await delay(400)
    await answer(turns, openingOf(id, 1, { at: 700 }))
    await answer(turns, openingOf(id, 1, { kind: 'programmable', at: 1_000 }))
    const sessions = await turns.get(registration, id)
    assert.deepEqual(each(sessions, 'kind'), ['programmable', 'ussd', 'ussd'])
    assert.deepEqual(each(sessions, 'startedAt'), [1_000, 700, 500])
  })
}

/** What a transcript shows of an opening. */
function shown({ at, sequence, type, entered }: ReturnType<typeof openingOf>) {
  return { at, sequence, type, entered }
}

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
      assert.deepEqual(each(each(pages, 'sessions'), 'length'), [3, 1])
      const shown = pages.flatMap(({ sessions }) => sessions)
      const parts = shown.map(({ sessionId, state, isLeft, screen }) => [sessionId, state, isLeft, screen])
      assert.deepEqual(parts, [
        [begun.sessionId, null, false, null],
        [waiting, '4', false, null],
        [left, '3', true, closingOf(openingOf(left, 1), '').screen],
        [first, '"\\u0000one"', false, closingOf(openingOf(first, 1), '').screen],
      ])
      const [transcript] = await look.sessions.get(registration, first)
      assert.ok(transcript)
      const { transcript: _turns, phoneKey: _phoneKey, ...summary } = transcript
      for (const { state: _state, isLeft: _isLeft, screen: _screen, ...open } of shown.slice(3)) {
        assert.deepEqual(open, summary)
      }
    })
  })
}
