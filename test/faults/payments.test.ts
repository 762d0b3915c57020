import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  'every payment ends in the right outcome, once, whatever becomes of its callbacks, who forges them, and which of three processes whose clocks are an hour apart is killed or paused',
  holds('payments-postgres'),
)
