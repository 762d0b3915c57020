import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  "nothing unpaid is handled as paid, and nothing paid stays unhandled, says the simulator's ledger",
  holds('simulated-sqlite'),
)

test('so it is with three processes on PostgreSQL', holds('simulated-postgres'), 180_000)

test(
  'so it is in a storm: the service away again and again, callbacks doubled, lost and lying',
  holds('storm-postgres'),
  180_000,
)
