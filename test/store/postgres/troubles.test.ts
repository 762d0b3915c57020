import { assert, expect, it } from 'vitest'
import { type Log, silentLog } from '../../../src/log.ts'
import { postgresSchema } from '../../../src/store/postgres/index.ts'
import { ServerFailure } from '../../../src/store/postgres/server/failure.ts'
import { Load } from '../../../src/store/postgres/server/load.ts'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { done, entryOf, turnOf } from './samples.ts'

const schema = 'merchant'
const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }

/** A store that is used by a role of its own, to which its owner gives rights. */
async function withRights(role: string, log: Log = silentLog) {
  const url = await freshDatabase()
  await sql(url, postgresSchema({ schema }))
  const grants = `GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`
  await sql(
    url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'a-word'; REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} FROM PUBLIC; ${grants}`,
  )
  const source = new URL(url)
  source.username = role
  source.password = 'a-word'
  return { url, grants, ...(await opened(source.href, { schema, migrate: false }, log)) }
}

/** Fails what writes rows of a table, as a full disk does. */
function filling(table: string): string {
  return `CREATE FUNCTION ${schema}.fills() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
    CREATE TRIGGER fills BEFORE INSERT OR UPDATE ON ${schema}.${table} EXECUTE FUNCTION ${schema}.fills()`
}

it('A store whose pushes fail is not well for as long as they do, whatever else works on it', async () => {
  const url = await freshDatabase()
  const { inbox, turns, stops, health } = await opened(url, { schema })
  await sql(url, filling('entries'))
  for (let times = 0; times < 3; times++) {
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
    await inbox.claim(1)
    await stops.list('default')
    await turns.open(turnOf(`well-${times}`))
    expect(health()).toMatchObject({ ok: false, why: 'the disk is full (53100)' })
  }
  await sql(url, `DROP TRIGGER fills ON ${schema}.entries`)
  expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  expect(health().ok).toBe(true)
})

it('So is one whose turns fail to close, though others are opened', async () => {
  const url = await freshDatabase()
  const { turns, inbox, health } = await opened(url, { schema })
  const first = turnOf('closes-not')
  const told = await turns.open(first)
  assert(told.status === 'opened')
  await sql(url, filling('turns').replace('INSERT OR UPDATE', 'UPDATE'))
  const { kind, sessionId, phone, turn, sequence } = first
  const closing = {
    kind,
    sessionId,
    phone,
    turn,
    sequence,
    fence: told.fence,
    reply: '{}',
    screen: '',
    source: 'handler' as const,
    ms: 1,
    session: { state: null, isOver: false, masksAnswer: false, late: null },
    goesOn: false,
    resume: undefined,
  }
  await expect(turns.close(closing)).rejects.toMatchObject(unavailable)
  await turns.open(turnOf('another'))
  await inbox.accept(entryOf(), false)
  expect(health().ok).toBe(false)
  await sql(url, `DROP TRIGGER fills ON ${schema}.turns`)
  expect(await turns.close(closing)).toBe(true)
  expect(health().ok).toBe(true)
})

it.each([
  ['a function', 'lost_accept', 'REVOKE EXECUTE ON FUNCTION merchant.accept_1 FROM lost_accept', 'accept_1()'],
  ['a sequence', 'lost_seq', 'REVOKE ALL ON SEQUENCE merchant.entry_seq FROM lost_seq', 'entry_seq'],
])(
  'Rights to %s that are taken away meanwhile are told with their lines until they are given, whether pushes come or not',
  async (_, role, revoke, what) => {
    const told: unknown[] = []
    const note = (_facts: unknown, text: string) => void told.push(text)
    const { url, inbox, health } = await withRights(role, { ...silentLog, warn: note, info: note })
    told.length = 0
    await sql(url, revoke)
    await expect(inbox.accept(entryOf(), false)).rejects.toMatchObject(unavailable)
    expect(health().ok).toBe(false)
    const why = await eventually('the lines', () => (health().why?.includes('GRANT') ? health().why : undefined))
    expect(why).toContain(`its user may not use ${what} of the schema`)
    await inbox.claim(1)
    expect(health()).toMatchObject({ ok: false, why })
    await sql(url, why.slice(why.indexOf('GRANT'), why.lastIndexOf(';')))
    // No push comes: a load balancer may send none until it is well.
    await eventually('a good health', () => health().ok || undefined)
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    expect(told).toEqual(['the store cannot be used', 'the store can be used'])
  },
)

it('A store on which nothing can be claimed is not well, though pushes are kept', async () => {
  const { url, inbox, stops, health, grants } = await withRights('lost_claim')
  await sql(url, `REVOKE EXECUTE ON FUNCTION ${schema}.claim_1 FROM lost_claim`)
  await expect(inbox.claim(1)).rejects.toMatchObject(unavailable)
  for (let times = 0; times < 3; times++) {
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    await stops.list('default')
    expect(health().ok).toBe(false)
  }
  await sql(url, grants)
  expect(await inbox.claim(1)).toHaveLength(1)
  await eventually('a good health', () => health().ok || undefined)
})

it('An outage leaves nothing behind: the first that works is the end of it, whatever failed in it', async () => {
  const url = await freshDatabase()
  const proxy = await proxyTo(url)
  const { inbox, turns, health } = await opened(proxy.url, { schema })
  await inbox.accept(entryOf(), false)
  const [claim] = await inbox.claim(1)
  assert(claim)
  proxy.cut()
  const asked = [
    inbox.accept(entryOf(), false),
    inbox.settle(claim, done),
    turns.open(turnOf('cut')),
    turns.seen(turnOf('cut')),
  ]
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
  expect(health().ok).toBe(false)
  proxy.mend()
  await eventually('it answers', () => inbox.claim(1).catch(() => undefined))
  expect(health().ok).toBe(true)
})

/** One with a clock that is moved by hand. */
function loadWithClock() {
  let at = 0
  const load = new Load('postgres', () => undefined, { now: () => at })
  const fail = (failure: ConstructorParameters<typeof ServerFailure>[0], what?: string) =>
    expect(load.carry(0, () => Promise.reject(new ServerFailure(failure)), what)).rejects.toMatchObject(unavailable)
  const work = (what?: string) => load.carry(0, async () => undefined, what)
  return { load, fail, work, move: (ms: number) => (at += ms) }
}

it('What has waited for long is told', async () => {
  const { load, move } = loadWithClock()
  const { promise, resolve } = Promise.withResolvers<void>()
  const carried = load.carry(0, () => promise)
  move(2_001)
  expect(load.why).toBe('it has not answered for 2000 ms')
  resolve()
  await carried
  expect(load.why).toBeUndefined()
})

it('What failed and is not asked for again is forgotten after a quarter of a minute', async () => {
  const { load, fail, work, move } = loadWithClock()
  await fail({ kind: 'other', why: 'the disk is full (53100)', code: '53100' }, 'accept')
  move(15_000)
  await work('claim')
  expect(load.why).toBe('the disk is full (53100)')
  move(1)
  expect(load.why).toBeUndefined()
})

it('What fails for itself alone is forgotten with the next that works: one row, or what people ask', async () => {
  const { load, fail, work } = loadWithClock()
  await fail({ kind: 'row', why: 'a value does not fit (22003)', code: '22003' }, 'accept')
  await fail({ kind: 'other', why: 'the statement was cancelled (57014)', code: '57014' })
  expect(load.why).toBe('the statement was cancelled (57014)')
  await work('claim')
  expect(load.why).toBeUndefined()
})

it('A number that is taken is no matter of one row: all that are like it fail', async () => {
  const { load, fail, work } = loadWithClock()
  await fail({ kind: 'row', why: 'a number is taken (23505)', code: '23505' }, 'accept')
  await work('claim')
  expect(load.why).toBe('a number is taken (23505)')
  await work('accept')
  expect(load.why).toBeUndefined()
})
