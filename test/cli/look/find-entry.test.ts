import { expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { findEntry } from '../../../src/cli/inbox/find-entry.ts'
import { FMW_STORE_UNAVAILABLE } from '../../../src/store/errors.ts'
import { keptStore, paid } from './kept-store.ts'

it('takes an id before a reference that reads the same', async () => {
  const { opened, accept } = await keptStore()
  await accept(paid('one', { id: 'same' }), paid('two', { reference: 'same' }))
  expect(
    await findEntry(
      new Inbox({ look: opened.inbox, trail: new Trail(opened.trail, 'default'), registration: 'default' }),
      'same',
    ),
  ).toBe('same')
})

it('does not take a store that fails for an entry that is not there', async () => {
  const { opened } = await keptStore()
  const look = {
    list: () => opened.inbox.list({ registration: 'default', limit: 1 }),
    get: async () => {
      throw new FMW_STORE_UNAVAILABLE('sqlite', 'the disk is gone')
    },
    count: () => opened.inbox.count({ registration: 'default' }),
    backlog: async () => [],
    replay: async () => false,
    redrive: async () => 0,
    settleReview: async () => false,
  }
  await expect(
    findEntry(new Inbox({ look, trail: new Trail(opened.trail, 'default'), registration: 'default' }), 'a'),
  ).rejects.toThrow('the disk is gone')
})
