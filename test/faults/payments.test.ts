import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  'every payment ends in the right outcome, once, whatever becomes of its callbacks, who forges them, and who is killed',
  holds('payments-sqlite'),
)

test(
  'so it does with three processes whose clocks are an hour apart, that are killed and paused, on PostgreSQL',
  holds('payments-postgres'),
)
