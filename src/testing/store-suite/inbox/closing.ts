import assert from 'node:assert/strict'
import { done, entryOf } from '../sample-entries.ts'
import type { SuiteTest } from '../suite-context.ts'
import { claimOne, registration, workOne } from '../working.ts'

/** How a store is used up and let go. */
export function testClosing(test: SuiteTest): void {
  test('close: what was begun is finished', async ({ open }) => {
    const opened = await open()
    const accepted = Promise.all(Array.from({ length: 20 }, () => opened.inbox.accept(entryOf(), false)))
    await opened.close()
    assert.deepEqual(
      (await accepted).map(({ status }) => status),
      Array.from({ length: 20 }, () => 'accepted'),
    )
  })

  test('close: nothing more is done afterwards, and whoever asks is told so', async ({ open }) => {
    const opened = await open()
    const { inbox } = opened
    await inbox.accept(entryOf(), false)
    const claim = await claimOne(inbox)
    await opened.close()
    const retention = { entries: 0, identities: 0, rejected: 0 }
    const asked = [
      () => inbox.accept(entryOf(), true),
      () => inbox.claim(1),
      () => inbox.settle(claim, done()),
      () => inbox.rewrite(claim, claim.entry.payload),
      () => inbox.list({ registration, limit: 1 }),
      () => inbox.get(registration, claim.entry.id),
      () => inbox.count({ registration }),
      () => inbox.replay(registration, claim.entry.id),
      () => inbox.redrive({ registration }, 1),
      () => inbox.sweep(retention, 1),
    ]
    for (const ask of asked) await assert.rejects(ask, { code: 'FMW_STORE_UNAVAILABLE' }, String(ask))
    assert.equal(opened.health().ok, false)
  })

  test('close: twice is harmless', async ({ open }) => {
    const opened = await open()
    await Promise.all([opened.close(), opened.close()])
    await opened.close()
  })

  test('health: it is well while it is used, and counts what it commits', async ({ open, store }) => {
    const opened = await open()
    const before = opened.health().commits
    await Promise.all(Array.from({ length: 20 }, () => opened.inbox.accept(entryOf(), false)))
    await workOne((await open('other')).inbox, entryOf())
    const { ok, waiting, commits } = opened.health()
    assert.deepEqual({ ok, waiting }, { ok: true, waiting: 0 })
    const least = store.durability === 'none' ? 0 : 1
    assert.ok(commits - before >= least, `${commits - before} commits`)
    assert.ok(commits - before <= 40, `${commits - before} commits`)
  })
}
