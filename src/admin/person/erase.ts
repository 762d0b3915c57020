import type { Clock } from '../../clock.ts'
import { moneyKinds } from '../../pushes/kinds.ts'
import { type EntryKind, type EntryState, isFollowUp, type StoredEntry } from '../../store/entry.ts'
import { isOpenReview } from '../../store/review.ts'
import type { StoreLook } from '../../store/store.ts'
import { maskNumbers } from '../../text/phone.ts'
import { checkNames } from '../check-query.ts'
import { FMW_LOOK } from '../errors.ts'
import { type PersonOptions, readPerson, Trail } from '../trail.ts'
import { entriesOf, everyEntryOf, type OnRead } from './entries-of.ts'
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
   * phones. 20,000 take 3 seconds. Default false.
   */
  readonly thorough?: boolean | undefined
  /** Told while every entry is read. */
  readonly onRead?: OnRead | undefined
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
  /** `open`: it waits or runs. `review`: somebody must look at it. */
  readonly why: 'open' | 'review'
}

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
  /** Settle these, and erase again. */
  readonly kept: readonly KeptEntry[]
  /** Sessions that are gone; in a dry run all that were found. */
  readonly sessions: number
  /** Sessions that stay, because they are open, or their end may be shown again. 0 in a dry run. */
  readonly sessionsKept: number
  /** Outcomes of `once` that don't name the number any more. 0 in a dry run. */
  readonly effects: number
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

/** Erases what is kept of a person. @throws FMW_LOOK where the store can't */
export async function erase(
  look: StoreLook,
  registration: string,
  whose: Whose,
  { dryRun = false, keepPaymentsDays = Number.POSITIVE_INFINITY, thorough, onRead, by, reason }: EraseOptions,
  clock: Clock,
): Promise<EraseReport> {
  const { inbox, sessions } = look
  const found = thorough
    ? await everyEntryOf(inbox, registration, whose, onRead)
    : await entriesOf(inbox, registration, whose)
  const keepFrom = clock.now() - keepPaymentsDays * day
  const decided = found.map((entry) => ({ entry, fate: fateOf(entry, keepFrom) }))
  const kept = decided.flatMap(({ entry: { kind, id, state }, fate }) =>
    fate === 'erased' || fate === 'masked' ? [] : [{ kind, id: maskNumbers(id), state, why: fate }],
  )
  const count = (fate: Fate): number => decided.filter((one) => one.fate === fate).length
  const counted = { phone: whose.masked, dryRun, erased: count('erased'), masked: count('masked'), kept }
  const before = await countSessions(sessions, registration, whose.key)
  if (dryRun) return { ...counted, sessions: before, sessionsKept: 0, effects: 0 }
  if (look.erase === undefined) throw new FMW_LOOK('the store', 'has no erase: give one of this package')
  const { phone, erased, masked } = counted
  await new Trail(look.trail, registration).append({
    act: 'erase',
    about: { phone, erased, masked, sessions: before },
    by,
    reason,
  })
  const done = await look.erase({
    registration,
    entries: decided.flatMap(({ entry: { id, payload }, fate }) => {
      if (fate === 'erased') return { id, payload: undefined }
      return fate === 'masked' ? { id, payload: maskedPayload(payload, whose) } : []
    }),
    phoneKey: whose.key,
    number: whose.number && { digits: whose.number.digits, without: (text) => whose.without(text) },
  })
  return { ...counted, ...done, sessionsKept: await countSessions(sessions, registration, whose.key) }
}

type Fate = 'erased' | 'masked' | KeptEntry['why']

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

async function countSessions(sessions: StoreLook['sessions'], registration: string, phoneKey: string): Promise<number> {
  let count = 0
  let cursor: string | undefined
  do {
    const page = await sessions.list({ registration, phoneKey, limit: 1_000, cursor })
    count += page.sessions.length
    cursor = page.next
  } while (cursor !== undefined)
  return count
}

// ms
const day = 86_400_000
