import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../../src/store/sqlite/', import.meta.url)

// Node 22.13, the oldest that is promised, takes ?1 for a name, and then has no place for the value.
test('no statement numbers its parameters', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => readFileSync(new URL(name, folder), 'utf8').includes('prepare('))
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((name) => /\?\d/.test(readFileSync(new URL(name, folder), 'utf8')))).toEqual([])
})
