import type { Clock } from '../../clock.ts'
import { moneyKinds } from '../../pushes/kinds.ts'
import { type EntryKind, isFollowUp, type StoredEntry } from '../../store/entry.ts'
import type { Erasure } from '../../store/people/erasure.ts'
import { isOpenReview } from '../../store/review.ts'
import type { StoreLook } from '../../store/store.ts'
import { maskNumbers } from '../../text/phone.ts'
import { checkNames } from '../check-query.ts'
import { FMW_LOOK } from '../errors.ts'
import { type PersonOptions, readPerson, Trail } from '../trail.ts'
import { besideEntries, resultsToErase, whyItStays } from './beside-entries.ts'
import { entriesOf, everyEntryOf, type OnRead } from './entries-of.ts'
import { type EraseReport, type Fate, keptEntry, keptPayment, mostNamed, whatStays } from './erase-report.ts'
import { maskedPayload } from './masked-payload.ts'
import type { Whose } from './whose.ts'

/**
 * Whose data is erased, and how.
 *
 * @example
 * const options: EraseOptions = { phone: '+233000000000', dryRun: true }
 * const { erased, masked, kept } = await app.merchant.erase(options)
 */
export interface EraseOptions extends PersonOptions {
  /** A whole phone number, or the id that a channel sends in its place. */
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
  const keepFrom = clock.now() - keepPaymentsDays * day
  const decided = found.map((entry) => ({ entry, fate: fateOf(entry, keepFrom) }))
  const of = (fate: Fate): readonly StoredEntry[] => decided.flatMap((one) => (one.fate === fate ? [one.entry] : []))
  const [gone, masked] = [new Set(of('erased').map(({ id }) => id)), of('masked')]
  const ids = found.map(({ id }) => id)
  const beside = await besideEntries(look, registration, whose, ids)
  if (look.erase === undefined) throw new FMW_LOOK('the store', 'has no erase: give one of this package')
  const results = resultsToErase(beside, (entry) => gone.has(entry))
  const staying = beside.sessions.filter((session) => whyItStays(session) !== undefined)
  const erasure: Erasure = {
    registration,
    entries: [],
    phoneKey: whose.key,
    keep: staying.map(({ ref }) => ref),
    results: results.map(({ ref }) => ref),
    number: whose.number && { digits: whose.number.digits, without: (text) => whose.without(text) },
  }
  const counted = {
    phone: whose.masked,
    dryRun,
    erased: gone.size,
    masked: masked.length,
    kept: decided.flatMap(({ entry, fate }) => keptEntry(entry, fate)),
    payments: masked.slice(0, mostNamed).map((entry) => keptPayment(entry, keptFor)),
    othersKept: others.length,
    keptOthers: others.slice(0, mostNamed).map(({ kind, id }) => ({ kind, id: maskNumbers(id) })),
  }
  if (dryRun) {
    const erased = new Set(results)
    const would = await look.erase({ ...erasure, isTrial: true })
    const rest = beside.results.filter((result) => !erased.has(result))
    return { ...counted, ...would, ...whatStays({ sessions: staying, results: rest }) }
  }
  const about = { phone: whose.masked, erased: gone.size, masked: masked.length, results: results.length }
  const sessions = beside.sessions.length - staying.length
  await new Trail(look.trail, registration).append({ act: 'erase', about: { ...about, sessions }, by, reason })
  const entries = decided.flatMap(({ entry: { id, payload }, fate }) => {
    if (fate === 'erased') return { id, payload: undefined }
    return fate === 'masked' ? { id, payload: maskedPayload(payload, whose) } : []
  })
  const done = await look.erase({ ...erasure, entries })
  return { ...counted, ...done, ...whatStays(await besideEntries(look, registration, whose, ids)) }
}

/** Nothing that is open is broken, and no payment is lost from the books. */
function fateOf({ kind, state, form, receivedAt, review }: StoredEntry, keepFrom: number): Fate {
  if (state === 'waiting' || state === 'running') return 'open'
  if (isOpenReview(review)) return 'review'
  if (form === 'body' || !isPayment(kind)) return 'erased'
  return receivedAt <= keepFrom ? 'erased' : 'masked'
}

function isPayment(kind: EntryKind): boolean {
  return isFollowUp(kind) || moneyKinds.some((money) => money === kind)
}

// ms
const day = 86_400_000
