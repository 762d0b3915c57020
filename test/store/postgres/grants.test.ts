import { readdirSync, readFileSync } from 'node:fs'
import { assert, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { called, calledIn, rights } from '../../../src/store/postgres/grants.ts'
import { postgresSchema, postgresStore } from '../../../src/store/postgres/index.ts'
import { schemaSteps } from '../../../src/store/postgres/schema/postgres-schema.ts'
import { appWith } from '../../http/app.ts'
import { eventually, freshDatabase, opened, sql, unready } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { done, entryOf, turnOf } from './samples.ts'

const schema = 'by_hand'
const all = (user: string) => `GRANT USAGE ON SCHEMA ${schema} TO ${user};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${user};
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${user}`

/** Tables that their owner has made, and a user of the application's own. */
async function byHand(user: string) {
  const url = await freshDatabase()
  await sql(url, postgresSchema({ schema }))
  await sql(url, `CREATE ROLE ${user} LOGIN PASSWORD 'a-word'`)
  const source = new URL(url)
  source.username = user
  source.password = 'a-word'
  return { url, source: source.href }
}

async function refused(source: string): Promise<Error> {
  const error: unknown = await unready(source, { schema, migrate: false }).ready.catch((error: unknown) => error)
  assert(error instanceof Error)
  expect(error).toMatchObject({ code: 'FMW_STORE_SCHEMA' })
  return error
}

/** The lines that a text says, up to the last one. */
const linesIn = ({ message }: Error) => message.slice(message.indexOf('GRANT'), message.lastIndexOf(';'))

it.each(['instance_names', 'arrivals', 'stops', 'turn_seq'])(
  'A new version whose owner forgot the GRANT lines does not start, and the lines that it says put it right: %s',
  async (name) => {
    const user = `forgot_${name}`
    const { url, source } = await byHand(user)
    await sql(url, `${all(user)}; REVOKE ALL ON ${schema}.${name} FROM ${user}`)
    const error = await refused(source)
    expect(error.message).toContain(`its user may not use ${name} of the schema "${schema}"`)
    await sql(url, linesIn(error))
    const { inbox } = await opened(source, { schema, migrate: false })
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  },
)

/** The names that a refusal lists. */
const lackingIn = ({ message }: Error) =>
  message
    .slice(message.indexOf('may not use ') + 12, message.indexOf(' of the schema'))
    .split(', ')
    .sort()

it('So it is of each right that is missing, before a push is taken that could not be settled', async () => {
  const { url, source } = await byHand('lacks_one')
  await sql(url, all('lacks_one'))
  for (const right of ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE']) {
    // One right of each at a time: a store that looked for another one of a table would not list the table.
    const lacking = Object.keys(rights).filter((table) => rights[table]?.includes(right))
    const each = (take: (table: string) => string) => sql(url, lacking.map(take).join(';'))
    await each((table) => `REVOKE ${right === 'USAGE' ? 'ALL' : right} ON ${schema}.${table} FROM lacks_one`)
    expect(lackingIn(await refused(source)), right).toEqual(lacking.toSorted())
    await each((table) => `GRANT ${right} ON ${schema}.${table} TO lacks_one`)
  }
  await opened(source, { schema, migrate: false })
  const store = postgresStore(source, { schema, migrate: false })
  await sql(url, `REVOKE DELETE ON ${schema}.active FROM lacks_one`)
  const app = await appWith({ store, payment: () => undefined })
  await expect(app.ready()).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
})

it('So it is of each function: those that it calls, and those that they call in turn', async () => {
  const { url, source } = await byHand('calls_less')
  await sql(url, `${all('calls_less')}; REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} FROM PUBLIC`)
  const inner = new Set(Object.values(calledIn).flat())
  const needed = [...new Set([...called, ...inner])]
  const each = (names: readonly string[], take: (name: string) => string) =>
    sql(url, names.map((name) => take(`EXECUTE ON FUNCTION ${schema}.${name}`)).join('; '))
  await each(needed, (right) => `GRANT ${right} TO calls_less`)
  await (await opened(source, { schema, migrate: false })).close()
  for (const names of [[...inner], called.filter((name) => !inner.has(name))]) {
    await each(names, (right) => `REVOKE ${right} FROM calls_less`)
    expect(lackingIn(await refused(source))).toEqual(names.map((name) => `${name}()`).sort())
    await each(names, (right) => `GRANT ${right} TO calls_less`)
  }
})

it('What a function calls needs no right where its owner lends the function its own', async () => {
  const { url, source } = await byHand('is_lent')
  await sql(
    url,
    `${all('is_lent')}; REVOKE EXECUTE ON FUNCTION ${schema}.end_overtaken_1 FROM PUBLIC;
    ALTER FUNCTION ${schema}.close_turn_1 SECURITY DEFINER; ALTER FUNCTION ${schema}.finish_work_1 SECURITY DEFINER`,
  )
  const { turns } = await opened(source, { schema, migrate: false })
  expect(await turns.open(turnOf('lent'))).toMatchObject({ status: 'opened' })
})

it('A look finds a function that the user may not call, so a check before the start does', async () => {
  const { url, source } = await byHand('looks_too')
  await sql(url, `${all('looks_too')}; REVOKE EXECUTE ON FUNCTION ${schema}.claim_1 FROM PUBLIC`)
  const look = await postgresStore(source, { schema, migrate: false }).look()
  onTestFinished(() => look.close())
  const error: unknown = await look.check?.().catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'FMW_STORE_SCHEMA', message: expect.stringContaining('may not use claim_1()') })
})

