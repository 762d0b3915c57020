import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test.concurrent(
  'a turn whose process was killed is released and its handler not run again, on SQLite',
  holds('turns-sqlite'),
)

test.concurrent(
  'a turn whose process was killed is released and its handler not run again, on PostgreSQL',
  holds('turns-postgres'),
)
