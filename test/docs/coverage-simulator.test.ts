import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeIn, root, rowsOf } from './documents.ts'
import { referenceSections } from './reference-rows.ts'

const page = 'docs/coverage-simulator.md'
const rows = rowsOf(page, 'Coverage of the API document in the simulator').map(
  ([section = '', names = '', tests = '']) => {
    return { section, names: codeIn(names), tests: codeIn(tests) }
  },
)

describe('the coverage of the reference in the simulator', () => {
  it('has its sections in their order', () => {
    const sections = referenceSections.map(({ section }) => section)
    const places = rows.map(({ section }) => sections.indexOf(section))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it.each(referenceSections)(
    'has the rows of section $section with tests that exist',
    ({ section, rows: expected }) => {
      const own = rows.filter((row) => row.section === section)
      const names = own.flatMap((row) => row.names)
      const missing = expected.filter((name) => !names.includes(name))
      expect(names.filter((name) => !expected.includes(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
      expect(missing).toEqual([])
      expect(own.filter(({ tests }) => tests.length === 0)).toEqual([])
      const tests = own.flatMap((row) => row.tests)
      expect(tests.filter((test) => !test.startsWith('test/simulator/') || !existsSync(root + test))).toEqual([])
    },
  )
})
