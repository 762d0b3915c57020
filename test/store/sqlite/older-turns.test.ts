import { describe, expect, it } from 'vitest'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { turnsSchema } from '../../../src/store/sqlite/turns/turns-schema.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { migrate } from '../../../src/store/sqlite/worker/migrate.ts'
import { effectOf, markOf } from '../../../src/testing/store-suite/sample-effects.ts'
import { openingOf } from '../../../src/testing/store-suite/sample-turns.ts'
import { answer, run, stateUnder, statusOf } from '../../../src/testing/store-suite/turning.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

/** A file of turns as the first version of the schema left it, with a session that goes on. */
function fileOfVersion1(): string {
  const file = fileOfTest()
  const connection = openToWrite(filesOf(file).turns, { synchronous: 'NORMAL', busyTimeout: 0 })
  migrate(connection, turnsSchema.slice(0, 1))
  const soon = Date.now() + 600_000
  connection.exec(`
    INSERT INTO registrations VALUES (1, 'default');
    INSERT INTO sessions (registration, kind, session_id, phone, phone_key, started_at, last_at, expiry, expires_at,
      is_retired, is_over, masks_answer, was_fenced, was_ended, turns, kept, fallbacks, forgotten_to, state)
    VALUES (1, 'ussd', 'session-1', '+233…000', 'digest', 1, 1, 600000, ${soon}, 0, 0, 0, 0, 0, 1, 1, 0, -1, '"old"');
    INSERT INTO turns (session, number, key, at, sequence, type, reply) VALUES (1, 0, '1', 1, 1, 'initiation', '{}')`)
  connection.close()
  return file
}

describe('a file of turns of an older version', () => {
  it('is brought up to date with its sessions, which may be marked then', async () => {
    const { turns } = await openStore(fileOfVersion1(), startHere)
    const second = openingOf('session-1', 2)
    const opened = await run(turns, second)
    expect([opened.isNew, opened.session.state]).toEqual([false, '"old"'])
    await turns.end({ ...second, type: 'release' })
    const resume = markOf()
    const [one, other] = [openingOf('session-2', 1), openingOf('session-3', 1)]
    await answer(turns, one, { resume, session: { state: '1' } })
    await answer(turns, other, { resume, session: { state: '2' } })
    expect(await statusOf(turns, openingOf('session-2', 2))).toBe('over')
    expect(await stateUnder(turns, resume.key)).toBe('2')
    expect(await turns.begin(effectOf())).toEqual({ status: 'begun' })
  })
})
