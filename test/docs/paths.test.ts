import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeIn, documents, proseOf, root } from './documents.ts'

// A path with a placeholder, such as fixtures/<kind>/, names a form and no file.
const paths = documents.flatMap((file) =>
  codeIn(proseOf(file))
    .filter((code) => /^(?:src|test|docs|fixtures|example|bench|scripts|\.ci)\/[\w./-]*$/.test(code))
    .map((path) => ({ file, path })),
)

describe('the paths that documents name', () => {
  it('are found', () => {
    expect(paths.length).toBeGreaterThan(40)
  })

  it('all exist', () => {
    expect(paths.filter(({ path }) => !existsSync(root + path))).toEqual([])
  })
})
