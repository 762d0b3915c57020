import assert from 'node:assert/strict'
import type { BenchTest } from './bench.ts'
import { effectOf } from './sample-effects.ts'
import { closingOf, endingOf, lateOf, newSession, noteOf, openingOf } from './sample-turns.ts'
import { answer, run } from './turning.ts'
import { registration } from './working.ts'

/** Turns of a store that is let go. */
export function testClosingTurns(test: BenchTest): void {
  test('close: no turn is taken afterwards, and whoever asks is told so', async ({ open }) => {
    const opened = await open()
    const { turns } = opened
    const id = newSession()
    const opening = openingOf(id, 1)
    const { fence } = await run(turns, opening)
    await opened.close()
    const asked = [
      () => turns.open(openingOf(id, 2)),
      () => turns.close(closingOf(opening, fence)),
      () => turns.finish(lateOf(opening, fence)),
      () => turns.begin(effectOf()),
      () => turns.conclude({ key: 'order', attempt: '1', outcome: '1' }),
      () => turns.resumable('phone'),
      () => turns.seen({ kind: 'ussd', sessionId: id }),
      () => turns.note(noteOf(openingOf(id, 2))),
      () => turns.end(endingOf(id)),
      () => turns.sweep(0, 1),
      () => turns.list({ registration, limit: 1 }),
      () => turns.get(registration, id),
    ]
    for (const ask of asked) await assert.rejects(ask, { code: 'FMW_STORE_UNAVAILABLE' }, String(ask))
  })

  test('look: it shows the sessions of the application', async ({ open, store }) => {
    const { turns } = await open()
    const id = newSession()
    await answer(turns, openingOf(id, 1))
    const look = await store.look?.()
    if (look === undefined) return
    assert.deepEqual(await look.registrations(), [registration])
    assert.deepEqual(await look.sessions.get(registration, id), await turns.get(registration, id))
    assert.deepEqual(
      await look.sessions.list({ registration, limit: 10 }),
      await turns.list({ registration, limit: 10 }),
    )
    await look.close()
  })
}
