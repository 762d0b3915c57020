import { test } from 'vitest'
import { holds } from './harness/holds.ts'

// On SQLite: `test/turns/kept/sqlite/killed.test.ts`.
test(
  'a turn whose process was killed is released and its handler not run again, on PostgreSQL',
  holds('turns-postgres'),
)
