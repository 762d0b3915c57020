import { expect, it } from 'vitest'
import { eraseBeside } from '../../../src/store/sqlite/erase-beside.ts'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { openBeside } from '../../../src/store/sqlite/worker/connection.ts'
import { attemptOf, entryOf, turnOf } from '../postgres/samples.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

const number = { digits: '000000042', without: (text: string) => text.replace('+233000000042', '...') }
const nobody = { registration: 'default', entries: [], phoneKey: 'nobody', number }

it('what no application carries out in time is told, stays asked for, and is done by the next', async () => {
  const file = fileOfTest()
  const entry = entryOf()
  const first = await openStore(file, startHere)
  await first.inbox.accept(entry, false)
  for (const claim of await first.inbox.claim(1))
    await first.inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  await first.close()
  const parts = {
    files: filesOf(file),
    timeout: 1_000,
    patience: 1,
    locate: () => 1,
    work: () => async () => undefined,
  }
  await expect(
    eraseBeside(parts, { ...nobody, entries: [{ id: entry.id, payload: undefined, attempts: 1 }] }),
  ).rejects.toMatchObject({
    code: 'FMW_STORE_UNAVAILABLE',
    message: expect.stringContaining('has not erased yet: it will'),
  })
  const second = await openStore(file, startHere)
  await expect.poll(() => second.inbox.get('default', entry.id)).toBeUndefined()
})

it('an entry that nobody knows, and a registration that has no sessions, leave nothing to do', async () => {
  const file = fileOfTest()
  const opened = await openStore(file, startHere)
  await opened.close()
  const parts = {
    files: filesOf(file),
    timeout: 1_000,
    patience: 1,
    locate: () => undefined,
    work: () => async () => undefined,
  }
  expect(
    await eraseBeside(parts, { ...nobody, entries: [{ id: 'unknown', payload: undefined, attempts: 0 }] }),
  ).toEqual({
    entries: [],
    sessions: 0,
    results: 0,
    effects: 0,
  })
})

it('what was opened again since it was asked for is left alone', async () => {
  const file = fileOfTest()
  const { inbox, turns } = await openStore(file, startHere)
  const entry = entryOf()
  await inbox.accept(entry, false)
  const opening = turnOf('open')
  await turns.open(opening)
  const files = filesOf(file)
  const [entries, sessions] = [files.inbox, files.turns].map((each) => openBeside(each, 1_000))
  entries?.exec('INSERT INTO erasures VALUES (1, NULL)')
  sessions?.exec('INSERT INTO erasures (registration, session) SELECT registration, number FROM sessions')
  const left = (connection: typeof entries) => connection?.prepare('SELECT count(*) AS n FROM erasures').get()?.n
  await expect.poll(() => [left(entries), left(sessions)]).toEqual([0, 0])
  expect(await inbox.get('default', entry.id)).toMatchObject({ state: 'waiting' })
  expect(await turns.get('default', opening.sessionId)).toHaveLength(1)
  entries?.close()
  sessions?.close()
})

it('what is asked for again before the application has erased it stays', async () => {
  const file = fileOfTest()
  const { inbox } = await openStore(file, startHere)
  const entry = entryOf()
  await inbox.accept(entry, false)
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  const connection = openBeside(filesOf(file).inbox, 1_000)
  const locate = () => 1
  const parts = { files: filesOf(file), timeout: 1_000, patience: 20_000, locate }
  // Both are asked for in one moment: the replay is what the application comes to first.
  const replayFirst = () => {
    connection.exec('INSERT INTO requests VALUES (1)')
    return async () => undefined
  }
  const erasure = { ...nobody, entries: [{ id: entry.id, payload: undefined, attempts: 1 }] }
  connection.exec('BEGIN IMMEDIATE; INSERT INTO erasures VALUES (1, NULL); INSERT INTO requests VALUES (1); COMMIT')
  await expect.poll(() => inbox.get('default', entry.id)).toMatchObject({ state: 'waiting' })
  expect(await eraseBeside({ ...parts, work: replayFirst }, erasure)).toMatchObject({ entries: [] })
  expect(await inbox.get('default', entry.id)).toMatchObject({ state: 'waiting' })
  connection.close()
})

it('outcomes are looked through to the last, however many there are', async () => {
  const file = fileOfTest()
  const { turns } = await openStore(file, startHere)
  const keys = Array.from({ length: 250 }, (_, index) => `effect-${index}`)
  for (const key of keys) {
    await turns.begin({ key, attempt: key, within: 60_000, turn: null, left: null })
    const number = key.endsWith('9') ? '+233000000042' : '+233000000043'
    if (key !== 'effect-0') await turns.conclude({ key, attempt: key, outcome: JSON.stringify({ to: number }) })
  }
  const parts = { files: filesOf(file), timeout: 1_000, patience: 20_000, locate: () => undefined }
  expect(await eraseBeside({ ...parts, work: () => async () => undefined }, nobody)).toEqual({
    entries: [],
    sessions: 0,
    results: 0,
    effects: 25,
  })
  const again = { attempt: 'again', within: 60_000, turn: null, left: null }
  expect(await turns.begin({ key: 'effect-249', ...again })).toEqual({ status: 'concluded', outcome: '{"to":"..."}' })
  expect(await turns.begin({ key: 'effect-248', ...again })).toMatchObject({ outcome: '{"to":"+233000000043"}' })
})

it('waits for a file that somebody else holds without holding up what else runs here, and says who has it', async () => {
  const file = fileOfTest()
  const opened = await openStore(file, startHere)
  await opened.close()
  const files = filesOf(file)
  const other = openBeside(files.turns, 0)
  other.exec('BEGIN IMMEDIATE')
  const parts = { files, timeout: 300, patience: 1, locate: () => undefined, work: () => async () => undefined }
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const refused = await eraseBeside(parts, nobody).catch((error: unknown) => error)
  clearInterval(timer)
  expect(refused).toMatchObject({
    code: 'FMW_STORE_UNAVAILABLE',
    message: expect.stringContaining('another program holds the file'),
  })
  expect(turns).toBeGreaterThan(3)
  setTimeout(() => other.exec('ROLLBACK'), 50)
  expect(await eraseBeside({ ...parts, timeout: 60_000 }, nobody)).toMatchObject({ sessions: 0 })
  other.close()
})
