import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/store/memory/settings.ts'
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
