import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { InboxStore } from '../../../src/store/inbox-store.ts'
import { eventually, freshDatabase, type Opened, opened, sql } from './bench.ts'
import { done, entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()
const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }

/** Another session with an open transaction, and how it ends. */
async function held(statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`BEGIN; ${statement}`)
  return { commit: () => client.query('COMMIT'), rollBack: () => client.query('ROLLBACK') }
}

/** What becomes of it, and whether that is known yet. */
function watched<T>(asked: Promise<T> | T) {
  const result = Promise.resolve(asked)
  const watching = { isOver: false, result }
  const note = () => {
    watching.isOver = true
  }
  result.then(note, note)
  return watching
}

const others = (inbox: InboxStore, count = 40) =>
  Promise.all(Array.from({ length: count }, () => inbox.accept(entryOf(), false)))

const statesOf = (told: Awaited<ReturnType<typeof others>>) => [...new Set(told.map(({ status }) => status))]

it.each([
  ['deletes', 'deleted', (where: string) => `DELETE FROM deleted.identities ${where}`],
  ['changes', 'changed', (where: string) => `UPDATE changed.identities SET accepted_at = now() ${where}`],
])(
  'A push whose identity somebody %s waits for that alone: those that come with it are kept',
  async (_, schema, write) => {
    const { inbox, health } = await opened(url, { schema })
    const entry = entryOf()
    await inbox.accept(entry, false)
    const { rollBack } = await held(write(`WHERE id = '${entry.id}'`))
    const copy = watched(inbox.accept(entry, false))
    expect(statesOf(await others(inbox))).toEqual(['accepted'])
    expect(statesOf(await others(inbox))).toEqual(['accepted'])
    expect(health().ok).toBe(true)
    expect(copy.isOver).toBe(false)
    await rollBack()
    expect(await copy.result).toMatchObject({ status: 'repeated', id: entry.id })
    expect(await inbox.count({ registration: 'default' })).toMatchObject({ waiting: 81 })
  },
)

it('So does one whose identity somebody has written, and not committed', async () => {
  const schema = 'written'
  const { inbox } = await opened(url, { schema })
  const [entry, other] = [entryOf(), entryOf()]
  for (const one of [entry, other]) await inbox.accept(one, false)
  await sql(
    url,
    `CREATE TABLE ${schema}.taken AS SELECT * FROM ${schema}.identities;
    DELETE FROM ${schema}.identities; DELETE FROM ${schema}.entries; DELETE FROM ${schema}.active`,
  )
  const write = ({ id }: typeof entry) =>
    `INSERT INTO ${schema}.identities SELECT * FROM ${schema}.taken WHERE id = '${id}'`
  const [{ rollBack }, { commit }] = [await held(write(entry)), await held(write(other))]
  const free = watched(inbox.accept(entry, false))
  const known = watched(inbox.accept(other, false))
  expect(statesOf(await others(inbox))).toEqual(['accepted'])
  expect(statesOf(await others(inbox))).toEqual(['accepted'])
  expect([free.isOver, known.isOver]).toEqual([false, false])
  await rollBack()
  await commit()
  expect(await free.result).toEqual({ status: 'accepted' })
  expect(await known.result).toMatchObject({ status: 'repeated', id: other.id })
  expect(await inbox.count({ registration: 'default' })).toMatchObject({ waiting: 81 })
})

it('So does one whose identity is past its time while somebody has locked it', async () => {
  const schema = 'locked'
  const { inbox } = await opened(url, { schema })
  const entry = entryOf({ identityFor: 1 })
  await inbox.accept(entry, false)
  const { rollBack } = await held(`SELECT FROM ${schema}.identities WHERE id = '${entry.id}' FOR UPDATE`)
  const next = watched(inbox.accept({ ...entry, id: `${entry.id}~2` }, false))
  expect(statesOf(await others(inbox))).toEqual(['accepted'])
  expect(next.isOver).toBe(false)
  await rollBack()
  expect(await next.result).toEqual({ status: 'accepted' })
})