it.each([
  ['no rights at all', 'has_none', ''],
  ['no USAGE on the schema', 'no_usage', `${all('no_usage')}; REVOKE USAGE ON SCHEMA ${schema} FROM no_usage`],
  [
    'no EXECUTE on functions',
    'no_execute',
    `${all('no_execute')}; REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} FROM PUBLIC`,
  ],
])('The lines put right what a user lacks who has %s', async (_, user, grants) => {
  const { url, source } = await byHand(user)
  await sql(url, grants)
  const error = await refused(source)
  await sql(url, linesIn(error))
  await opened(source, { schema, migrate: false })
})

it('A process that listens before it meets missing rights is used without a restart when they are given', async () => {
  const { url, source } = await byHand('meets_late')
  await sql(url, `${all('meets_late')}; REVOKE UPDATE ON ${schema}.instances FROM meets_late`)
  const proxy = await proxyTo(source)
  proxy.cut()
  const lines: string[] = []
  const logger = { level: 'error', stream: { write: (line: string) => lines.push(JSON.parse(line).err.message) } }
  const store = postgresStore(proxy.url, { schema, migrate: false })
  const app = await appWith({ store, payment: () => undefined }, { server: { logger, pluginTimeout: 200 } })
  await app.ready()
  proxy.mend()
  const why = await eventually('the lines', () => {
    const said = app.merchant.health().why
    return said?.includes('GRANT') === true ? said : undefined
  })
  await sql(url, `REVOKE DELETE ON ${schema}.stops FROM meets_late`)
  await eventually('another reason', () => app.merchant.health().why?.includes('instances, stops') || undefined)
  await sql(url, why.slice(why.indexOf('GRANT'), why.lastIndexOf(';')))
  await eventually('it is used', () => app.merchant.health().ok || undefined)
  expect(lines).toEqual([expect.stringContaining(why)])
})

