import { expect, test } from 'vitest'
import { holds } from './harness/holds.ts'
import { killInChain, pointsOf } from './kills.ts'

test.concurrent('nothing acknowledged is lost when SQLite is killed at any moment', holds('kills-sqlite'), 180_000)

test.concurrent(
  'nothing acknowledged is lost, and nothing in a transaction happens twice, when a process on PostgreSQL is killed at any moment',
  holds('kills-postgres'),
)

test.concurrent('a store that forgets what it has acknowledged is found out', async () => {
  const { violations } = await killInChain({
    store: 'liar',
    seed: 1,
    kills: 2,
    points: pointsOf('liar', 'short'),
    firstPoint: 1,
    newDatabase: async () => '',
    onKill: () => undefined,
  })
  expect(violations.filter((line) => line.includes(': lost: ')).length).toBeGreaterThan(0)
})
