import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { closingOf, lateOf, newSession, noteOf, openingOf, waitingOf } from '../sample-turns.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, run } from '../turning.ts'
import { registration } from '../working.ts'

/** What people see of a session. */
export function testTranscripts(test: SuiteTest): void {
  test('transcript: its turns in order, with what was entered and shown', async ({ open }) => {
    const { turns } = await open()
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

  test('transcript: it counts what was answered by something else than the handler in time', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    await turns.close(waitingOf(first, fence))
    await turns.note(noteOf(openingOf(id, 2)))
    await turns.finish(lateOf(first, fence))
    await answer(turns, openingOf(id, 3), { source: 'late' })
    await answer(turns, openingOf(id, 4), { source: 'handler' })
    await answer(turns, openingOf(id, 5), { source: 'deadline', session: { isOver: true } })
    const [session] = await turns.get(registration, id)
    assert.deepEqual([session?.fallbacks, session?.turns, session?.isOver], [3, 5, true])
    assert.deepEqual(
      session?.transcript.map(({ source }) => source),
      ['waiting', 'waiting', 'late', 'handler', 'deadline'],
    )
  })

  test('transcript: what answers a screen that masks its answer is not kept anywhere', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { masksAnswer: true } })
    const second = openingOf(id, 2, { entered: '4071', turn: '2|response|digest' })
    const { fence } = await run(turns, second)
    await turns.close(closingOf(second, fence, { screen: 'Thank you', session: { masksAnswer: true } }))
    await turns.note(noteOf(openingOf(id, 3, { entered: '4071', turn: '3|response|digest' })))
    await answer(turns, openingOf(id, 4, { entered: '4071', turn: '4|response|digest' }), { screen: 'Thank you' })
    await run(turns, openingOf(id, 5, { entered: 'seen' }))
    const sessions = await turns.get(registration, id)
    assert.deepEqual(
      sessions[0]?.transcript.map(({ entered }) => entered),
      ['answer 1', null, null, null, 'seen'],
    )
    assert.ok(!JSON.stringify([sessions, await turns.list({ registration, limit: 10 })]).includes('4071'))
  })

  test('transcript: in a session that nobody knows only what began it is kept', async ({ open }) => {
    const { turns } = await open()
    const [begun, going, noted] = [newSession(), newSession(), newSession()]
    await run(turns, openingOf(begun, 1, { type: 'initiation', entered: '*714#' }))
    await run(turns, openingOf(going, 2, { type: 'response', entered: '4071' }))
    await turns.note(noteOf(openingOf(noted, 2, { type: 'response', entered: '4071' })))
    const entered = async (id: string) => (await turns.get(registration, id))[0]?.transcript[0]?.entered
    assert.deepEqual([await entered(begun), await entered(going), await entered(noted)], ['*714#', null, null])
  })

  test('transcript: what is noted beside a turn that is open is masked, until that has its waiting screen', async ({
    open,
  }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    await turns.note(noteOf(openingOf(id, 2, { entered: '4071', turn: '2|response|digest' })))
    await turns.close(waitingOf(first, fence))
    await turns.note(noteOf(openingOf(id, 3, { entered: 'seen' })))
    const [session] = await turns.get(registration, id)
    assert.deepEqual(
      session?.transcript.map(({ entered }) => entered),
      ['answer 1', null, 'seen'],
    )
  })

  test('transcript: an id that came again has several, the newest first', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1, { expiry: 250, at: 500 }))
    await delay(400)
    await answer(turns, openingOf(id, 1, { at: 700 }))
    await answer(turns, openingOf(id, 1, { kind: 'programmable', at: 1_000 }))
    const sessions = await turns.get(registration, id)
    assert.deepEqual(
      sessions.map(({ kind, startedAt }) => [kind, startedAt]),
      [
        ['programmable', 1_000],
        ['ussd', 700],
        ['ussd', 500],
      ],
    )
  })

  test('transcript: there is none of what nobody knows', async ({ open }) => {
    const { turns } = await open()
    assert.deepEqual(await turns.get(registration, newSession()), [])
  })
}

/** What a transcript shows of an opening. */
function shown({ at, sequence, type, entered }: ReturnType<typeof openingOf>) {
  return { at, sequence, type, entered }
}