it('So it is where the first sign of life meets them', async () => {
  const { url, source } = await byHand('meets_later')
  await sql(
    url,
    `CREATE FUNCTION ${schema}.owners() RETURNS void LANGUAGE sql AS '';
    CREATE FUNCTION ${schema}.watches() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM ${schema}.owners(); RETURN NEW; END $$;
    CREATE TRIGGER watches BEFORE INSERT ON ${schema}.instances EXECUTE FUNCTION ${schema}.watches();
    ${all('meets_later')}; REVOKE EXECUTE ON FUNCTION ${schema}.owners() FROM PUBLIC`,
  )
  const user = unready(source, { schema, migrate: false })
  await expect(user.ready).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
  const { why = '' } = user.health()
  await sql(url, why.slice(why.indexOf('GRANT'), why.lastIndexOf(';')))
  await eventually('it is used', () => user.health().ok || undefined)
  expect(await user.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
})

it('The rights that are looked for are of every table and sequence, and all that its statements use', () => {
  const steps = schemaSteps.map(({ sql }) => sql('own')).join('\n')
  const made = [...steps.matchAll(/CREATE (?:TABLE|SEQUENCE) IF NOT EXISTS own\.(\w+)/g)].map(([, name]) => name)
  expect(Object.keys(rights).sort()).toEqual(made.sort())
  // What the owner runs once is no statement of the store's.
  const used = [
    ...steps.replace(/^INSERT INTO .*/gm, '').matchAll(/(INSERT|UPDATE|DELETE)(?: INTO| FROM)? own\.(\w+)/g),
  ]
  expect(used.length).toBeGreaterThan(20)
  for (const [, right, table = ''] of used) expect(rights[table], table).toContain(right)
})

it('The functions that are looked for are all that its statements call, and all that these call in turn', () => {
  const folder = new URL('../../../src/store/postgres/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const source = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('schema') && file !== 'grants.ts')
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const inSource = new Set([...source.matchAll(/(?:\}\.|')([a-z_]+_\d+)\b/g)].map(([, name]) => name))
  expect([...called].sort()).toEqual([...inSource].sort())

  const steps = schemaSteps.map(({ sql }) => sql('own')).join('\n')
  const made = new Map(
    [...steps.matchAll(/CREATE OR REPLACE FUNCTION own\.(\w+)(.*?\$body\$.*?)\$body\$/gs)].map(
      ([, name = '', text = '']) => [name, new Set([...text.matchAll(/\bown\.(\w+)\(/g)].map(([, inner]) => inner))],
    ),
  )
  expect(made.size).toBe(new Set(steps.match(/FUNCTION own\.\w+/g)).size)
  const needed = new Set(called)
  for (const name of needed) {
    const inner = made.get(name)
    assert(inner !== undefined, `${name} is made by no step`)
    expect(calledIn[name] ?? [], name).toEqual([...inner].sort())
    for (const each of calledIn[name] ?? []) needed.add(each)
  }
  expect([...needed]).toEqual(expect.arrayContaining(Object.keys(calledIn)))
})

const docs = readFileSync(new URL('../../../docs/guides/postgres.md', import.meta.url), 'utf8')
const linesFrom = (beginning: RegExp) =>
  docs.match(beginning)?.[0].replaceAll('merchant.', `${schema}.`).replaceAll('SCHEMA merchant', `SCHEMA ${schema}`) ??
  ''
const fromDocs = linesFrom(/^-- psql[^`]*/m)
const seqOf = (rights: string) => (user: string) =>
  `GRANT USAGE ON SCHEMA ${schema} TO ${user};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${user};
  GRANT ${rights} ON ALL SEQUENCES IN SCHEMA ${schema} TO ${user}`
const byColumn = (user: string) => `${all(user)}; REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA ${schema} FROM ${user};
  DO $$ DECLARE t record; BEGIN
    FOR t IN SELECT c.oid::regclass AS name, string_agg(quote_ident(a.attname), ', ') AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind = 'r' GROUP BY c.oid
    LOOP EXECUTE format('GRANT INSERT (%1$s), UPDATE (%1$s) ON %2$s TO ${user}', t.columns, t.name); END LOOP;
  END $$`

it.each([
  ['exactly the lines of the guide', 'as_the_guide', (user: string) => fromDocs.replaceAll('shop', user)],
  [
    'what the server gives for all tables',
    'all_data',
    (user: string) => `GRANT pg_read_all_data, pg_write_all_data TO ${user}`,
  ],
  ['UPDATE on sequences, which nextval takes too', 'seq_update', seqOf('UPDATE')],
  ['USAGE on sequences alone', 'seq_usage', seqOf('USAGE')],
  ['rights by column', 'by_column', byColumn],
])('A user with %s starts', async (_, user, grants) => {
  const { url, source } = await byHand(user)
  expect(grants(user)).toContain(user)
  await sql(url, grants(user))
  const { inbox, trail, stops } = await opened(source, { schema, migrate: false })
  expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, done)
  await stops.stop('default', { kind: 'deliveryReport', by: 'Ama', reason: 'a test' })
  await stops.start('default', 'deliveryReport')
  await trail.append('default', { by: 'Ama', act: 'note', entry: null, about: null, reason: 'by hand' })
  expect(await trail.sweep(0, 10)).toBe(1)
})

it('The lines of the guide for what later versions add give a user all rights to that, and to functions that are not for everybody', async () => {
  const defaults = linesFrom(/^ALTER DEFAULT PRIVILEGES[^`]*/m).replaceAll('shop', 'has_defaults')
  expect(defaults).toContain(`IN SCHEMA ${schema} GRANT EXECUTE ON FUNCTIONS TO has_defaults`)
  const url = await freshDatabase()
  await sql(
    url,
    `CREATE ROLE has_defaults LOGIN PASSWORD 'a-word'; CREATE SCHEMA ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO has_defaults; ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
    ${defaults}`,
  )
  await sql(url, postgresSchema({ schema }))
  const source = new URL(url)
  source.username = 'has_defaults'
  source.password = 'a-word'
  const { inbox } = await opened(source.href, { schema, migrate: false })
  expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
})

it('What stands in the way of the first sign of life, and may pass, is told once, and the health says it', async () => {
  const url = await freshDatabase()
  await (await opened(url, { schema })).close()
  await sql(
    url,
    `CREATE FUNCTION ${schema}.fills() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
    CREATE TRIGGER fills BEFORE INSERT ON ${schema}.instance_names EXECUTE FUNCTION ${schema}.fills()`,
  )
  const warned: unknown[] = []
  const user = unready(url, { schema }, { ...silentLog, warn: (facts: unknown) => void warned.push(facts) })
  const why = 'the disk is full (53100)'
  await eventually('the reason', () => (user.health().why === why ? true : undefined))
  await sql(url, `DROP TRIGGER fills ON ${schema}.instance_names`)
  await user.ready
  expect(user.health().ok).toBe(true)
  expect(warned).toEqual([{ store: 'postgres', why }])
})
