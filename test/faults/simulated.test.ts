import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  "nothing unpaid is handled as paid, and nothing paid stays unhandled, says the simulator's ledger, in a storm: the service away again and again, callbacks doubled, lost and lying, the process killed",
  holds('storm-sqlite'),
)
