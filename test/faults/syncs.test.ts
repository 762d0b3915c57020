import { expect, test } from 'vitest'
import { holds } from './harness/holds.ts'
import { compareSyncs } from './syncs.ts'

test('what SQLite commits is synced before any of it is acknowledged', holds('syncs-sqlite'), 120_000)

test('what PostgreSQL commits is synced before any of it is acknowledged', holds('syncs-postgres'), 120_000)

const writer = { pid: 1, thread: 1, ids: ['a'] }
const moments = [
  { moment: 'committing', at: 10n, ...writer },
  { moment: 'committed', at: 20n, ...writer },
  { moment: 'accepted', at: 21n, pid: 1, thread: 0, ids: ['a'] },
] as const

test('a group that was committed without a sync is found out', () => {
  expect(compareSyncs(moments, [{ began: 12n, ended: 19n, path: '' }], [30n])).toEqual([])
  expect(compareSyncs(moments, [{ began: 12n, ended: 25n, path: '' }], [30n])).toContain(
    'syncs: a group of 1 was committed without one',
  )
  expect(compareSyncs(moments, [{ began: 5n, ended: 19n, path: '' }], [30n])).not.toEqual([])
})

test('an acknowledgement that came before its sync had returned is found out', () => {
  const early = moments.map((told) => (told.moment === 'accepted' ? { ...told, at: 18n } : told))
  const sync = { began: 12n, ended: 19n, path: '' }
  expect(compareSyncs(early, [sync], [30n])).toEqual(['syncs: a was accepted before its sync had returned'])
  expect(compareSyncs(moments, [sync], [18n])).toEqual(['syncs: the acknowledgement 1 came before a sync'])
})
