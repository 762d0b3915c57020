import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/store/memory/settings.ts'
import { fileOfTest, openStore } from '../store/sqlite/opened.ts'
import { codeIn, read, rowsOf } from './documents.ts'

const guide = 'docs/guides/stores.md'

describe('the guide on stores', () => {
  it('gives every bound of the memory store with its default', () => {
    const { clock: _clock, ...bounds } = readSettings({})
    const rows = rowsOf(guide, 'What it may hold').map(([name = '', value = '']) => [
      codeIn(name)[0],
      Number(value.replaceAll(',', '')),
    ])
    expect(Object.fromEntries(rows)).toEqual(bounds)
  })

  it('gives every option of the suite', () => {
    const rows = rowsOf('docs/guides/own-store.md', 'Proving it').map(([name = '']) => codeIn(name)[0])
    const [, options = ''] =
      /export interface StoreSuite \{(.*?)^\}/ms.exec(read('src/testing/store-suite/suite-context.ts')) ?? []
    const names = [...options.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(rows.toSorted()).toEqual(names.toSorted())
  })
})

it('the guide on SQLite has a row for each file beside an open store', async () => {
  const file = fileOfTest()
  await openStore(file)
  const files = readdirSync(dirname(file)).map((name) => name.slice(basename(file).length))
  // Those of the sessions are named by their ends.
  const ends = files.map((end) => end.replace(/^-turns(?=-)/, ''))
  const told = rowsOf('docs/guides/sqlite.md', 'The files').flatMap(([cell = '']) => codeIn(cell))
  expect(ends).toContain('-lock-journal')
  expect(ends.filter((end) => !told.some((name) => name.replace('merchant.db', '') === end))).toEqual([])
})
