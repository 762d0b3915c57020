import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeIn, read, root, rowsOf } from './documents.ts'

const folder = 'src/cli/doctor'
const sources = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

test('the guide on doctor has a row for each check', () => {
  const made = sources.flatMap((file) =>
    [...read(`${folder}/${file}`).matchAll(/\b(?:fine|warning|failure|skipped|judged)\(\s*'([^']+)'/g)].map(
      ([, check]) => check,
    ),
  )
  const told = rowsOf('docs/guides/doctor.md', 'What it finds').flatMap(([cell = '']) => codeIn(cell))
  expect(new Set(made).size).toBeGreaterThan(25)
  expect(told.toSorted()).toEqual([...new Set(made)].toSorted())
})
