import { expect, onTestFinished, test } from 'vitest'
import { NoShim, SyncShim } from './harness/sync-shim.ts'
import { compareSyncs, countSyncs } from './syncs.ts'

test('every group that SQLite commits is synced before any of it is acknowledged', async ({ skip }) => {
  const shim = await shimOr(skip, 'store.db-wal')
  const settings = { store: 'sqlite', isOwn: true, shim, newDatabase: async () => '' } as const
  const fast = await countSyncs({ ...settings, seed: 201, ms: 1_000, delay: 0 })
  const slow = await countSyncs({ ...settings, seed: 202, ms: 1_000, delay: 20 })
  expect([...fast.violations, ...slow.violations]).toEqual([])
}, 60_000)

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

async function shimOr(skip: (why: string) => never, watched: string): Promise<SyncShim> {
  try {
    const shim = await SyncShim.make(watched)
    onTestFinished(() => shim.close())
    return shim
  } catch (error) {
    if (!(error instanceof NoShim)) throw error
    console.warn(`not tested: ${error.message}`)
    return skip(error.message)
  }
}
