import assert from 'node:assert/strict'
import {
  closingOf,
  endingOf,
  lateOf,
  newSession,
  noteOf,
  openingOf,
  replyTo,
  untouched,
  waitingOf,
} from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, countsOf, each, firstTurn, run, statusOf, waitingTurn } from '../working.ts'

/** What becomes of a turn that wants to run. */
export function testOpeningTurns(test: SuiteTest): void {
  test('turn: the first of a session runs, and knows nothing', async ({ turns }) => {
    const { fence, ...opened } = await run(turns, openingOf(newSession(), 1))
    const told = { status: 'opened', isNew: true, isInterrupted: false, isOddSequence: false }
    assert.deepEqual(opened, { ...told, session: untouched })
    assert.equal(typeof fence, 'string')
  })

  test('turn: the next one finds what the one before left', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '{"step":1}', masksAnswer: true } })
    const { isNew, session } = await run(turns, openingOf(id, 2))
    assert.equal(isNew, false)
    assert.deepEqual(session, { state: '{"step":1}', isOver: false, masksAnswer: true, late: null })
  })

  test('turn: a reply without a state leaves it, one with null clears it', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1), { session: { state: '{"step":1}' } })
    await answer(turns, openingOf(id, 2), { session: { state: undefined } })
    const third = openingOf(id, 3)
    const { fence, session } = await run(turns, third)
    assert.equal(session.state, '{"step":1}')
    await turns.close(closingOf(third, fence, { session: { state: null } }))
    assert.equal((await run(turns, openingOf(id, 4))).session.state, null)
  })

  test('turn: one that was answered is repeated, now and after others', async ({ turns }) => {
    const id = newSession()
    const first = openingOf(id, 1)
    await answer(turns, first)
    const repeated = { status: 'repeated', reply: replyTo(first) }
    assert.deepEqual(await turns.open(openingOf(id, 1)), repeated)
    for (const number of [2, 3, 4]) await answer(turns, openingOf(id, number))
    assert.deepEqual(await turns.open(openingOf(id, 1)), repeated)
    await run(turns, openingOf(id, 5))
    assert.deepEqual(await turns.open(openingOf(id, 1)), repeated)
  })

  test('turn: of a hundred copies at once one runs', async ({ turns }) => {
    const id = newSession()
    const statuses = await Promise.all(Array.from({ length: 100 }, () => statusOf(turns, openingOf(id, 1))))
    assert.deepEqual(countsOf(statuses), { opened: 1, running: 99 })
  })

  test('turn: of several of one session at once one runs', async ({ turns }) => {
    const id = newSession()
    const statuses = await Promise.all([1, 2, 3, 4, 5].map((number) => statusOf(turns, openingOf(id, number))))
    assert.deepEqual(countsOf(statuses), { opened: 1, 'running beside': 4 })
  })

  test('turn: while one runs a copy of it is told so, and another of its session too', async ({ turns }) => {
    const { id, first, fence } = await firstTurn(turns)
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'running', isSame: true })
    assert.deepEqual(await turns.open(openingOf(id, 2)), { status: 'running', isSame: false })
    await turns.close(closingOf(first, fence))
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: replyTo(first) })
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'opened')
  })

  test('turn: asked again under the same name it is opened as before, until it is closed', async ({ turns }) => {
    const opening = openingOf(newSession(), 1)
    const opened = await run(turns, opening)
    assert.deepEqual(await turns.open(opening), opened)
    await turns.close(closingOf(opening, opened.fence))
    assert.deepEqual(await turns.open(opening), { status: 'repeated', reply: replyTo(opening) })
  })

  test('turn: without a sequence the same words are a new turn once they were answered', async ({ turns }) => {
    const id = newSession()
    const words = { sequence: null, turn: 'null|response|1' }
    const first = openingOf(id, 1, words)
    const { fence } = await run(turns, first)
    assert.equal(await statusOf(turns, openingOf(id, 1, words)), 'running')
    await turns.close(closingOf(first, fence))
    const { isNew, isOddSequence } = await run(turns, openingOf(id, 2, words))
    assert.deepEqual([isNew, isOddSequence], [false, false])
  })

  test('turn: without a sequence a copy that waited gets the answer, the last one of several', async ({ turns }) => {
    const id = newSession()
    const words = { sequence: null, turn: 'null|response|1' }
    await answer(turns, openingOf(id, 1, words), { reply: '{"Message":"one"}' })
    await answer(turns, openingOf(id, 2, words), { reply: '{"Message":"two"}' })
    const copy = openingOf(id, 2, { ...words, isCopy: true })
    assert.deepEqual(await turns.open(copy), { status: 'repeated', reply: '{"Message":"two"}' })
  })

  test('turn: without a sequence it is repeated when the session is over', async ({ turns }) => {
    const id = newSession()
    const words = { sequence: null, turn: 'null|response|1' }
    await answer(turns, openingOf(id, 1, words), { session: { isOver: true } })
    assert.equal(await statusOf(turns, openingOf(id, 2, words)), 'repeated')
    assert.equal(await statusOf(turns, openingOf(id, 2, words)), 'repeated')
    assert.equal(await statusOf(turns, openingOf(id, 2, { sequence: null, turn: 'null|response|2' })), 'over')
  })

  test('turn: without a sequence only the very last of a session that is over is repeated', async ({ turns }) => {
    const id = newSession()
    const earlier = { sequence: null, turn: 'null|response|1' }
    const last = { sequence: null, turn: 'null|response|2' }
    await answer(turns, openingOf(id, 1, earlier))
    await answer(turns, openingOf(id, 2, last), { session: { isOver: true } })
    await turns.end(endingOf(id))
    assert.equal(await statusOf(turns, openingOf(id, 3, last)), 'repeated')
    assert.equal(await statusOf(turns, openingOf(id, 4, { ...last, isCopy: true })), 'repeated')
    assert.equal(await statusOf(turns, openingOf(id, 5, earlier)), 'over')
    assert.equal(await statusOf(turns, openingOf(id, 6, last)), 'over')
    assert.equal(await statusOf(turns, openingOf(id, 7, earlier)), 'over')
    const [session] = await turns.get('default', id)
    assert.deepEqual(each(session?.transcript, 'source'), ['handler', 'handler', 'ended', 'ended'])
  })

  test('turn: in a session that is over none runs, and those that were answered are repeated', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1))
    const last = openingOf(id, 2)
    await answer(turns, last, { session: { isOver: true } })
    assert.equal(await statusOf(turns, openingOf(id, 3)), 'over')
    assert.deepEqual(await turns.open(openingOf(id, 2)), { status: 'repeated', reply: replyTo(last) })
    assert.equal(await statusOf(turns, openingOf(id, 1)), 'repeated')
  })

  test('turn: another message with a known sequence runs, and is told to be odd', async ({ turns }) => {
    const id = newSession()
    await answer(turns, openingOf(id, 1))
    await answer(turns, openingOf(id, 2))
    const odd = openingOf(id, 3, { sequence: 2, turn: '2|response|something else' })
    assert.equal((await run(turns, odd)).isOddSequence, true)
  })

  test('turn: another message with a sequence before that of the last turn gets the reply of that one', async ({
    turns,
  }) => {
    const id = newSession()
    for (let number = 1; number <= 3; number++) await answer(turns, openingOf(id, number))
    const last = openingOf(id, 3)
    const back = openingOf(id, 2, { turn: '2|response|something else' })
    assert.deepEqual(await turns.open(back), { status: 'repeated', reply: replyTo(last), turn: last.turn })
    assert.equal(await statusOf(turns, openingOf(id, 2)), 'repeated')
    const working = openingOf(id, 4)
    const { fence } = await run(turns, working)
    const waiting = waitingOf(working, fence)
    await turns.close(waiting)
    assert.deepEqual(await turns.open(back), { status: 'repeated', reply: waiting.reply, turn: working.turn })
    // Those before it may have been forgotten: there are fewer turns then than their sequence says.
    const later = newSession()
    const fourth = openingOf(later, 4)
    await answer(turns, fourth)
    const late = openingOf(later, 2, { turn: '2|response|something else' })
    assert.deepEqual(await turns.open(late), { status: 'repeated', reply: replyTo(fourth), turn: fourth.turn })
    assert.equal((await run(turns, openingOf(later, 5))).missing, undefined)
  })

  test('turn: it gets that reply also behind turns without a sequence, and so does the highest one again', async ({
    turns,
  }) => {
    const id = newSession()
    for (let number = 1; number <= 3; number++) await answer(turns, openingOf(id, number))
    const last = openingOf(id, 4, { sequence: null })
    await answer(turns, last)
    for (const sequence of [2, 3]) {
      const back = openingOf(id, sequence, { turn: `${sequence}|response|something else` })
      assert.deepEqual(await turns.open(back), { status: 'repeated', reply: replyTo(last), turn: last.turn })
    }
    assert.deepEqual(await turns.open(openingOf(id, 3)), { status: 'repeated', reply: replyTo(openingOf(id, 3)) })
    assert.equal((await run(turns, openingOf(id, 5))).missing, undefined)
  })

  test('turn: none is missing where those before it had no sequence, or one that was there', async ({ turns }) => {
    const before = async (...sequences: readonly (number | null)[]) => {
      const id = newSession()
      for (const [at, sequence] of sequences.slice(0, -1).entries())
        await answer(turns, openingOf(id, at + 1, { sequence }))
      return (await run(turns, openingOf(id, sequences.length, { sequence: sequences.at(-1) ?? null }))).missing
    }
    assert.equal(await before(1, null, 3), undefined)
    assert.equal(await before(1, 2, null, null, 5), undefined)
    assert.equal(await before(1, 1, 3), undefined)
    assert.equal(await before(1, null, 2), undefined)
    assert.equal(await before(null, 2), undefined)
    assert.equal(await before(1, null, null, 2, 5), undefined)
    assert.equal(await before(2, null, 7, null, 9), undefined)
  })

  test('turn: the last 64 are repeated, those before them are forgotten and never run again', async ({ turns }) => {
    const id = newSession()
    for (let number = 1; number <= 70; number++) await answer(turns, openingOf(id, number))
    for (const number of [7, 8, 69, 70])
      assert.equal(await statusOf(turns, openingOf(id, number)), 'repeated', `${number}`)
    for (const number of [1, 5, 6]) assert.equal(await statusOf(turns, openingOf(id, number)), 'forgotten', `${number}`)
    const otherWords = openingOf(id, 3, { turn: '3|response|something else' })
    assert.equal(await statusOf(turns, otherWords), 'forgotten')
    assert.equal(await statusOf(turns, openingOf(id, 71)), 'opened')
  })

  test('turn: while work goes on after its waiting screen, others wait for it', async ({ turns }) => {
    const { id } = await waitingTurn(turns)
    assert.equal(await statusOf(turns, openingOf(id, 1)), 'repeated')
    assert.deepEqual(await turns.open(openingOf(id, 2)), { status: 'running', isSame: false })
    const sameWords = { sequence: null, turn: 'null|response|1' }
    assert.deepEqual(await turns.open(openingOf(id, 2, sameWords)), { status: 'running', isSame: false })
  })

  test('turn: when as many were noted beside work as are kept, there is no room for another', async ({ turns }) => {
    const { id, first, fence } = await waitingTurn(turns)
    for (let number = 2; number <= 63; number++) await turns.note(noteOf(openingOf(id, number)))
    assert.equal(await statusOf(turns, openingOf(id, 64)), 'running beside')
    await turns.note(noteOf(openingOf(id, 64)))
    assert.equal(await statusOf(turns, openingOf(id, 65)), 'busy')
    assert.equal(await statusOf(turns, openingOf(id, 64)), 'repeated')
    assert.equal(await turns.finish(lateOf(first, fence)), true)
    assert.equal(await statusOf(turns, openingOf(id, 65)), 'opened')
  })

  test('turn: sessions of other ids, kinds and registrations share nothing', async ({ turns, open }) => {
    const { turns: others } = await open('tickets')
    const id = newSession()
    const state = { session: { state: '"mine"' } }
    await answer(turns, openingOf(id, 1), state)
    for (const [store, opening] of [
      [turns, openingOf(`${id} `, 1)],
      [turns, openingOf(id.toUpperCase(), 1)],
      [turns, openingOf(id, 1, { kind: 'programmable' })],
      [others, openingOf(id, 1)],
    ] as const) {
      const { isNew, session } = await run(store, opening)
      assert.deepEqual([isNew, session.state], [true, null])
    }
    assert.equal((await run(turns, openingOf(id, 2))).session.state, '"mine"')
  })

  test('turn: many sessions at once keep their own', async ({ turns }) => {
    const ids = Array.from({ length: 50 }, newSession)
    for (const number of [1, 2, 3]) {
      await Promise.all(
        ids.map(async (id) => {
          const opening = openingOf(id, number)
          const { fence, session } = await run(turns, opening)
          assert.equal(session.state, number === 1 ? null : `"${id} ${number - 1}"`)
          await turns.close(closingOf(opening, fence, { session: { state: `"${id} ${number}"` } }))
        }),
      )
    }
  })

  for (const text of ['\u0000', `'"\\;--`, '😀 ɛ', 'x'.repeat(200), '__proto__', ' ']) {
    test(`turn: any text is kept as it is (${JSON.stringify(text.slice(0, 8))})`, async ({ turns }) => {
      const id = `${newSession().slice(0, 12)}${text}`.slice(0, 200)
      const opening = openingOf(id, 1, { turn: text, entered: text })
      const reply = JSON.stringify({ Message: text })
      const state = JSON.stringify({ text, long: 'ɛ'.repeat(20_000) })
      await answer(turns, opening, { reply, screen: text, session: { state } })
      assert.deepEqual(await turns.open(opening), { status: 'repeated', reply })
      assert.deepEqual(await turns.open(openingOf(id, 0)), { status: 'repeated', reply, turn: text })
      assert.equal((await run(turns, openingOf(id, 2))).session.state, state)
      const [session] = await turns.get('default', id)
      assert.equal(session?.sessionId, id)
      assert.deepEqual([session.transcript[0]?.entered, session.transcript[0]?.screen], [text, text])
    })
  }
}
