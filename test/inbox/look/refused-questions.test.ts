import { describe, expect, it } from 'vitest'
import type { InboxQuery } from '../../../src/admin/inbox-query.ts'
import { inboxOf } from './entries.ts'

/** What plain JavaScript can ask. */
const questions: readonly [what: string, query: unknown, says: RegExp][] = [
  ['a name that nobody reads', { state: 'dead' }, /takes no 'state': there are states, kinds/],
  ['a state that there is not', { states: 'deda' }, /states must be of waiting, running, .*'deda'/],
  ['no state at all', { states: [] }, /states must be of/],
  ['a kind that is no notification', { kinds: ['checkout', 'ussd'] }, /kinds must be of checkout/],
  ['a time that is none', { since: new Date('soon') }, /since must be a Date or epoch ms/],
  ['a time in words', { until: '2h' }, /until must be a Date or epoch ms; it was '2h'/],
  ['a session by its id alone', { session: 'b1946ac9' }, /the session takes an object/],
  ['a session of no kind', { session: { sessionId: 'b1946ac9' } }, /session must be \{ kind: 'ussd' or 'programmable'/],
  ['a session of another kind', { session: { kind: 'checkout', sessionId: 'a' } }, /session.kind must be of/],
  ['a session without an id', { session: { kind: 'ussd', sessionId: '' } }, /session must be/],
  ['no object', null, /the inbox takes an object/],
]

describe('a question that makes no sense is refused by name', () => {
  const { inbox } = inboxOf()
  const ask = (query: unknown): InboxQuery => (Object(query) === query ? Object(query) : JSON.parse('null'))

  it.each(questions)('%s', async (_what, query, says) => {
    await expect(inbox.list(ask(query))).rejects.toMatchObject({
      code: 'FMW_LOOK',
      message: expect.stringMatching(says),
    })
    await expect(inbox.count(ask(query))).rejects.toMatchObject({ code: 'FMW_LOOK' })
  })

  it.each([0, 1.5, 1_001, Number.NaN])('a limit of %d', async (limit) => {
    await expect(inbox.list({ limit })).rejects.toThrow(/limit must be a whole number from 1 to 1000/)
  })

  it.each([0, 1.5, -1, Number.NaN])('counting up to %d', async (most) => {
    await expect(inbox.count({}, { most })).rejects.toThrow(/most must be a whole number above 0/)
    await expect(inbox.redrive({}, { limit: most })).rejects.toThrow(/must be a whole number above 0/)
  })

  it('an id that is none', async () => {
    await expect(inbox.get('')).rejects.toMatchObject({ code: 'FMW_LOOK' })
    await expect(inbox.replay(JSON.parse('7'))).rejects.toThrow(/id must be the id of an entry/)
  })
})
