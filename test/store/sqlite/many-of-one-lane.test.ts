import { expect, it, onTestFinished } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { dead, entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { registration, workAll, workOne } from '../../../src/testing/store-suite/working.ts'
import { instead } from '../../inbox/look/entries.ts'
import { fileOfTest, openStore } from './opened.ts'

/** Three dead ones of one lane, and a look beside the application. */
async function deadOfOneLane() {
  const file = fileOfTest()
  const before = await openStore(file)
  const entries = [1, 2, 3].map(() => entryOf({ lane: 'checkout:order-1' }))
  for (const entry of entries) await workOne(before.inbox, entry, dead())
  await before.close()
  const look = await sqliteStore(file).look?.()
  if (look === undefined) throw new Error('SQLite can be looked at')
  onTestFinished(() => look.close())
  return { file, look, ids: entries.map(({ id }) => id) }
}

it('Entries of one lane are asked for at once, and tried again in their order', async () => {
  const { file, look, ids } = await deadOfOneLane()
  const steps: string[] = []
  const watched = instead(look.inbox, {
    inOrder: look.inbox.inOrder,
    replay: async (...given) => {
      steps.push('asked')
      const isDone = await look.inbox.replay(...given)
      steps.push('written')
      return isDone
    },
  })
  const trail = new Trail(look.trail, registration)
  const seen = ids.map((id) => ({ id, state: 'dead' as const, lane: 'checkout:order-1', attempts: [{ number: 1 }] }))
  const inbox = new Inbox({ look: watched, trail, registration })
  expect(await inbox.redriveSeen(seen, { by: 'Ama' })).toEqual({ done: 3, skipped: 0, total: 3 })
  expect(steps).toEqual(['asked', 'asked', 'asked', 'written', 'written', 'written'])
  const { lines } = await trail.list()
  expect(lines.map(({ entry }) => entry)).toEqual([null, ...ids.toReversed(), null])
  // What was replayed is no longer as it was seen.
  expect(await inbox.redriveSeen(seen, { by: 'Ama' })).toEqual({ done: 0, skipped: 3, total: 3 })

  const { inbox: after } = await openStore(file)
  await eventually('three that wait', async () => (await after.count({ registration })).waiting === 3)
  expect(await workAll(after, 3)).toEqual(ids)
})
