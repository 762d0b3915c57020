import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../../src/', import.meta.url)

// Under "moduleResolution": "bundler" the default export is the function alone, without the types in its namespace.
// scripts/check-package.js compiles a project that shows it.
test('errors are made by the named export, whose types every resolution finds', () => {
  const importing = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(new URL(name, source), 'utf8').match(/^import .* from '@fastify\/error'$/gm) ?? [])
  expect(importing.length).toBeGreaterThan(10)
  expect(new Set(importing)).toEqual(new Set(["import { createError } from '@fastify/error'"]))
})
