import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  'three processes whose clocks are hours apart, killed and paused, sell nobody a second order',
  holds('clocks-postgres'),
)
