import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresSchema } from '../../../src/store/postgres/index.ts'
import { schemaSteps, schemaVersion } from '../../../src/store/postgres/schema/postgres-schema.ts'
import { eventually, freshDatabase, opened, sql, unready } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { entryOf } from './samples.ts'

let url = ''
beforeAll(async () => {
  url = await freshDatabase()
})

describe('the schema', () => {
  it('is made at the start, once, however many start at once', async () => {
    const schema = 'at_once'
    const users = await Promise.all(Array.from({ length: 6 }, () => opened(url, { schema })))
    await Promise.all(users.map(({ inbox }) => inbox.accept(entryOf(), false)))
    expect((await sql(url, `SELECT major, minor FROM ${schema}.version`)).rows).toEqual(
      schemaSteps.map(({ major, minor }) => ({ major, minor })),
    )
    expect((await sql(url, `SELECT count(*)::int AS n FROM ${schema}.entries`)).rows).toEqual([{ n: 6 }])
  })

  it('is left as it is by those who find it', async () => {
    const schema = 'found'
    await opened(url, { schema })
    const reached = () => sql(url, `SELECT reached_at FROM ${schema}.version`)
    const before = (await reached()).rows
    await opened(url, { schema })
    expect((await reached()).rows).toEqual(before)
  })

  it('can be made by hand, by what postgresSchema prints, for a user who may make nothing', async () => {
    const schema = 'by_hand'
    await sql(url, postgresSchema({ schema }))
    const { source } = await newUser(url, 'plain_user')
    await sql(
      url,
      `GRANT USAGE ON SCHEMA ${schema} TO plain_user;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO plain_user;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO plain_user`,
    )
    for (const migrate of [false, true]) {
      const { inbox } = await opened(source, { schema, migrate })
      const entry = entryOf()
      expect(await inbox.accept(entry, true)).toMatchObject({ status: 'accepted', claim: { entry: { id: entry.id } } })
    }
  })

  it('can be printed again over itself', async () => {
    const schema = 'twice'
    const { inbox } = await opened(url, { schema })
    const entry = entryOf()
    await inbox.accept(entry, false)
    await sql(url, postgresSchema({ schema }))
    expect((await inbox.claim(10)).map(({ entry: { id } }) => id)).toEqual([entry.id])
  })

  it('is named in what postgresSchema prints by default', () => {
    expect(postgresSchema()).toContain('CREATE SCHEMA IF NOT EXISTS "merchant";')
  })

  it('may have a name that is a word of SQL', async () => {
    const { inbox } = await opened(url, { schema: 'full' })
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  })

  it('that is not there and may not be made is told, with what to do', async () => {
    const user = unready(url, { schema: 'nowhere', migrate: false })
    await expect(user.ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringMatching(/"nowhere" is not there .* postgresSchema\({ schema: "nowhere" }\)/),
    })
    await expect(user.inbox.claim(1)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  })

  it('that this user may not make is told', async () => {
    const { source } = await newUser(url, 'poor_user')
    const user = unready(source, { schema: 'forbidden' })
    await expect(user.ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining('may not be made or changed by this user'),
    })
  })

  it('that cannot be made now is made when it can', async () => {
    const { source } = await newUser(url, 'hasty_user')
    await sql(
      url,
      `ALTER ROLE hasty_user SET statement_timeout = '200ms';
      GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO hasty_user`,
    )
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query(`SELECT pg_advisory_lock(hashtextextended('fastify-merchant-webhooks "hasty"', 0))`)
    const user = unready(source, { schema: 'hasty' })
    await eventually('a first try', () => (user.health().why?.includes('57014') ? true : undefined))
    await holder.end()
    await user.ready
  })

  it('of another major version is refused', async () => {
    const schema = 'newer'
    await sql(url, postgresSchema({ schema }))
    await sql(url, `INSERT INTO ${schema}.version VALUES (${schemaVersion.major + 1}, 0)`)
    await expect(unready(url, { schema }).ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining(`at version ${schemaVersion.major + 1}`),
    })
  })

  it.each([-1, 1])(
    'of another major version is left as it is by what postgresSchema prints: %i from this one',
    async (by) => {
      const schema = by < 0 ? 'before' : 'after'
      const { major } = schemaVersion
      await sql(url, postgresSchema({ schema }))
      await sql(url, `UPDATE ${schema}.version SET major = ${major + by}`)
      await expect(sql(url, postgresSchema({ schema }))).rejects.toThrow('tables of another major version')
      const { rows } = await sql(url, `SELECT major FROM ${schema}.version`)
      expect(rows).toEqual([{ major: major + by }])
    },
  )

  it('with more than this version knows of is worked with', async () => {
    const schema = 'ahead'
    await sql(url, postgresSchema({ schema }))
    await sql(
      url,
      `ALTER TABLE ${schema}.entries ADD COLUMN colour text DEFAULT 'green';
      ALTER TABLE ${schema}.sessions ADD COLUMN colour text DEFAULT 'green';
      INSERT INTO ${schema}.version VALUES (${schemaVersion.major}, ${schemaVersion.minor + 1})`,
    )
    const { inbox } = await opened(url, { schema, migrate: false })
    expect(await inbox.accept(entryOf(), true)).toMatchObject({ status: 'accepted', claim: { fence: '1' } })
  })

  it('gets columns while it is worked on, as a deploy of a newer version adds them', async () => {
    const schema = 'deploy'
    const { inbox, turns } = await opened(url, { schema })
    const { turnOf } = await import('./samples.ts')
    await inbox.accept(entryOf(), false)
    expect(await turns.open(turnOf('before'))).toMatchObject({ status: 'opened' })
    await sql(
      url,
      `ALTER TABLE ${schema}.sessions ADD COLUMN colour text; ALTER TABLE ${schema}.active ADD COLUMN colour text`,
    )
    await inbox.accept(entryOf(), false)
    expect(await inbox.claim(10)).toHaveLength(2)
    expect(await turns.open(turnOf('after'))).toMatchObject({ status: 'opened' })
  })

  it('that is older is brought up, or told where that may not be', async () => {
    const schema = 'behind'
    await sql(url, postgresSchema({ schema }))
    await sql(url, `UPDATE ${schema}.version SET minor = minor - ${schemaVersion.minor + 1}`)
    await expect(unready(url, { schema, migrate: false }).ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining(`is at ${schemaVersion.major}.-1, which is older`),
    })
    await opened(url, { schema })
    expect((await sql(url, `SELECT max(minor) AS minor FROM ${schema}.version`)).rows).toEqual([
      { minor: schemaVersion.minor },
    ])
  })

  it('needs PostgreSQL 14 or newer, and names the version that it found', async () => {
    const [{ version } = {}] = (await sql(url, `SELECT current_setting('server_version_num') AS version`)).rows
    const proxy = await proxyTo(url)
    proxy.retell(String(version), '130023')
    await expect(unready(proxy.url, { schema: 'old_server' }).ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining('the server is PostgreSQL 13, and 14 or newer is needed: upgrade the server'),
    })
    expect((await sql(url, `SELECT to_regnamespace('old_server') AS made`)).rows).toEqual([{ made: null }])
  })

  it('needs a database of texts of any script', async () => {
    const name = `latin_${Date.now()}`
    await sql(url, `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    const latin = new URL(url)
    latin.pathname = name
    await expect(unready(latin.href).ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining('LATIN1'),
    })
  })

  it.each([
    [
      'statements that see what was committed before them',
      'default_transaction_isolation=serializable',
      'serializable',
    ],
    ['lists in which something may be nothing', 'array_nulls=off', "array_nulls = 'off'"],
  ])('needs %s', async (_what, setting, found) => {
    const pool = new pg.Pool({ connectionString: url, options: `-c ${setting}` })
    onTestFinished(() => pool.end())
    const user = unready(pool)
    await expect(user.ready).rejects.toMatchObject({
      code: 'FMW_STORE_SCHEMA',
      message: expect.stringContaining(found),
    })
    await user.close()
  })

  it('is used as it must be whatever the user of a URL has set', async () => {
    const { source } = await newUser(url, 'odd_user')
    await sql(
      url,
      `ALTER ROLE odd_user SET default_transaction_isolation = 'serializable';
      ALTER ROLE odd_user SET synchronous_commit = 'off';
      ALTER ROLE odd_user SET array_nulls = 'off';
      GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO odd_user`,
    )
    const { inbox } = await opened(source, { schema: 'odd' })
    const lane = [entryOf({ lane: 'checkout:odd' }), entryOf({ lane: 'checkout:odd' })]
    for (const entry of lane) await inbox.accept(entry, false)
    const [claim] = await inbox.claim(10)
    expect(claim?.entry.id).toBe(lane[0]?.id)
    // Without a reference there is nothing in its list.
    await expect(inbox.accept(entryOf({ reference: null }), false)).resolves.toEqual({ status: 'accepted' })
  })
})

async function newUser(server: string, name: string): Promise<{ source: string }> {
  await sql(server, `CREATE ROLE ${name} LOGIN PASSWORD 'not-a-secret'`)
  const source = new URL(server)
  source.username = name
  return { source: source.href }
}
