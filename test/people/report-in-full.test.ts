import { expect, it } from 'vitest'
import { keptEntry, keptPayment, whatStays } from '../../src/admin/person/erase-report.ts'
import type { StoredEntry } from '../../src/store/entry.ts'
import type { PersonSession } from '../../src/store/people/person.ts'

/** What the report reads of an entry. */
function entry(change: Partial<StoredEntry>): StoredEntry {
  return Object.assign(Object.create(null), {
    kind: 'checkout',
    id: 'checkout:+233000000042|order-1',
    reference: null,
    state: 'done',
    receivedAt: 1_000,
    finishedAt: null,
    ...change,
  })
}

it('names a payment that stays for the books, without a phone, and until when where that is known', () => {
  const named = { kind: 'checkout', id: 'checkout:+233...042|order-1', why: 'books' }
  expect(keptPayment(entry({}), undefined)).toEqual({ ...named, reference: null, until: null })
  expect(keptPayment(entry({ reference: 'of 0000000042' }), 500)).toMatchObject({
    ...named,
    reference: expect.not.stringContaining('0000000042'),
    until: new Date(1_500),
  })
  expect(keptPayment(entry({ finishedAt: 2_000 }), 500)).toMatchObject({ until: new Date(2_500) })
})

it('names an entry that stays, and none that goes', () => {
  const stays = entry({ state: 'waiting' })
  expect(keptEntry(stays, 'erased')).toEqual([])
  expect(keptEntry(stays, 'masked')).toEqual([])
  expect(keptEntry(stays, 'open')).toEqual([
    { kind: 'checkout', id: 'checkout:+233...042|order-1', state: 'waiting', why: 'open' },
  ])
})

it('names sessions that stay with their last moment where they have no end yet', () => {
  const session: PersonSession = Object.assign(Object.create(null), {
    kind: 'ussd',
    sessionId: 'session-1',
    startedAt: 1_000,
    lastAt: 3_000,
    standing: 'over',
    until: null,
    state: null,
  })
  expect(whatStays({ sessions: [session], results: [] })).toMatchObject({
    sessionsKept: 1,
    keptSessions: [{ kind: 'ussd', why: 'open', until: new Date(3_000) }],
    resultsKept: 0,
  })
})
