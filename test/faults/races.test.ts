import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test.concurrent(
  'a purchase whose end crosses with a Timeout, a Release or a redial is made once and told of, in memory',
  holds('race-memory'),
)

test.concurrent(
  'a purchase whose end crosses with a Timeout, a Release or a redial is made once and told of, on SQLite',
  holds('race-sqlite'),
)

test.concurrent(
  'a purchase whose end crosses with a Timeout, a Release or a redial is made once and told of, on PostgreSQL',
  holds('race-postgres'),
)
