import { expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { replayAsFound } from '../../../src/cli/inbox/inbox.ts'
import { end, inboxOf, instead, registration, report } from '../../inbox/look/entries.ts'

it('is run once where two commands ask for an entry at the same moment, and the second hears who was first', async () => {
  const { inbox: first, store, trail } = inboxOf()
  await store.accept(report('a'), false)
  await end(store, 'dead', 'closed')
  let isFirst = false
  const look = instead(store, {
    replay: async (...asked) => {
      // What the second one read, the first one has changed, and its handler has ended.
      if (!isFirst) {
        isFirst = true
        await replayAsFound(first, 'a', { by: 'Kofi' })
        const [claim] = await store.claim(1)
        const attempt = { number: 2, startedAt: 0, ms: 1, error: null, replay: true }
        if (claim !== undefined) await store.settle(claim, { state: 'done', attempt })
      }
      return store.replay(...asked)
    },
  })
  const second = new Inbox({ look, trail, registration })
  await expect(replayAsFound(second, 'a', { by: 'Ama' })).rejects.toMatchObject({
    code: 'FMW_ENTRY_CHANGED',
    message: expect.stringMatching(/It is done now, after 2 attempts; Kofi did 'replay'/),
  })
  expect(await store.claim(1)).toEqual([])
  expect(await first.get('a')).toMatchObject({ state: 'done' })
})
