import { assert, expect, it } from 'vitest'
import { freshDatabase, opened, sql, unready } from './bench.ts'
import { entryOf } from './samples.ts'

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
