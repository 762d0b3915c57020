import { describe, expect, it, onTestFinished } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { silentLog } from '../../../src/log.ts'
import { dryRun, redrive, settleAll } from '../../../src/operations/page/bulk.ts'
import { noon, registration, report } from '../../inbox/look/entries.ts'
import { newSqlite } from '../../store/new-sqlite.ts'

const most = 10_000
const limit = { limit: most }

/** An inbox with so many dead entries that need a review, of which each was received a ms after the one before. */
async function withDead(count: number): Promise<Inbox> {
  const opened = newSqlite()().open({ registration, log: silentLog })
  onTestFinished(() => opened.close())
  await opened.ready
  const { inbox: store } = opened
  const attempt = { number: 1, startedAt: noon, ms: 7, error: 'closed', replay: false }
  for (let begun = 0; begun < count; begun += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, count - begun) }, (_, place) => begun + place)
    await Promise.all(numbers.map((number) => store.accept(report(`e${number}`, { receivedAt: noon + number }), false)))
    const claims = await store.claim(1_000)
    await Promise.all(claims.map((claim) => store.settle(claim, { state: 'dead', attempt, review: ['unhandled'] })))
  }
  return new Inbox({ look: store, trail: new Trail(opened.trail, registration), registration })
}

describe('of more entries than are ever done at once', () => {
  const now = noon + 86_400_000

  it('a redrive takes the oldest, however many there are, and says that others are left', async () => {
    const inbox = await withDead(most + 1_002)
    const { confirmation, until, ...shown } = await dryRun(inbox, 'redrive', limit, now)
    expect(shown).toEqual({ fitting: most + 1, count: most, limit: most })
    const done = await redrive(inbox, { ...limit, until, confirmation }, now, 'Ama')
    expect(done).toEqual({ redriven: most, skipped: 0 })
    expect((await inbox.count({ until: noon + most })).waiting).toBe(most)
  })

  it('a review of all settles the newest', async () => {
    const inbox = await withDead(most + 2)
    const { confirmation, until, ...shown } = await dryRun(inbox, 'settle', limit, now)
    expect(shown).toEqual({ fitting: most + 1, count: most, limit: most })
    const done = await settleAll(inbox, { ...limit, until, confirmation, note: 'looked at' }, now, 'Ama')
    expect(done).toEqual({ settled: most, skipped: 0 })
    const { entries } = await inbox.list({ needsReview: true })
    expect(entries.map(({ id }) => id)).toEqual(['e1', 'e0'])
  })
})
