import { expect, it } from 'vitest'
import { read, rowsOf } from './documents.ts'

const rows = rowsOf('docs/guides/postgres.md', 'Which servers').map(([version = '', programs = '']) => ({
  major: Number.parseInt(version, 10),
  programs,
}))

it('the table of servers has each version that the script fetches, and the programs of a distribution', () => {
  const [, fetched = ''] = /'([\d,]{4,})'/.exec(read('test/store/postgres/versions.ts')) ?? []
  const majors = rows.filter(({ programs }) => programs.startsWith("npm's")).map(({ major }) => major)
  expect(majors.toSorted().join()).toBe(fetched)
  expect(rows.filter(({ programs }) => programs.startsWith("Debian's"))).toHaveLength(1)
})

it('the oldest of them is the oldest that the store takes', () => {
  const [, oldest] = /oldestMajor = (\d+)/.exec(read('src/store/postgres/schema/prepare.ts')) ?? []
  expect(Math.min(...rows.map(({ major }) => major))).toBe(Number(oldest))
})
