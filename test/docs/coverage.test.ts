import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeIn, read, root, rowsOf } from './documents.ts'
import { referenceSections } from './reference-rows.ts'

const page = 'docs/coverage.md'
const headings = [...read(page).matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading)

const sections = referenceSections.map(({ section, rows }) => {
  const heading = headings.find((one) => one.split(' ', 1)[0] === section) ?? ''
  const table = rowsOf(page, heading).filter(([first]) => first !== 'Row')
  return { section, rows, heading, table }
})

/** What is nobody's code: a page of the merchant's own, and a limit that has no value. */
const isNobodys = (cells: readonly string[]) => (cells[1] ?? '').startsWith('none: ')

describe('the coverage of the reference', () => {
  it('has each of its sections, in its order, and no other', () => {
    expect(headings.map((heading) => heading.split(' ', 1)[0])).toEqual(referenceSections.map(({ section }) => section))
  })

  it.each(sections)('has every row of section $section', ({ rows, table }) => {
    const listed = table.flatMap(([row = '']) => codeIn(row))
    expect(listed.toSorted()).toEqual(rows.toSorted())
  })

  it.each(sections)('names for every row of section $section files and tests that exist', ({ table }) => {
    for (const cells of table.filter((row) => !isNobodys(row))) {
      const [, files = '', tests = ''] = cells
      const paths = [...codeIn(files), ...codeIn(tests)]
      expect(codeIn(files).every((path) => path.startsWith('src/'))).toBe(true)
      expect(codeIn(tests).every((path) => path.startsWith('test/'))).toBe(true)
      expect(codeIn(files).length * codeIn(tests).length).toBeGreaterThan(0)
      expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
    }
  })

  it("leaves out only what is nobody's code", () => {
    const rows = sections.flatMap(({ table }) => table.filter(isNobodys)).map(([row = '']) => codeIn(row))
    expect(rows).toEqual([['Browser redirect'], ['Per-operator amount maxima']])
  })
})