it('A push whose identity is held for too long is refused alone, and others are kept meanwhile', async () => {
  const schema = 'refused'
  const { inbox, health } = await opened(url, { schema })
  const entry = entryOf()
  await inbox.accept(entry, false)
  await held(`DELETE FROM ${schema}.identities`)
  const copy = watched(inbox.accept(entry, false))
  do expect(statesOf(await others(inbox, 5))).toEqual(['accepted'])
  while (!copy.isOver)
  await expect(copy.result).rejects.toMatchObject({ ...unavailable, message: expect.stringContaining('55P03') })
  expect(statesOf(await others(inbox, 1))).toEqual(['accepted'])
  expect(health().ok).toBe(true)
})

it('What comes behind it in its lane is kept behind it, and what ends meanwhile ends', async () => {
  const schema = 'in_lane'
  const { inbox } = await opened(url, { schema })
  const first = entryOf()
  await inbox.accept(first, false)
  const [claim] = await inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const entry = entryOf()
  await inbox.accept(entry, false)
  await sql(
    url,
    `DELETE FROM ${schema}.entries WHERE id = '${entry.id}'; DELETE FROM ${schema}.active WHERE fence IS NULL`,
  )
  const { commit } = await held(`DELETE FROM ${schema}.identities WHERE id = '${entry.id}'`)
  const again = watched(inbox.accept(entry, false))
  const behind = watched(inbox.accept(entryOf({ lane: entry.lane }), false))
  const ended = inbox.settle(claim, done)
  expect(statesOf(await others(inbox))).toEqual(['accepted'])
  const later = watched(inbox.accept(entryOf({ lane: entry.lane }), false))
  expect(await ended).toBe(true)
  expect(statesOf(await others(inbox))).toEqual(['accepted'])
  expect([again.isOver, behind.isOver, later.isOver]).toEqual([false, false, false])
  await commit()
  for (const { result } of [again, behind, later]) expect(await result).toEqual({ status: 'accepted' })
  const { entries } = await inbox.list({ registration: 'default', limit: 3, lane: entry.lane })
  expect(entries.at(-1)?.id).toBe(entry.id)
})

it('Where somebody holds a whole table, all wait, are kept when it is free, and are refused where that takes too long', async () => {
  const schema = 'whole'
  const { inbox, turns, health } = await opened(url, { schema })
  const { rollBack } = await held(`LOCK TABLE ${schema}.identities`)
  const kept = watched(others(inbox, 600))
  expect(await turns.open(turnOf('whole'))).toMatchObject({ status: 'opened' })
  expect(kept.isOver).toBe(false)
  await rollBack()
  expect(statesOf(await kept.result)).toEqual(['accepted'])
  const { rollBack: letGo } = await held(`LOCK TABLE ${schema}.entries`)
  const refused = await Promise.allSettled(Array.from({ length: 600 }, () => inbox.accept(entryOf(), false)))
  expect(new Set(refused.map((told) => told.status === 'rejected' && told.reason.code))).toEqual(
    new Set([unavailable.code]),
  )
  await letGo()
  expect(statesOf(await others(inbox))).toEqual(['accepted'])
  expect(health().ok).toBe(true)
  expect(await inbox.count({ registration: 'default' })).toMatchObject({ waiting: 640 })
})

it('What a tool asks of a row that somebody holds is refused, and does not happen later', async () => {
  const schema = 'by_tool'
  const { inbox, store } = await opened(url, { schema })
  const entry = entryOf()
  await inbox.accept(entry, false)
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, { state: 'rejected', reason: 'not ours' })
  const look = await store.look()
  onTestFinished(() => look.close())
  const { rollBack } = await held(`UPDATE ${schema}.entries SET review_note = 'seen'`)
  await expect(look.inbox.replay('default', entry.id)).rejects.toMatchObject({
    ...unavailable,
    message: expect.stringContaining('a lock was not free (55P03)'),
  })
  const { rows } = await sql(
    url,
    `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${schema}%'`,
  )
  expect(rows).toEqual([])
  await rollBack()
  expect(await look.inbox.replay('default', entry.id)).toBe(true)
})

