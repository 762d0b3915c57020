import { assert, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { postgresSchema, postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith } from '../../http/app.ts'
import { eventually, freshDatabase, opened, sql, unready } from './bench.ts'
import { entryOf } from './samples.ts'

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

it('So it is where a right is missing that only the first sign of life needs', async () => {
  const { url, source } = await byHand('no_delete')
  await sql(url, `${all('no_delete')}; REVOKE DELETE ON ${schema}.instance_names FROM no_delete`)
  const store = postgresStore(source, { schema, migrate: false })
  const app = await appWith({ store, payment: () => undefined })
  await expect(app.ready()).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
  const error = await refused(source)
  expect(error.message).toContain('permission denied for table instance_names (42501)')
  await sql(url, linesIn(error))
  await opened(source, { schema, migrate: false })
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
