import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it, vi } from 'vitest'
import { lookInto } from '../../../src/cli/look/look-at-store.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { run } from '../run.ts'
import { keptStore, paid } from './kept-store.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('asks for a store where none is named', async () => {
  vi.stubEnv('MERCHANT_STORE', undefined)
  const { code, err } = await run('inbox')
  expect(code).toBe(2)
  expect(err).toMatch(/^Name the store: --store merchant\.db, --store postgres:/)
})

it('takes the store from MERCHANT_STORE', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  vi.stubEnv('MERCHANT_STORE', file)
  expect((await run('inbox', 'count')).out).toContain('waiting       1')
  expect((await run('sessions')).out).toContain('No sessions')
})

it('names a file that is not there, and makes none', async () => {
  const { folder } = await keptStore()
  const file = join(folder, 'merchnat.db')
  const { code, err } = await run('sessions', '--store', file)
  expect({ code, err }).toEqual({ code: 1, err: `There is no file ${file}.` })
  expect((await run('inbox', '--store', file)).err).toContain(`There is no file ${file}.`)
})

it('names a folder that was taken for a file', async () => {
  const { folder } = await keptStore()
  mkdirSync(join(folder, 'sub'))
  expect((await run('inbox', '--store', join(folder, 'sub'))).err).toContain('is no file.')
})

it('says of a file that is no database what it is not', async () => {
  const { folder } = await keptStore()
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'These are notes, and many of them. '.repeat(100))
  const alone = await run('inbox', '--store', file)
  expect(alone).toMatchObject({
    code: 1,
    err: `The schema of the store ${file} does not fit: it isn't a store of this package, or no application has started with it yet: ${file}-turns is missing`,
  })
  writeFileSync(`${file}-turns`, 'More notes. '.repeat(100))
  const { code, err } = await run('inbox', '--store', file)
  expect(code).toBe(1)
  expect(err).toMatch(/not a database/)
  expect(err).not.toContain('\n    at ')
})

it('refuses other addresses, and repeats no password', async () => {
  const other = await run('inbox', '--store', 'mysql://user:secret@host/db')
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('not mysql://…') })
  const broken = await run('inbox', '--store', 'postgres://user:secret@[/db')
  expect(broken).toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be read as postgres://user:password@host'),
  })
  expect(other.err + broken.err).not.toContain('secret')
})

it('has nothing to look at in a store that lives in its process', async () => {
  await expect(lookInto(memoryStore())).rejects.toThrow('The store memory cannot be looked at from outside.')
})

it('says so of a store that a newer version has written', async () => {
  const { file, opened } = await keptStore()
  await opened.close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  const { code, err } = await run('inbox', '--store', file)
  expect(code).toBe(1)
  expect(err).toMatch(/newer/)
})

it('takes the only registration that there is', async () => {
  const { file, accept } = await keptStore('tickets')
  await accept(paid('order-1'))
  expect((await run('inbox', '--store', file)).out).toContain('order-1')
})

it('takes default where there are several, and asks where none is called so', async () => {
  const { file, accept, openFor } = await keptStore('tickets')
  const shop = await openFor('shop')
  await accept(paid('order-1'))
  await shop.inbox.accept(paid('order-2'), false)
  const asked = await run('inbox', '--store', file)
  expect(asked.code).toBe(1)
  expect(asked.err).toMatch(
    /^Several registrations keep things here: say --registration, one of (?:shop, tickets|tickets, shop)\.$/,
  )
  expect((await run('inbox', '--store', file, '--registration', 'shop')).out).toContain('order-2')

  const usual = await openFor('default')
  await usual.inbox.accept(paid('order-3'), false)
  expect((await run('inbox', '--store', file)).out).toContain('order-3')
})

it('names the registrations that there are', async () => {
  const { file, accept } = await keptStore('tickets')
  const empty = await run('inbox', '--store', file, '--registration', 'shop')
  expect(empty).toMatchObject({ code: 1, err: expect.stringMatching(/Nothing is kept here yet\.$/) })
  await accept(paid('order-1'))
  const other = await run('sessions', '--store', file, '--registration', 'shop')
  expect(other.err).toContain("Nothing is kept here of a registration 'shop'. There are: tickets.")
})
