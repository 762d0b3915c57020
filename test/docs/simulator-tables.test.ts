import { describe, expect, it } from 'vitest'
import { read } from './documents.ts'
import { pagesWithTables, simulatorTables, withTables } from './simulator-tables.ts'

describe("the tables of the simulator's guides", () => {
  it.each(pagesWithTables)('are those of the code in %s: npm run docs writes them', (page) => {
    expect(read(page)).toBe(withTables(read(page)))
  })

  it('are all in the guides', () => {
    const pages = pagesWithTables.map((page) => read(page)).join()
    for (const [name, table] of Object.entries(simulatorTables)) expect(pages, name).toContain(table)
  })
})
