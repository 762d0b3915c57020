import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { DayReplay } from '../../../src/cli/before-deploy/day-replay.ts'
import { doctorMark } from '../../../src/inbox/doctor.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { type Phone, phone } from '../../../src/testing/index.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'
import { type Ran, run, runAt } from '../run.ts'
import build, { deeds } from './apps/tea.ts'
import { digestsOf, settledDigestsOf } from './digests.ts'
import { folderOfTest } from './live-school.ts'

const tea = new URL('./apps/tea.ts', import.meta.url).pathname

beforeEach(() => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
})

/** A tea house with a day behind it. */
async function day(...stories: readonly ((caller: Phone) => PromiseLike<unknown>)[]) {
  const file = `${folderOfTest()}/merchant.db`
  const app = await build({ store: storeOn(startHere, file, {}) })
  await app.ready()
  onTestFinished(async () => {
    await app.close()
  })
  for (const [place, story] of stories.entries()) await story(phone(app, { mobile: `+23300000010${place}` }))
  deeds.length = 0
  const replay = (change: string, ...more: string[]) => {
    vi.stubEnv('TEA', change)
    return run('replay-day', '--store', file, '--against', tea, ...more)
  }
  return Object.assign(replay, { file })
}

const buys = (caller: Phone) => caller.dial('*713#').reply('1').reply('2').reply('1').reply('Ama')
const refuses = (caller: Phone) => caller.dial('*713#').reply('1').reply('x').reply('2').reply('2')
const drinksCoffee = (caller: Phone) => caller.dial('*713#').reply('2')
const hangsUp = (caller: Phone) => caller.dial('*713#').reply('1').timeout()

it('plays a day again that is the same, up to what was looked up or done, and does nothing', async () => {
  const replay = await day(buys, refuses, drinksCoffee, hangsUp)
  const { code, out, err } = await replay('nothing', '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toEqual({
    registration: 'default',
    from: expect.any(String),
    to: expect.any(String),
    played: 4,
    same: 3,
    changed: 0,
    stopped: 1,
    changes: [],
    stops: [{ kind: 'ussd', why: 'check', sessions: [{ sessionId: expect.any(String), phone: '+233...100' }] }],
    entries: { read: 0, same: 0, changed: 0, skipped: 0, changes: [], skips: [] },
  })
  expect(deeds).toEqual([])
})

it('leaves out what doctor dialled', async () => {
  const replay = await day(refuses)
  const database = new DatabaseSync(`${replay.file}-turns`)
  database.exec(`INSERT INTO sessions (registration, kind, session_id, phone, phone_key, started_at, last_at, expiry, expires_at,
      is_retired, is_over, masks_answer, was_fenced, was_ended, turns, kept, fallbacks, forgotten_to, owner)
    SELECT registration, kind, '${doctorMark}1', phone, phone_key, started_at, last_at, expiry, expires_at, is_retired, is_over,
      masks_answer, was_fenced, was_ended, turns, kept, fallbacks, forgotten_to, owner FROM sessions`)
  database.close()
  expect(JSON.parse((await replay('title', '--json')).out)).toMatchObject({ played: 1, changed: 1 })
})

it('says which screens changed, at which turn, and how they read', async () => {
  const replay = await day(refuses, drinksCoffee, hangsUp)
  const { code, out, err } = await replay('title')
  expect(code).toBe(1)
  expect(err).toBe(`3 sessions of 3 changed with ${tea}.`)
  expect(out.replaceAll(/[\da-f-]{36}/g, 'ID').replaceAll(/,\s+ID/g, ', ID')).toBe(
    [
      '3 sessions played again:',
      '  0 the same',
      '  3 changed',
      '  0 not played to the end',
      '',
      '3 change at turn 1, choose Ourdrinks:',
      '  was  Drinks / 1. Tea / 2. Coffee / 3. Secret drink',
      '  now  Our drinks / 1. Tea / 2. Coffee / 3. Secret drink',
      '  ID, ID, ID',
    ].join('\n'),
  )
  const ended = await replay('end', '--json')
  expect(JSON.parse(ended.out)).toMatchObject({
    same: 2,
    changes: [{ turn: 2, at: 'its end', was: 'No coffee today', now: 'Coffee is out' }],
  })
  const failed = JSON.parse((await replay('fails', '--json')).out)
  const counted = failed.changes.map(({ at, sessions }: { at: string; sessions: object[] }) => [at, sessions.length])
  expect(counted).toEqual([
    ['Error: no Tea', 2],
    ['Error: no Coffee', 1],
  ])
})

it.each([
  ['waits', 'the script waits for something that is no step of talk'],
  ['handler', 'their handler is no conversation'],
  ['silence', 'the build has no handler for their kind'],
])('says which could not be played to the end, and why: %s', async (change, why) => {
  const replay = await day(drinksCoffee)
  const { code, out } = await replay(change)
  expect(code).toBe(0)
  expect(out).toContain(`1 not played to the end\n\n1 stops where ${why}.\n`)
})

