import type { EntryState } from '../../store/entry.ts'
import type { SeenReview } from '../../store/inbox-store.ts'
import { FMW_ENTRY_CHANGED, FMW_ENTRY_OPEN, FMW_REVIEW_SETTLED } from '../errors.ts'
import type { Trail, TrailEntry } from '../trail.ts'

/**
 * An entry as somebody has seen it, such as one of `inbox.list()`. What was decided about it isn't done to an entry that has
 * changed since.
 *
 * @example
 * const { entries }: { entries: readonly SeenEntry[] } = await app.merchant.inbox.list({ states: 'dead' })
 */
export interface SeenEntry {
  readonly id: string
  readonly lane: string
  readonly state: EntryState
  /** Only the last one counts. */
  readonly attempts: readonly { readonly number: number }[]
  /** Only its reasons count. Null where there was none; left out: whatever it is. */
  readonly review?: { readonly reasons: readonly string[] } | null | undefined
}

/** The number of the last attempt; 0 for none. */
export function lastAttempt({ attempts }: Pick<SeenEntry, 'attempts'>): number {
  return attempts.at(-1)?.number ?? 0
}

/** No more of an entry than says later whether it has changed: thousands of them may wait for a yes. */
export function seenAs({ id, lane, state, attempts, review }: SeenEntry): SeenEntry {
  const last = attempts.slice(-1).map(({ number }) => ({ number }))
  return { id, lane, state, attempts: last, review: review && { reasons: review.reasons } }
}

/** What a store compares before it settles a review: one that wasn't there was none for these reasons. */
export function seenReview({ attempts, review }: Partial<Pick<SeenEntry, 'attempts' | 'review'>>): SeenReview {
  return {
    reasons: review === undefined ? undefined : (review?.reasons ?? []),
    attempts: attempts && lastAttempt({ attempts }),
  }
}

/** Whether an entry is as somebody saw it. */
export function isAsSeen(entry: Pick<SeenEntry, 'state' | 'attempts'>, seen: Pick<SeenEntry, 'state' | 'attempts'>) {
  return entry.state === seen.state && lastAttempt(entry) === lastAttempt(seen)
}

/** What is said of an entry that isn't as it was seen: what it is now, and who did what to it last. */
export async function changedSince(trail: Trail, entry: Pick<SeenEntry, 'id' | 'state' | 'attempts'>): Promise<Error> {
  const { id, state } = entry
  return new FMW_ENTRY_CHANGED(id, `${state} now, after ${attemptsOf(entry)}${await whoDidLast(trail, id)}`)
}

/** What is said of an entry that had no end when it was replayed. */
export function openBefore({ id, state }: Pick<SeenEntry, 'id' | 'state'>): Error {
  return new FMW_ENTRY_OPEN(id, `was waiting or running already when you replayed it, and is ${state} now`)
}

/** What is said of one that can't be asked for, though nothing has changed: a request beside SQLite waits for the application. */
export async function askedBefore(trail: Trail, { id, state }: Pick<SeenEntry, 'id' | 'state'>): Promise<Error> {
  const who = await whoDidLast(trail, id)
  return new FMW_ENTRY_OPEN(id, `is asked for already, and ${state} until the application runs and takes it up${who}`)
}

async function whoDidLast(trail: Trail, id: string): Promise<string> {
  const { lines } = await trail.list({ entry: id, limit: mostLines })
  const last = lastDone(lines)
  return last === undefined ? '' : `; ${last.by ?? 'somebody'} did '${last.act}' at ${last.at.toISOString()}`
}

/** Whether the review of an entry is as somebody saw it. */
export function isReviewAsSeen(entry: Reviewed, { reasons, attempts }: SeenReview): boolean {
  if (attempts !== undefined && lastAttempt(entry) !== attempts) return false
  return reasons === undefined || entry.review?.reasons.join() === reasons.join()
}

/** What is said of an open review that isn't as it was seen. */
export function reviewChangedSince(entry: Reviewed, { reasons }: OpenReview): Error {
  return new FMW_ENTRY_CHANGED(entry.id, `to be looked at for ${reasons.join(', ')} now, after ${attemptsOf(entry)}`)
}

/** What counts of an entry that is to be looked at. */
interface Reviewed extends Pick<SeenEntry, 'id' | 'attempts'> {
  readonly review?: OpenReview | undefined
}

interface OpenReview {
  readonly reasons: readonly string[]
}

function attemptsOf(entry: Pick<SeenEntry, 'attempts'>): string {
  const count = lastAttempt(entry)
  return `${count} ${count === 1 ? 'attempt' : 'attempts'}`
}

/** What is said of a review that isn't open. */
export function settledBefore(
  id: string,
  review: { readonly settledAt: number | null; readonly settledBy: string | null } | undefined,
): Error {
  if (review === undefined || review.settledAt === null) return new FMW_REVIEW_SETTLED(id, 'there never was a review')
  const when = new Date(review.settledAt).toISOString()
  return new FMW_REVIEW_SETTLED(id, `${review.settledBy ?? 'the plugin itself'} settled its review at ${when}`)
}

/** The newest act that changed it. A line is written before its act, and where that was refused another one follows. */
function lastDone(lines: readonly TrailEntry[]): TrailEntry | undefined {
  const refused: string[] = []
  for (const line of lines) {
    const { act, by, about } = line
    if (act === 'refused') refused.push(`${about?.act} ${by}`)
    if (!changing.includes(act)) continue
    const at = refused.indexOf(`${act} ${by}`)
    if (at === -1) return line
    refused.splice(at, 1)
  }
  return undefined
}

// What shows what was done, and not only that somebody looked.
const changing: readonly string[] = ['replay', 'redrive', 'settle']
const mostLines = 50
