import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test.concurrent(
  'a shop that is killed between turns and in its effect forgets no answer and orders nothing twice, on SQLite',
  holds('talk-sqlite'),
)

test.concurrent(
  'a shop of two processes that are killed forgets no answer and orders nothing twice, on PostgreSQL',
  holds('talk-postgres'),
)