it('stops at what a transcript does not have', async () => {
  const replay = await day(
    (caller) => caller.dial('*713#').reply('3').reply('2580').reply('1'),
    (caller) => caller.dial('*713*1*2#').reply('1'),
    (caller) => caller.dial('*713#').reply('1').timeout().dial('*713#'),
    (caller) => caller.dial('*713#').reply('1').push('Initiation', '*713#'),
    refuses,
  )
  const { stops, same, out } = await stopsOf(replay, 'nothing')
  expect({ same, stops }).toEqual({
    same: 2,
    stops: [
      ['masked', 2],
      ['redialled', 1],
      ['resumed', 1],
    ],
  })
  expect(out).not.toMatch(/\b2580\b|2330000/)
  expect((await replay('nothing')).out).toContain('2 stop where what was entered is masked.\n')
  // Nobody has kept a number that a screen could say.
  expect((await stopsOf(replay, 'caller')).stops).toContainEqual(['caller', 1])
})

it('stops where something else than the handler has answered', async () => {
  vi.stubEnv('TEA', 'fails')
  const replay = await day(drinksCoffee)
  expect((await stopsOf(replay, 'nothing')).stops).toEqual([['fallback', 1]])
})

async function stopsOf(replay: (change: string, ...more: string[]) => Promise<Ran>, change: string) {
  const { out } = await replay(change, '--json')
  const { stops, same }: DayReplay = JSON.parse(out)
  return { out, same, stops: stops.map(({ why, sessions }) => [why, sessions.length]).toSorted() }
}

it('stops at a step that only a record could answer', async () => {
  const replay = await day(buys)
  expect((await replay('nothing')).out).toContain(
    '1 stops where the build comes to check: what it gave then is not kept;\n--run-loads runs it.\n',
  )
})

it('plays no more than it may, the newest first, of the time that is meant', async () => {
  const replay = await day(refuses, drinksCoffee)
  expect(JSON.parse((await replay('nothing', '--json', '--limit', '1')).out)).toMatchObject({ played: 1, same: 1 })
  const { code, out } = await replay('nothing', '--from', '2026-01-01', '--to', '2026-01-02')
  expect({ code, out }).toEqual({ code: 0, out: "No session of 'default' began then, and no notification came." })
  const wrong = await replay('nothing', '--from', '2026-01-02', '--to', '2026-01-01')
  expect(wrong.code).toBe(2)
  expect(wrong.err).toContain('--from must be before --to, and before now.')
})

it('leaves the files of SQLite as they are, also where it runs loads', async () => {
  const replay = await day(buys, drinksCoffee)
  const before = await settledDigestsOf(replay.file)
  expect((await replay('title')).code).toBe(1)
  expect((await replay('loads anew', '--run-loads')).code).toBe(1)
  expect(digestsOf(replay.file)).toEqual(before)
})

it('draws a bar where it can be drawn over', async () => {
  const file = `${folderOfTest()}/merchant.db`
  const app = await build({ store: storeOn(startHere, file, {}) })
  await app.ready()
  onTestFinished(async () => {
    await app.close()
  })
  await drinksCoffee(phone(app))
  const drawn: string[] = []
  const terminal = { progress: (line: string) => drawn.push(line), columns: 80 }
  expect((await runAt(terminal, 'replay-day', '--store', file, '--against', tea)).code).toBe(0)
  expect(drawn).toEqual(['[########################] 1 of 1 sessions', ''])
})

it('runs loads and checks where that is asked for, so that it plays what stands behind them', async () => {
  const replay = await day(buys, drinksCoffee)
  expect((await replay('loads')).out).toContain(
    '2 stop where the build comes to load title: what it gave then is not kept;\n--run-loads runs it.\n',
  )
  expect(deeds).toEqual([])
  const ran = await replay('loads', '--run-loads', '--json')
  expect(JSON.parse(ran.out)).toMatchObject({ same: 2, stopped: 0, stops: [] })
  // Once for each session, the check of a name as well; nothing was ordered.
  expect(deeds.toSorted()).toEqual(['Ama', 'Drinks', 'Drinks'])
  const anew = await replay('loads anew', '--run-loads', '--json')
  expect(JSON.parse(anew.out)).toMatchObject({ changed: 2, changes: [{ turn: 1, at: 'choose Drinksoftoday' }] })
  const fails = await replay('loads fails', '--run-loads', '--json')
  expect(JSON.parse(fails.out)).toMatchObject({
    changed: 2,
    changes: [{ turn: 1, at: "FMW_LOAD_FAILED: Reading 'title' failed: The kitchen is closed" }],
  })
  expect((await replay('loads calls', '--run-loads')).out).toContain(
    '2 stop where the script calls the service: that is refused here.\n',
  )
})
