import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchTest } from './bench.ts'
import { closingOf, newSession, noteOf, openingOf, untouched } from './sample-turns.ts'
import { answer, run } from './turning.ts'

/** Sessions in which nothing happened for long. */
export function testSessionExpiry(test: BenchTest): void {
  test('expiry: when its time is over a session is new, and its turns run again', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1, { expiry: 250 }), { session: { state: '1', masksAnswer: true } })
    await delay(400)
    const { isNew, session, isInterrupted, isOddSequence } = await run(turns, openingOf(id, 1))
    assert.deepEqual(
      { isNew, isInterrupted, isOddSequence },
      { isNew: true, isInterrupted: false, isOddSequence: false },
    )
    assert.deepEqual(session, untouched)
  })

  test('expiry: one that is over or at work expires as well', async ({ open }) => {
    const { turns } = await open()
    const [over, working, noted] = [newSession(), newSession(), newSession()]
    await answer(turns, openingOf(over, 1, { expiry: 250 }), { session: { isOver: true } })
    await run(turns, openingOf(working, 1, { expiry: 250 }))
    await turns.note(noteOf(openingOf(noted, 1, { expiry: 250 }), { isOver: true }))
    await delay(400)
    for (const id of [over, working, noted]) assert.equal((await run(turns, openingOf(id, 1))).isNew, true)
  })

  test('expiry: each turn begins its time anew', async ({ open }) => {
    const { turns } = await open()
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
