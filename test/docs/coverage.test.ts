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

/** Outgoing calls, and what is nobody's code: nothing in this version has a file for them. */
const isLater = (cells: readonly string[]) => /^(?:later: the client|none: )/.test(cells[1] ?? '')

describe('the coverage of the reference', () => {
  it('has each of its sections, in its order, and no other', () => {
    expect(headings.map((heading) => heading.split(' ', 1)[0])).toEqual(referenceSections.map(({ section }) => section))
  })

  it.each(sections)('has every row of section $section', ({ rows, table }) => {
    const listed = table.flatMap(([row = '']) => codeIn(row))
    expect(listed.toSorted()).toEqual(rows.toSorted())
  })

  it.each(sections)('names for every row of section $section files and tests that exist', ({ table }) => {
    for (const cells of table.filter((row) => !isLater(row))) {
      const [, files = '', tests = ''] = cells
      const paths = [...codeIn(files), ...codeIn(tests)]
      expect(codeIn(files).every((path) => path.startsWith('src/'))).toBe(true)
      expect(codeIn(tests).every((path) => path.startsWith('test/'))).toBe(true)
      expect(codeIn(files).length * codeIn(tests).length).toBeGreaterThan(0)
      expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
    }
  })

  it('leaves only outgoing calls for later', () => {
    const later = sections.filter(({ table }) => table.some(isLater)).map(({ section }) => section)
    expect(later).toEqual([
      '2.1',
      '2.2',
      '2.4',
      '2.9',
      '4.1',
      '4.2',
      '4.3',
      '4.4',
      '4.5',
      '4.6',
      '4.7',
      '4.8',
      '4.9',
      '5.1',
      '5.2',
      '5.5',
      '6',
      '8',
      '9',
    ])
  })
})
