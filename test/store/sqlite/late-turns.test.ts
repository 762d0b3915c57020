import { describe, expect, it } from 'vitest'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import {
  closingOf,
  effectOf,
  lateOf,
  markOf,
  noteOf,
  openingOf,
  turnOf,
  waitingOf,
} from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { answer, run } from '../../../src/testing/store-suite/working.ts'
import { fileOfTest, openStore } from './opened.ts'

describe('those who wait for a session', () => {
  it.each(['close', 'finish', 'note', 'end'] as const)('are told of a late %s too', async (what) => {
    const file = fileOfTest()
    const { turns } = await openStore(file, undefined, { timeout: 150 })
    const opening = openingOf('session-1', 1)
    const opened = await turns.open(opening)
    if (opened.status !== 'opened') throw new Error('it is new')
    if (what === 'finish') await turns.close(waitingOf(opening, opened.fence))
    const told: string[] = []
    const stop = turns.watch(opening, (change) => told.push(change))
    await turns.sweep(0, 1)
    told.length = 0
    const connection = new DatabaseSync(filesOf(file).turns)
    connection.exec('BEGIN IMMEDIATE')
    const acts = {
      close: () => turns.close(closingOf(opening, opened.fence)),
      finish: () => turns.finish(lateOf(opening, opened.fence)),
      note: () => turns.note(noteOf(openingOf('session-1', 2), { isOver: true })),
      end: () => turns.end({ ...opening, type: 'release', sequence: 2 }),
    }
    await expect(acts[what]()).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(told).toEqual([])
    connection.exec('ROLLBACK')
    connection.close()
    await eventually('word of it', () => told.includes(what === 'note' || what === 'end' ? 'ended' : 'free'))
    stop()
  })

  it.each(['close', 'finish', 'begin'] as const)('are told that a late %s has taken its key', async (what) => {
    const file = fileOfTest()
    const { turns } = await openStore(file, undefined, { timeout: 150 })
    const [before, after] = [openingOf('session-1', 1), openingOf('session-2', 1)]
    const resume = markOf()
    await answer(turns, before, { resume })
    const { fence } = await run(turns, after)
    if (what === 'finish') await turns.close(waitingOf(after, fence))
    const told: string[] = []
    const stop = turns.watch(before, (change) => told.push(change))
    await turns.sweep(0, 1)
    const connection = new DatabaseSync(filesOf(file).turns)
    connection.exec('BEGIN IMMEDIATE')
    const acts = {
      close: () => turns.close(closingOf(after, fence, { resume })),
      finish: () => turns.finish(lateOf(after, fence, { resume })),
      begin: () => turns.begin(effectOf({ turn: turnOf(after, fence, '1', resume) })),
    }
    await expect(acts[what]()).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(told).not.toContain('ended')
    connection.exec('ROLLBACK')
    connection.close()
    await eventually('word of it', () => told.includes('ended'))
    stop()
  })

  it('are told to look again where nobody can say how it is', async () => {
    const opened = await openStore(fileOfTest())
    const told: string[] = []
    await opened.close()
    opened.turns.watch({ kind: 'ussd', sessionId: 'session-1' }, (change) => told.push(change))
    await eventually('word of it', () => told.length === 1)
    expect(told).toEqual(['free'])
  })
})
