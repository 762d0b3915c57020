import { expect, it } from 'vitest'
import { freshDatabase, opened } from './bench.ts'
import { attemptOf, entryOf } from './samples.ts'

// The server chooses how it goes through rows, and under this plan it asks for "the next three" again and again.
const again = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'].map((way) => `-c enable_${way}=off`)

it('however the server goes through its rows, no more are forgotten at once than were asked for', async () => {
  const url = new URL(await freshDatabase())
  url.searchParams.set('options', again.join(' '))
  const { inbox, turns } = await opened(url.href)
  for (let count = 0; count < 9; count++) {
    await inbox.accept(entryOf({ state: 'rejected', reason: 'no JSON' }), false)
    const entry = entryOf({ identityFor: 1 })
    await inbox.accept(entry, false)
    for (const claim of await inbox.claim(9)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
    await turns.begin({ key: `order-${count}`, attempt: 'a', within: 1, turn: null, left: null })
    await turns.conclude({ key: `order-${count}`, attempt: 'a', outcome: '1' })
  }
  const day = 86_400_000
  const swept: number[] = []
  const sweeps = [
    () => inbox.sweep({ entries: day, identities: day, rejected: 2 }, 3),
    () => inbox.sweep({ entries: day, identities: 0, rejected: 2 }, 3),
    () => turns.sweep(day, 3),
  ]
  for (const sweep of sweeps) {
    for (let count = await sweep(); count > 0; count = await sweep()) swept.push(count)
  }
  expect(Math.max(...swept)).toBe(3)
  expect((await inbox.list({ registration: 'default', limit: 100, states: ['rejected'] })).entries).toHaveLength(2)
})
