import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { newDatabase } from '../../postgres-shared.ts'
import { attack } from './attack.ts'

// The short form: `npm run test:hostile` is the long one, and looks at time as well. On SQLite come the first of the same requests: what
// the others find above the store is found on PostgreSQL, which is the one that takes less of what is hostile.
const settings = { requests: 600, seed: 3, most: Number.POSITIVE_INFINITY }
const nothing = { findings: [] }

it('hostile requests on SQLite: no 5xx but 503 with Retry-After, no crash, no paid beside a contradiction', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fmw-hostile-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const result = await attack({ ...settings, requests: 300, store: join(folder, 'merchant.db') })
  expect(result).toMatchObject(nothing)
  expect(result.paid).toBeGreaterThan(5)
})

it('hostile requests on PostgreSQL: no 5xx but 503 with Retry-After, no crash, no paid beside a contradiction', async () => {
  const result = await attack({ ...settings, store: await newDatabase(inject('postgresPort')) })
  expect(result).toMatchObject(nothing)
  expect(result.paid).toBeGreaterThan(15)
})
