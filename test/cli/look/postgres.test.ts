import { expect, inject, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { type PostgresStoreOptions, postgresStore } from '../../../src/store/postgres/index.ts'
import { newDatabase } from '../../postgres-shared.ts'
import { run } from '../run.ts'
import { paid } from './kept-store.ts'

async function openDatabase(options: PostgresStoreOptions = {}) {
  const url = await newDatabase(inject('postgresPort'))
  const opened = postgresStore(url, options).open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  await opened.ready
  return { url, inbox: opened.inbox, close: () => opened.close() }
}

it('looks at a PostgreSQL database beside the application, and asks it for an entry again', async () => {
  const { url, inbox } = await openDatabase()
  await inbox.accept(paid('order-1'), false)
  const [claim] = await inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number: 1, startedAt: 0, ms: 1, error: 'no database', replay: false }
  await inbox.settle(claim, { state: 'dead', attempt })

  expect((await run('inbox', '--store', url)).out).toMatch(/dead .* order-1 +no database$/m)
  expect((await run('inbox', 'replay', 'order-1', '--store', url)).code).toBe(0)
  expect(await inbox.get('default', claim.entry.id)).toMatchObject({ state: 'waiting', replay: true })
  expect((await run('sessions', '--store', url)).out).toBe("No sessions of 'default' are kept.")
})

it('says where no process that runs registers the name, so that nobody works on what is asked for', async () => {
  const { url, inbox, close } = await openDatabase()
  await inbox.accept(paid('order-1'), false)
  const [claim] = await inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number: 1, startedAt: 0, ms: 1, error: 'no database', replay: false }
  await inbox.settle(claim, { state: 'dead', attempt })
  await close()
  const renamed = postgresStore(url).open({ registration: 'shop', log: silentLog })
  onTestFinished(() => renamed.close())
  await renamed.ready
  const { out } = await run('inbox', 'redrive', '--store', url)
  expect(out).toBe(
    "Asked for a replay of 1 entry: no process that runs now registers 'default', so it waits until one does.",
  )
})

it('finds tables in a schema of their own', async () => {
  const { url, inbox } = await openDatabase({ schema: 'webhooks' })
  await inbox.accept(paid('order-1'), false)
  expect((await run('inbox', 'count', '--store', url, '--schema', 'webhooks')).out).toContain('waiting       1')
  const missed = await run('inbox', 'count', '--store', url)
  expect(missed.code).toBe(1)
  expect(missed.err).toMatch(/schema/i)
  const wrong = await run('inbox', 'count', '--store', url, '--schema', 'Web Hooks')
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('an option schema') })
})

it('says that a server cannot be reached, and repeats no password', async () => {
  const { code, out, err } = await run('inbox', '--store', 'postgres://user:a-password@127.0.0.1:1/db')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('cannot be used now')
  expect(err).not.toContain('a-password')
})
