import { expect, it } from 'vitest'
import { entryPage } from '../../../src/admin/exported/page.ts'
import type { InboxEntryDetails } from '../../../src/admin/inbox-entry.ts'

const at = new Date(Date.UTC(2026, 2, 1, 12))

const entry: InboxEntryDetails = {
  ...{ kind: 'checkout', id: 'checkout:checkoutId:a|paid', state: 'waiting', lane: 'checkout:checkoutId:a' },
  ...{ reference: null, conflictsWith: null, receivedAt: at, dueAt: at, finishedAt: null },
  ...{
    replay: false,
    awaitsReplay: false,
    attempts: [],
    failures: 0,
    reason: 'the service says pending',
    cursor: undefined,
    review: null,
  },
  ...{ event: undefined, raw: undefined, body: 'x', problem: 'no JSON from +233000000042' },
}

const pageOf = (changes: Partial<InboxEntryDetails>, notes: Parameters<typeof entryPage>[1] = []) =>
  entryPage({ entry: { ...entry, ...changes }, masked: true, came: { event: null }, json: {} }, notes)

it('a page of an entry that waits says for what, until when, and why it could not be read', () => {
  const page = pageOf({})
  expect(page).toContain('<title>checkout checkout:checkoutId:a|paid</title>')
  expect(page).toContain('<dt>Next attempt</dt><dd>2026-03-01T12:00:00.000Z</dd>')
  expect(page).toContain('<dt>Reason</dt><dd>the service says pending</dd>')
  expect(page).toContain('<dt>Unreadable</dt><dd>no JSON from +233...042</dd>')
  expect(page).toMatch(/<h2>Attempts<\/h2>\n<p>None<\/p>/)
  expect(page).not.toContain('What came')
})

it('a page has what nobody signed: a review that settled itself, a note of somebody, an attempt with a remark', () => {
  const attempt = { number: 2, startedAt: at, ms: 7.4, error: null, note: 'the service said paid', replay: false }
  const review = { reasons: ['givenUp'] as const, openedAt: at, settledAt: at, settledBy: null, note: null }
  const page = pageOf({ attempts: [attempt], review }, [{ at, by: null, note: 'seen' }])
  expect(page).toContain('<dd>givenUp; settled 2026-03-01T12:00:00.000Z</dd>')
  expect(page).toContain('<li>2, 2026-03-01T12:00:00.000Z, 7 ms: done; the service said paid</li>')
  expect(page).toContain('<li>Somebody, 2026-03-01T12:00:00.000Z: seen</li>')
})
