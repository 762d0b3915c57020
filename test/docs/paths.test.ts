import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf, codeIn, documents, proseOf, root } from './documents.ts'

interface Named {
  readonly file: string
  /** The name itself, or the command that it is in. */
  readonly code: string
  readonly path: string
}

// A path with a placeholder, such as fixtures/<kind>/, names a form and no file.
const isPath = (word: string) => /^(?:src|test|docs|fixtures|example|bench|scripts|\.ci)\/[\w./-]*$/.test(word)
const named = (file: string, code: string): Named[] =>
  code
    .split(/\s+/)
    .filter(isPath)
    .map((path) => ({ file, code, path }))
// The commands in blocks of guides run in a user's project; those of this page run here.
const contributing = 'CONTRIBUTING.md'
const paths = [
  ...documents.flatMap((file) => codeIn(proseOf(file)).flatMap((code) => named(file, code))),
  ...blocksOf(contributing).flatMap((block) => block.code.split('\n').flatMap((line) => named(contributing, line))),
]

/** Whether there is such a file; for `vitest run`, one that begins like it. */
function exists({ path, code }: Pick<Named, 'path' | 'code'>): boolean {
  const place = root + path
  if (!code.includes('vitest run')) return existsSync(place)
  return existsSync(dirname(place)) && readdirSync(dirname(place)).some((name) => name.startsWith(basename(place)))
}

describe('the paths that documents name', () => {
  it('are found, in commands too', () => {
    expect(paths.length).toBeGreaterThan(40)
    const code = 'npx vitest run test/testing/fixture'
    expect(paths).toContainEqual({ file: contributing, code, path: 'test/testing/fixture' })
  })

  it('all exist', () => {
    expect(paths.filter((path) => !exists(path))).toEqual([])
    expect(exists({ path: 'test/fixtures', code: 'npx vitest run test/fixtures' })).toBe(false)
  })
})
