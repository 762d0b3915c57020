import type { TurnKind } from '../../pushes/kinds.ts'
import type { EntryKind, EntryState, StoredEntry } from '../../store/entry.ts'
import type { Erased } from '../../store/people/erasure.ts'
import { maskNumbers, maskReference } from '../../text/phone.ts'
import { nameOfSession } from '../sessions/masked-session.ts'
import { type BesideEntries, whyItStays } from './beside-entries.ts'
import type { HeldElsewhere } from './elsewhere.ts'

/**
 * What was erased of a person, or would be.
 *
 * @example
 * const inWords = ({ erased, masked, kept }: EraseReport) => `${erased} erased, ${masked} masked, ${kept.length} kept`
 */
export interface EraseReport {
  /** Shortened. */
  readonly phone: string
  readonly dryRun: boolean
  /** Entries that are gone. */
  readonly erased: number
  /** Payments that are kept without whose they were. */
  readonly masked: number
  /** The first 50 of these. */
  readonly payments: readonly KeptPayment[]
  /** Settle these, and erase again. */
  readonly kept: readonly KeptEntry[]
  /** Entries of somebody else that name the number in a text: they stay as they are. Found where every entry is read. */
  readonly othersKept: number
  /** The first 50 of these. */
  readonly keptOthers: readonly OtherEntry[]
  /** Sessions that are gone, with what they left to go on from. */
  readonly sessions: number
  /** Sessions that stay. */
  readonly sessionsKept: number
  /** The first 50 of these. When they are over, erase again. */
  readonly keptSessions: readonly KeptSession[]
  /** Results of `talk.once` and `attempt.once` that are gone. What they were of stays done. */
  readonly results: number
  /** Results of theirs that stay, without the number. */
  readonly resultsKept: number
  /** The first 50 of these. */
  readonly keptResults: readonly KeptResult[]
  /** Results that the number was taken out of, whosever they are. */
  readonly effects: number
  /** Other registrations of the store that keep something of theirs: erase there too. */
  readonly elsewhere: readonly HeldElsewhere[]
}

/**
 * An entry that was not erased.
 *
 * @example
 * for (const { id, why } of report.kept) app.log.warn({ id, why }, 'kept')
 */
export interface KeptEntry {
  readonly kind: EntryKind
  /** A number in it is shortened. */
  readonly id: string
  readonly state: EntryState
  /**
   * `open`: it waits or runs. `review`: somebody must look at it. `replay`: a replay was requested, and the application has not begun it.
   * `changed`: its handler ran once more while it was to be erased.
   */
  readonly why: 'open' | 'review' | 'replay' | 'changed'
}

/**
 * An entry of somebody else that names the number.
 *
 * @example
 * for (const { kind, id } of report.keptOthers) app.log.info({ kind, id }, "it is another person's")
 */
export interface OtherEntry {
  readonly kind: EntryKind
  /** A number in it is shortened. */
  readonly id: string
}

/**
 * A payment that is kept without whose it was.
 *
 * @example
 * const inWords = ({ reference, until }: KeptPayment) => `${reference} is kept until ${until?.toISOString()}`
 */
export interface KeptPayment {
  readonly kind: EntryKind
  /** A number in it is shortened, and so is one in its reference. */
  readonly id: string
  readonly reference: string | null
  /** `books`: the law of your books asks for it. */
  readonly why: 'books'
  /** `retention.entriesDays` are over then. Null where the command does not know them. */
  readonly until: Date | null
}

/**
 * A session that was not erased.
 *
 * @example
 * for (const { id, why, until } of report.keptSessions) app.log.warn({ id, why, until }, 'erase again then')
 */
export interface KeptSession {
  readonly kind: TurnKind
  /** Its id; when it began and a digest, where that has a number. */
  readonly id: string
  /**
   * `open`: its subscriber is on the line, or its handler works. `unsettled`: something was begun in it by `talk.once`, and nobody knows
   * whether it was done. Who dials again finds out.
   */
  readonly why: 'open' | 'unsettled'
  /** One that is open expires then, unless its subscriber goes on. One that is unsettled can't be gone on with after it. */
  readonly until: Date
}

/**
 * A result of `talk.once` or `attempt.once` that was not erased.
 *
 * @example
 * const inWords = ({ name, why, until }: KeptResult) => `${name} stays for its ${why} until ${until.toISOString()}`
 */
export interface KeptResult {
  /** As your code calls it. */
  readonly name: string
  /** `session`: a session of theirs is kept, and may ask for it. `entry`: its notification is kept, and a replay asks for it. */
  readonly why: 'session' | 'entry'
  /** The id of that notification, with numbers shortened; null of a session. */
  readonly entry: string | null
  readonly until: Date
}

/** What becomes of an entry. */
export type Fate = 'erased' | 'masked' | KeptEntry['why']

/** An entry, and what becomes of it. */
export interface Decided {
  readonly entry: StoredEntry
  readonly fate: Fate
}

/** The part of the report about entries. @param keptFor ms that the store keeps what is finished */
export function whatBecomes(
  fates: readonly Decided[],
  keptFor: number | undefined,
): Pick<EraseReport, 'erased' | 'masked' | 'kept' | 'payments'> {
  const masked = fates.filter(({ fate }) => fate === 'masked')
  return {
    ...countFates(fates),
    kept: fates.flatMap(({ entry: { kind, id, state }, fate }) =>
      fate === 'erased' || fate === 'masked' ? [] : { kind, id: maskNumbers(id), state, why: fate },
    ),
    payments: masked.slice(0, mostNamed).map(({ entry }) => keptPayment(entry, keptFor)),
  }
}

/** How many go, and how many are masked. */
export function countFates(fates: readonly Decided[]): Pick<EraseReport, 'erased' | 'masked'> {
  const count = (which: Fate): number => fates.filter(({ fate }) => fate === which).length
  return { erased: count('erased'), masked: count('masked') }
}

/** The counts of what is erased beside entries. */
export function countsBeside({
  sessions,
  results,
  effects,
}: Erased): Pick<EraseReport, 'sessions' | 'results' | 'effects'> {
  return { sessions, results, effects }
}

/** @param keptFor ms that the store keeps what is finished */
function keptPayment(
  { kind, id, reference, receivedAt, finishedAt }: StoredEntry,
  keptFor: number | undefined,
): KeptPayment {
  return {
    kind,
    id: maskNumbers(id),
    reference: reference === null ? null : maskReference(reference),
    why: 'books',
    until: keptFor === undefined ? null : new Date((finishedAt ?? receivedAt) + keptFor),
  }
}

/** What is left beside entries, as the report names it. */
export function whatStays({
  sessions,
  results,
}: BesideEntries): Pick<EraseReport, 'sessionsKept' | 'keptSessions' | 'resultsKept' | 'keptResults'> {
  return {
    sessionsKept: sessions.length,
    keptSessions: sessions.slice(0, mostNamed).map((session) => ({
      kind: session.kind,
      id: nameOfSession({ sessionId: session.sessionId, startedAt: new Date(session.startedAt) }),
      // One that ended in this very moment.
      why: whyItStays(session) ?? 'open',
      until: new Date(session.until ?? session.lastAt),
    })),
    resultsKept: results.length,
    keptResults: results.slice(0, mostNamed).map(({ name, entry, until }) => ({
      name,
      why: entry === null ? 'session' : 'entry',
      entry: entry === null ? null : maskNumbers(entry),
      until: new Date(until),
    })),
  }
}

/** So many are named; the rest is counted. */
export const mostNamed = 50
