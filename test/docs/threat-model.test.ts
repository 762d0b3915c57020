import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeIn, read, root, rowsOf } from './documents.ts'

const page = 'docs/threat-model.md'
const rows = rowsOf(page, 'Threats')

describe('the threat model', () => {
  it('says of each threat who, what, what is done, what is left, and a test that exists', () => {
    expect(rows.length).toBeGreaterThan(25)
    expect(rows.filter((cells) => cells.length !== 5 || cells.includes(''))).toEqual([])
    const tests = rows.map((cells) => codeIn(cells[4] ?? ''))
    expect(tests.filter((paths) => paths.length === 0)).toEqual([])
    expect(tests.flat().filter((path) => !path.endsWith('.test.ts') || !existsSync(root + path))).toEqual([])
  })

  it('has threats for everybody who may come, and for nobody else', () => {
    const coming = read(page).split('## Threats')[0] ?? ''
    const people = [...coming.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, who = '']) => who.toLowerCase())
    expect([...new Set(rows.map(([who = '']) => who))].toSorted()).toEqual(people.toSorted())
  })
})
