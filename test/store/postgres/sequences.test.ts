import { assert, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { eventually, freshDatabase, opened, sql, unready } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { done, entryOf, turnOf } from './samples.ts'

it('Tables that were copied without their sequences stop the start, and the lines that it says put it right', async () => {
  const url = await freshDatabase()
  const schema = 'copied'
  const before = await opened(url, { schema })
  for (let n = 0; n < 3; n++) await before.inbox.accept(entryOf(), false)
  await before.close()
  await (await opened(url, { schema })).close()
  await sql(url, 'ALTER SEQUENCE copied.entry_seq RESTART')
  const refused: unknown = await unready(url, { schema }).ready.catch((error: unknown) => error)
  assert(refused instanceof Error)
  expect(refused).toMatchObject({ code: 'FMW_STORE_SCHEMA' })
  await sql(url, refused.message.slice(refused.message.indexOf('SELECT setval')))
  const after = await opened(url, { schema })
  expect(await after.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
})

it('A running application whose address moves to such a copy takes nothing until the lines were run', async () => {
  const url = await freshDatabase()
  const schema = 'moved'
  const address = await proxyTo(url)
  const warned: unknown[] = []
  const log = { ...silentLog, warn: (facts: unknown) => void warned.push(facts) }
  const store = await opened(address.url, { schema }, log)
  for (let n = 0; n < 5; n++) await store.inbox.accept(entryOf(), false)
  await sql(url, 'DELETE FROM moved.entries WHERE seq < 3; ALTER SEQUENCE moved.entry_seq RESTART')
  address.breakAll()
  const why = await eventually('the reason', () => {
    const said = store.health().why
    return said?.includes('SELECT setval') === true ? said : undefined
  })
  const before = await lastOf(url)
  for (let n = 0; n < 5; n++) {
    await expect(store.inbox.accept(entryOf(), false)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  }
  // What is refused uses up no number, so it never gets above the rows by itself.
  expect(await lastOf(url)).toBe(before)
  expect(warned).toContainEqual({ store: 'postgres', why })

  await sql(url, why.slice(why.indexOf('SELECT setval')).split(' (FMW')[0] ?? '')
  await eventually('it is used again', () => store.health().ok || undefined)
  expect(await store.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
})

it.each(['ALTER SEQUENCE ahead.entry_seq RESTART WITH 5000000', "SELECT setval('ahead.entry_seq', 4, false)"])(
  'A sequence that stands ahead of the rows is no alarm before it gave a number: %s',
  async (text) => {
    const url = await freshDatabase()
    const before = await opened(url, { schema: 'ahead' })
    for (let n = 0; n < 3; n++) await before.inbox.accept(entryOf(), false)
    await before.close()
    await sql(url, text)
    const after = await opened(url, { schema: 'ahead' })
    expect(await after.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  },
)

it('A sequence whose next number a row has is behind', async () => {
  const url = await freshDatabase()
  const before = await opened(url, { schema: 'same' })
  for (let n = 0; n < 3; n++) await before.inbox.accept(entryOf(), false)
  await before.close()
  await sql(url, "SELECT setval('same.entry_seq', 3, false)")
  await expect(unready(url, { schema: 'same' }).ready).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
})

const act = { by: 'Ama', act: 'note', entry: null, about: null, reason: 'it came by hand' } as const

it.each(['entry_seq', 'fence_seq', 'session_seq', 'turn_seq', 'trail_seq_seq'])(
  'Each sequence that is behind stops the start, and a look: %s',
  async (sequence) => {
    const url = await freshDatabase()
    const schema = 'each'
    const before = await opened(url, { schema })
    for (let n = 0; n < 5; n++) {
      await before.inbox.accept(entryOf(), false)
      await before.turns.open(turnOf(`session-${n}`))
      await before.trail.append('default', act)
    }
    for (const claim of await before.inbox.claim(5)) await before.inbox.settle(claim, done)
    await before.close()
    await sql(url, `ALTER SEQUENCE ${schema}.${sequence} RESTART`)
    const user = unready(url, { schema })
    const refused: unknown = await user.ready.catch((error: unknown) => error)
    assert(refused instanceof Error)
    expect(refused).toMatchObject({ code: 'FMW_STORE_SCHEMA', message: expect.stringContaining(`"each".${sequence}`) })
    await expect(user.store.look()).rejects.toMatchObject({ code: 'FMW_STORE_SCHEMA' })
    await sql(url, refused.message.slice(refused.message.indexOf('SELECT setval')))
    const after = await opened(url, { schema })
    await after.trail.append('default', act)
    expect(await after.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  },
)

it('A sequence that is set back under a running application is told with the lines that put it right', async () => {
  const url = await freshDatabase()
  const schema = 'set_back'
  const store = await opened(url, { schema })
  for (let n = 0; n < 3; n++) await store.trail.append('default', act)
  await sql(url, `ALTER SEQUENCE ${schema}.trail_seq_seq RESTART`)
  const refused: unknown = await store.trail.append('default', act).catch((error: unknown) => error)
  assert(refused instanceof Error)
  expect(refused).toMatchObject({ code: 'FMW_STORE_UNAVAILABLE', message: expect.stringContaining('is taken') })
  const from = refused.message.indexOf('SELECT setval')
  await sql(url, refused.message.slice(from, refused.message.lastIndexOf(';')))
  await store.trail.append('default', act)
})

it('A trail whose sequence is behind is told when the connection is made again, and pushes are taken', async () => {
  const url = await freshDatabase()
  const schema = 'trail_behind'
  const address = await proxyTo(url)
  const warned: { why?: string }[] = []
  const store = await opened(
    address.url,
    { schema },
    { ...silentLog, warn: (facts: object) => void warned.push(facts) },
  )
  await store.trail.append('default', act)
  await sql(url, `ALTER SEQUENCE ${schema}.trail_seq_seq RESTART`)
  address.breakAll()
  const why = await eventually('the reason', () => warned.find((one) => one.why?.includes('SELECT setval'))?.why)
  await eventually('it is used again', () => store.health().ok || undefined)
  expect(await store.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  await sql(url, why.slice(why.indexOf('SELECT setval')))
  await store.trail.append('default', act)
})

it('A sequence that is ahead is no alarm to a user who may only use it', async () => {
  const url = await freshDatabase()
  const schema = 'only_used'
  const before = await opened(url, { schema })
  for (let n = 0; n < 3; n++) await before.inbox.accept(entryOf(), false)
  await before.close()
  await sql(
    url,
    `CREATE ROLE only_uses LOGIN PASSWORD 'a-word'; GRANT USAGE ON SCHEMA ${schema} TO only_uses;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO only_uses;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO only_uses; ALTER SEQUENCE ${schema}.entry_seq RESTART WITH 5000000`,
  )
  const source = new URL(url)
  source.username = 'only_uses'
  source.password = 'a-word'
  const { inbox } = await opened(source.href, { schema, migrate: false })
  expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
})

async function lastOf(url: string): Promise<unknown> {
  const { rows } = await sql(url, "SELECT pg_sequence_last_value('moved.entry_seq') AS last")
  return rows[0]?.last
}
