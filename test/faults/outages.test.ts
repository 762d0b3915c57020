import { test } from 'vitest'
import { holds } from './harness/holds.ts'

test(
  'a PostgreSQL that stops is answered with 503, and nothing acknowledged is lost when it comes back',
  holds('outage-postgres'),
)

test(
  'a thread of SQLite that ends is answered with 503 at most, and another takes its place',
  holds('outage-sqlite-worker'),
)

test(
  'a full disk is answered with 503, and nothing acknowledged is lost when there is room again',
  holds('outage-sqlite-full'),
)

test('memory stays bounded while the disk stalls, and nothing acknowledged is lost', holds('outage-sqlite-stalled'))
