import assert from 'node:assert/strict'
import type { SessionFilter, TurnStore } from '../../../store/turn-store.ts'
import { newSession, openingOf } from '../sample-turns.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer } from '../turning.ts'
import { allPages, registration } from '../working.ts'

/** Lists of sessions. */
export function testListingSessions(test: SuiteTest): void {
  test('sessions: newest first, as their transcripts say', async ({ open }) => {
    const { turns } = await open()
    const ids = [newSession(), newSession(), newSession()]
    for (const [place, id] of ids.entries()) await answer(turns, openingOf(id, 1, { at: 1_000 + place }))
    const [oldest] = ids
    assert.ok(oldest)
    // Its turns do not make a session newer.
    await answer(turns, openingOf(oldest, 2, { at: 1_800_000_000_000 }))
    const { sessions, next } = await turns.list({ registration, limit: 10 })
    assert.deepEqual(
      sessions.map(({ sessionId }) => sessionId),
      ids.toReversed(),
    )
    assert.equal(next, undefined)
    const [full] = await turns.get(registration, oldest)
    assert.ok(full)
    const { transcript: _transcript, ...summary } = full
    assert.deepEqual(sessions.at(-1), summary)
  })

  test('sessions: by kind, phone and when they began', async ({ open }) => {
    const { turns } = await open()
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

  test('sessions: pages stay where they are while sessions come in', async ({ open }) => {
    const { turns } = await open()
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
    const seen = pages.flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId))
    assert.deepEqual(seen, ids.toReversed())
    assert.deepEqual(
      pages.map(({ sessions }) => sessions.length),
      [10, 10],
    )
  })

  test('sessions: each registration lists its own', async ({ open }) => {
    const { turns } = await open()
    const { turns: others } = await open('tickets')
    const [mine, theirs] = [newSession(), newSession()]
    await answer(turns, openingOf(mine, 1))
    await answer(others, openingOf(theirs, 1))
    assert.deepEqual(await idsOf(turns, {}), [mine])
    const { sessions } = await others.list({ registration: 'tickets', limit: 10 })
    assert.deepEqual(
      sessions.map(({ sessionId }) => sessionId),
      [theirs],
    )
    assert.deepEqual(await others.get('tickets', mine), [])
  })
}

async function idsOf(turns: TurnStore, filter: Omit<SessionFilter, 'registration'>): Promise<string[]> {
  const { sessions } = await turns.list({ registration, limit: 100, ...filter })
  return sessions.map(({ sessionId }) => sessionId)
}
