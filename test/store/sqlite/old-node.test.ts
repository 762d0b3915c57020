import { expect, it } from 'vitest'
import { loadSqlite } from '../../../src/store/sqlite/worker/connection.ts'

it.each(['20.20.2', '22.12.0'])('Node %s, which has no SQLite for everybody, is named', (version) => {
  expect(() => loadSqlite(version)).toThrow(expect.objectContaining({ code: 'FMW_NODE' }))
})
