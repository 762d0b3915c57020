import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../clock.ts'
import type { Erasure } from '../../store/people/erasure.ts'
import type { StoreLook } from '../../store/store.ts'
import { maskNumbers } from '../../text/phone.ts'
import { checkNames } from '../check-query.ts'
import { FMW_LOOK } from '../errors.ts'
import { type PersonOptions, readPerson, Trail } from '../trail.ts'
import { besideEntries, resultsToErase, whyItStays } from './beside-entries.ts'
import { heldElsewhere } from './elsewhere.ts'
import { entriesOf, everyEntryOf, type OnRead } from './entries-of.ts'
import { decide, eraseEntries } from './erase-entries.ts'
import {
  countFates,
  countsBeside,
  type Decided,
  type EraseReport,
  mostNamed,
  whatBecomes,
  whatStays,
} from './erase-report.ts'
import type { Whose } from './whose.ts'

/**
 * Whose data is erased, and how.
 *
 * @example
 * const options: EraseOptions = { phone: '+233000000000', dryRun: true }
 * const { erased, masked, kept } = await app.merchant.erase(options)
 */
export interface EraseOptions extends PersonOptions {
  /** A whole phone number, or the id that a channel sends in its place. Any other text is refused if nothing is kept under it. */
  readonly phone: string
  /** true: tells what would be done, and does nothing. Default false. */
  readonly dryRun?: boolean | undefined
  /** Days. Payments that came longer ago are erased. Without it all are kept, without whose they were. */
  readonly keepPaymentsDays?: number | undefined
  /**
   * true: reads every entry for the number: also those that could not be read, and those that were kept before the store had digests of
   * phones. Those of somebody else that name the number in a text stay, and are named. 20,000 take 3 seconds. Default false.
   */
  readonly thorough?: boolean | undefined
  /** Told while every entry is read. */
  readonly onRead?: OnRead | undefined
}

/** Reads the options. @throws FMW_LOOK */
export function readErase(given: EraseOptions): EraseOptions {
  const options = checkNames('erase', given, [
    ...['phone', 'dryRun', 'keepPaymentsDays', 'thorough', 'onRead', 'by', 'reason'],
  ])
  const { keepPaymentsDays: days, by, reason } = options
  readPerson({ by, reason })
  if (days === undefined || (typeof days === 'number' && days >= 0)) return options
  throw new FMW_LOOK('keepPaymentsDays', 'must be a number of days, 0 or more')
}

/** What erasing needs beside the store. */
export interface ErasePlace {
  readonly registration: string
  readonly clock: Clock
  /** ms that the store keeps what is finished; undefined where nobody knows. */
  readonly keptFor: number | undefined
}

/** Erases what is kept of a person. @throws FMW_LOOK where the store can't; FMW_SEALED */
export async function erase(
  look: StoreLook,
  { registration, clock, keptFor }: ErasePlace,
  whose: Whose,
  { dryRun = false, keepPaymentsDays = Number.POSITIVE_INFINITY, thorough, onRead, by, reason }: EraseOptions,
): Promise<EraseReport> {
  const { inbox } = look
  const { own: found, others } = thorough
    ? await everyEntryOf(inbox, registration, whose, onRead)
    : { own: await entriesOf(inbox, registration, whose), others: [] }
  const keepFrom = ((await look.now?.()) ?? clock.now()) - keepPaymentsDays * day
  const decided = found.map((entry) => decide(entry, keepFrom))
  const ids = found.map(({ id }) => id)
  const beside = await besideEntries(look, registration, whose, ids)
  if (look.erase === undefined) throw new FMW_LOOK('the store', 'has no erase: give one of this package')
  const doIt = look.erase.bind(look)
  const ask = (erasure: Erasure) => doIt({ ...erasure, isTrial: dryRun })
  const elsewhere = await heldElsewhere(look, registration, whose)
  whose.checkFound(found, beside.sessions, beside.results, elsewhere)
  const staying = beside.sessions.filter((session) => whyItStays(session) !== undefined)
  const erasure: Erasure = {
    registration,
    entries: [],
    phoneKey: whose.key,
    keep: staying.map(({ ref }) => ref),
    number: whose.number && { digits: whose.number.digits, without: (text) => whose.without(text) },
  }
  const report = (fates: readonly Decided[]) => ({
    phone: whose.masked,
    dryRun,
    ...whatBecomes(fates, keptFor),
    othersKept: others.length,
    keptOthers: others.slice(0, mostNamed).map(({ kind, id }) => ({ kind, id: maskNumbers(id) })),
    elsewhere,
  })
  const resultsOf = (fates: readonly Decided[]) => {
    const gone = new Set(fates.flatMap(({ entry, fate }) => (fate === 'erased' ? entry.id : [])))
    return resultsToErase(beside, (entry) => gone.has(entry))
  }
  const sessions = beside.sessions.map(({ ref }) => ref)
  const place = { look, ask, registration, whose, sessions }
  if (dryRun) {
    const fates = await eraseEntries(place, decided)
    const results = new Set(resultsOf(fates))
    const would = await ask({ ...erasure, results: [...results].map(({ ref }) => ref) })
    const rest = beside.results.filter((result) => !results.has(result))
    return { ...report(fates), ...countsBeside(would), ...whatStays({ sessions: staying, results: rest }) }
  }
  const trail = new Trail(look.trail, registration)
  const said = (fates: readonly Decided[], { results, sessions }: Pick<EraseReport, 'results' | 'sessions'>) => ({
    phone: whose.masked,
    ...countFates(fates),
    results,
    sessions,
  })
  const going = beside.sessions.length - staying.length
  const planned = said(decided, { results: resultsOf(decided).length, sessions: going })
  await trail.append({ act: 'erase', about: planned, by, reason })
  const became = await eraseEntries(place, decided)
  // Not before: a replay asks for the results of an entry that stays.
  const done = await ask({ ...erasure, results: resultsOf(became).map(({ ref }) => ref) })
  const about = said(became, done)
  if (!isDeepStrictEqual(about, planned)) await trail.append({ act: 'erased', about, by, reason })
  return {
    ...report(became),
    ...countsBeside(done),
    ...whatStays(await besideEntries(look, registration, whose, ids)),
  }
}

// ms
const day = 86_400_000
