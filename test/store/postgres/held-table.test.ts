import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { eventually, freshDatabase, opened } from './bench.ts'
import { entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()
const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }
const heldTable = { ok: false, why: 'somebody else holds a table that pushes need (55P03)' }

async function session() {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A session with an open transaction. */
async function held(statement: string) {
  const client = await session()
  await client.query(`BEGIN; ${statement}`)
  return client
}

/** A store, and the lines of its log. */
async function openedLogged(schema: string) {
  const told: string[] = []
  const note = (_facts: unknown, text: string) => void told.push(text)
  const user = await opened(url, { schema }, { debug: note, info: note, warn: note, error: note })
  told.length = 0
  return { ...user, told }
}

it.each(['entries', 'identities', 'active'])(
  'While somebody holds the table %s, the store is not well after the first refused push, and is again when it is free, though none comes',
  async (table) => {
    const schema = `held_${table}`
    const { inbox, stops, turns, health, told } = await openedLogged(schema)
    const holder = await held(`LOCK TABLE ${schema}.${table}`)
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
    await eventually('a bad health', () => !health().ok || undefined)
    await stops.list('default')
    await turns.open(turnOf(schema))
    expect(health()).toMatchObject(heldTable)
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
    expect(health()).toMatchObject(heldTable)
    await holder.query('ROLLBACK')
    await eventually('a good health', () => health().ok || undefined)
    expect(told).toEqual(['the store cannot be used', 'the store can be used'])
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  },
)

it('So it is while VACUUM FULL waits for a transaction that somebody left open', async () => {
  const schema = 'vacuumed'
  const { inbox, health } = await openedLogged(schema)
  const reader = await held(`SELECT count(*) FROM ${schema}.entries`)
  const vacuum = await session()
  const over = vacuum.query(`VACUUM FULL ${schema}.entries`)
  await eventually('a VACUUM that waits', async () => {
    const { rows } = await reader.query(`SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'`)
    return rows.length > 0 || undefined
  })
  await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
  await eventually('a bad health', () => !health().ok || undefined)
  expect(health()).toMatchObject(heldTable)
  await reader.query('ROLLBACK')
  await over
  await eventually('a good health', () => health().ok || undefined)
})

it('The first push that is kept makes it well at once', async () => {
  const { inbox, health } = await openedLogged('at_once')
  const holder = await held('LOCK TABLE at_once.entries')
  await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
  await eventually('a bad health', () => !health().ok || undefined)
  await holder.query('ROLLBACK')
  expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  expect(health().ok).toBe(true)
})

it('Pushes that are refused for rows which somebody holds change nothing, even where no other comes', async () => {
  const { inbox, health, told } = await openedLogged('held_rows')
  const entries = [entryOf(), entryOf(), entryOf()]
  for (const entry of entries) await inbox.accept(entry, false)
  await held('DELETE FROM held_rows.identities')
  // What the first refused one has made the store look into is over long before the next is refused.
  for (const entry of entries) {
    let isOver = false
    const refused = expect(inbox.accept(entry, false))
      .rejects.toMatchObject(unavailable)
      .finally(() => {
        isOver = true
      })
    while (!isOver) {
      expect(health()).toMatchObject({ ok: true })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await refused
  }
  expect(told).toEqual([])
})
