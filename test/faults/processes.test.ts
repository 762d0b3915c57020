import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  'one notification that four processes take a hundred times at once is kept and handled once, on PostgreSQL',
  holds('duplicates-postgres'),
)

test(
  'of three processes on PostgreSQL one after the other is killed: the others take over, in order, and nothing is lost',
  holds('processes-postgres'),
)
