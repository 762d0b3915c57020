import { describe, expect, it } from 'vitest'
import { type Breakage, type Breakages, breakStore } from './break-store.ts'
import { brokenAcceptance } from './broken/acceptance.ts'
import { brokenClaims } from './broken/claims.ts'
import { brokenEffects } from './broken/effects.ts'
import { brokenEndings } from './broken/endings.ts'
import { brokenEndsOfSessions } from './broken/ends-of-sessions.ts'
import { brokenErasing } from './broken/erasing.ts'
import { brokenForgetting } from './broken/forgetting.ts'
import { brokenLists } from './broken/lists.ts'
import { brokenMarks } from './broken/marks.ts'
import { brokenOpenings } from './broken/openings.ts'
import { brokenOvertakenSessions } from './broken/overtaken-sessions.ts'
import { brokenReplays } from './broken/replays.ts'
import { brokenReviews } from './broken/reviews.ts'
import { brokenSessionIds } from './broken/session-ids.ts'
import { brokenSettling } from './broken/settling.ts'
import { brokenStops } from './broken/stops.ts'
import { brokenStores } from './broken/stores.ts'
import { brokenTelling } from './broken/telling.ts'
import { brokenTexts } from './broken/texts.ts'
import { brokenTrails } from './broken/trail.ts'
import { brokenTranscripts } from './broken/transcripts.ts'
import { brokenWatching } from './broken/watching.ts'
import { brokenWrites } from './broken/writes.ts'
import { declaredTests } from './declared-tests.ts'
import { keptMemoryStore } from './kept-memory-store.ts'

const parts: Readonly<Record<string, Breakages>> = {
  brokenAcceptance,
  brokenClaims,
  brokenSettling,
  brokenTelling,
  brokenReplays,
  brokenReviews,
  brokenLists,
  brokenForgetting,
  brokenTexts,
  brokenStores,
  brokenOpenings,
  brokenSessionIds,
  brokenWrites,
  brokenEndings,
  brokenTranscripts,
  brokenWatching,
  brokenEffects,
  brokenMarks,
  brokenEndsOfSessions,
  brokenErasing,
  brokenOvertakenSessions,
  brokenTrails,
  brokenStops,
}

describe('the suite finds out a store that', () => {
  for (const [part, breakages] of Object.entries(parts)) {
    for (const [what, breakage] of Object.entries(breakages)) {
      const missed = inTurn(() => missedBy(breakage))
      it(`${what} (${part})`, async () => {
        expect(await missed).toEqual([])
      })
    }
  }

  it('of each kind: every test of it can fail', () => {
    const caught = Object.values(parts).flatMap((breakages) =>
      Object.values(breakages).flatMap(({ caughtBy }) => caughtBy),
    )
    expect(new Set(caught)).toEqual(new Set(declaredTests(keptMemoryStore).keys()))
  })
})

// Many wait in vain for what a broken store never does, so several are run at once; others look at the time, so not all.
const atOnce = 16
const places = Array.from({ length: atOnce }, () => Promise.resolve())
let turn = 0

/** Runs something when one of the places before it is free. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const place = turn++ % atOnce
  const result = (places[place] ?? Promise.resolve()).then(run)
  places[place] = result.then(() => undefined)
  return result
}

/** Names of tests that let a broken store pass. */
async function missedBy(breakage: Breakage): Promise<readonly string[]> {
  const tests = declaredTests(() => breakStore(breakage))
  const runs = breakage.caughtBy.map(async (name) => {
    try {
      await tests.get(name)?.()
      return [name]
    } catch (error) {
      return error instanceof Error ? [] : [name]
    }
  })
  return (await Promise.all(runs)).flat()
}
