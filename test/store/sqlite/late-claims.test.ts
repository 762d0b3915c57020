import { describe, expect, it } from 'vitest'
import type { EntryRow } from '../../../src/store/sqlite/inbox/entry-row.ts'
import { type InboxRoute, LiveClaims, SqliteInbox } from '../../../src/store/sqlite/inbox/sqlite-inbox.ts'
import { standardRoom } from '../../../src/store/store.ts'

const row: EntryRow = {
  seq: 7,
  kind: 'checkout',
  id: 'one',
  state: 'running',
  lane: 'lane one',
  reference: null,
  conflictsWith: null,
  receivedAt: 1,
  dueAt: null,
  finishedAt: null,
  replay: false,
  failures: 0,
  attempts: '',
  reason: null,
  form: 'push',
  payload: new Uint8Array(1),
}

/** A way to a worker that answers the first claim when nobody waits for it any more. */
function lateRoute() {
  const asked: unknown[] = []
  const route: InboxRoute = {
    claims: new LiveClaims(),
    ask: async (question) => {
      asked.push(question.task)
      const answer = JSON.parse(JSON.stringify(question.task[0] === 'claim' ? [row] : true))
      if (asked.length === 1) question.late?.(answer)
      return question.read(answer)
    },
    isOpen: () => true,
    onNews: () => () => undefined,
  }
  const readInbox = () => Promise.reject(new Error('nothing is read'))
  return { asked, route: { ...route, readInbox } }
}

describe('claims for which nobody waits any more', () => {
  it('are handed back, each under the fence that it was made with', async () => {
    const { asked, route } = lateRoute()
    const [claim] = await new SqliteInbox(route, route, 'default', standardRoom).claim(5)
    const [, fence] = route.claims.read(claim?.fence ?? '') ?? []
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[1]).toEqual(['settle', [7, fence, 'handedBack', 0, null, null, standardRoom, undefined]])
  })
})
