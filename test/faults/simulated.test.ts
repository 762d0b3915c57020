import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  "nothing unpaid is handled as paid, and nothing paid stays unhandled, says the simulator's ledger",
  holds('simulated-sqlite'),
)

test(
  'so it is with three processes on PostgreSQL in a storm: the service away again and again, callbacks doubled, lost and lying',
  holds('storm-postgres'),
)