/** A sign of life of the process that waits, until it is given up: it isn't left behind in the server. */
async function aSignIsGivenUp(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql(
      url,
      `SELECT query_start::text AS since FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%beat_1%'`,
    )
    return rows.map(({ since }) => since)
  }
  const [first] = await eventually('a sign that waits', async () => {
    const signs = await waiting()
    return signs.length > 0 ? signs : undefined
  })
  await eventually('its end', async () => ((await waiting()).includes(first) ? undefined : true))
}

it.each<[string, string, string, (user: Opened) => Promise<unknown>]>([
  ['the row of a process', 'signs', 'UPDATE signs.instances SET seen_at = seen_at', aSignIsGivenUp],
  ['the table of what is stopped', 'stops', 'LOCK TABLE stops.stops', ({ stops }) => stops.list('default')],
  ['a session', 'turns', 'UPDATE turns.sessions SET expiry = expiry', ({ turns }) => turns.open(turnOf('one'))],
])('Where somebody holds %s, pushes are kept, and the server is not taken for broken', async (_, schema, hold, ask) => {
  const told: unknown[] = []
  const user = await opened(
    url,
    { schema },
    { ...silentLog, warn: (_facts: unknown, text: string) => void told.push(text) },
  )
  await user.turns.open(turnOf('one'))
  await held(hold)
  const asked = watched(ask(user))
  do expect(statesOf(await others(user.inbox, 5))).toEqual(['accepted'])
  while (!asked.isOver)
  expect(statesOf(await others(user.inbox, 5))).toEqual(['accepted'])
  expect(told).toEqual([])
})

const pool = (max: number) => {
  const own = new pg.Pool({ connectionString: url, max })
  onTestFinished(() => own.end())
  return own
}

it.each([
  ['its own ten connections', 'ten', () => url, {}],
  ['its own four', 'four', () => url, { connections: 4 }],
  ['a pool of five that the application shares', 'five', () => pool(5), {}],
])(
  'Where somebody holds the table of sessions and turns wait on %s, pushes are kept meanwhile',
  async (_, schema, source, options) => {
    const told: unknown[] = []
    const log = { ...silentLog, warn: (_facts: unknown, text: string) => void told.push(text) }
    const { inbox, turns, health } = await opened(source(), { schema, ...options }, log)
    const { rollBack } = await held(`LOCK TABLE ${schema}.sessions`)
    const asked = Array.from({ length: 30 }, (_, place) => watched(turns.open(turnOf(`${schema}-${place}`))))
    while (asked.some(({ isOver }) => !isOver)) {
      expect(statesOf(await others(inbox, 5))).toEqual(['accepted'])
      expect(health()).toMatchObject({ ok: true })
    }
    for (const { result } of asked) await expect(result).rejects.toMatchObject(unavailable)
    for (const claim of await inbox.claim(3)) expect(await inbox.settle(claim, done)).toBe(true)
    const { rows } = await sql(
      url,
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"${schema}".open_turn_1%'`,
    )
    expect(rows).toEqual([])
    expect(told).toEqual([])
    await rollBack()
    expect(await turns.open(turnOf(`${schema}-free`))).toMatchObject({ status: 'opened' })
  },
)

it('While one alone waits for what somebody holds, the health is good', async () => {
  const { stops, health } = await opened(url, { schema: 'alone' })
  await held('LOCK TABLE alone.stops')
  const asked = watched(stops.list('default'))
  while (!asked.isOver) {
    expect(health()).toMatchObject({ ok: true })
    await setTimeout(20)
  }
  await expect(asked.result).rejects.toMatchObject(unavailable)
})
