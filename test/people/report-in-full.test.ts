import { expect, it } from 'vitest'
import { type Decided, whatBecomes, whatStays } from '../../src/admin/person/erase-report.ts'
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

const fateOf = (one: StoredEntry, fate: Decided['fate'], keptFor?: number) =>
  whatBecomes([{ entry: one, fate }], keptFor)

it('names a payment that stays for the books, without a phone, and until when where that is known', () => {
  const named = { kind: 'checkout', id: 'checkout:+233...042|order-1', why: 'books' }
  const payment = (change: Partial<StoredEntry>, keptFor?: number) =>
    fateOf(entry(change), 'masked', keptFor).payments[0]
  expect(payment({})).toEqual({ ...named, reference: null, until: null })
  expect(payment({ reference: 'of 0000000042' }, 500)).toMatchObject({
    ...named,
    reference: expect.not.stringContaining('0000000042'),
    until: new Date(1_500),
  })
  expect(payment({ finishedAt: 2_000 }, 500)).toMatchObject({ until: new Date(2_500) })
})

it('names an entry that stays, and none that goes', () => {
  const stays = entry({ state: 'waiting' })
  expect(fateOf(stays, 'erased')).toMatchObject({ erased: 1, masked: 0, kept: [] })
  expect(fateOf(stays, 'masked')).toMatchObject({ erased: 0, masked: 1, kept: [] })
  expect(fateOf(stays, 'open')).toMatchObject({
    ...{ erased: 0, masked: 0, payments: [] },
    kept: [{ kind: 'checkout', id: 'checkout:+233...042|order-1', state: 'waiting', why: 'open' }],
  })
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
