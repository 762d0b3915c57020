import type { EntryState } from '../../store/entry.ts'
import { FMW_ENTRY_CHANGED, FMW_REVIEW_SETTLED } from '../errors.ts'
import type { Trail } from '../trail.ts'

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
}

/** The number of the last attempt; 0 for none. */
export function lastAttempt({ attempts }: Pick<SeenEntry, 'attempts'>): number {
  return attempts.at(-1)?.number ?? 0
}

/** No more of an entry than says later whether it has changed: thousands of them may wait for a yes. */
export function seenAs({ id, lane, state, attempts }: SeenEntry): SeenEntry {
  return { id, lane, state, attempts: attempts.slice(-1).map(({ number }) => ({ number })) }
}

/** Whether an entry is as somebody saw it. */
export function isAsSeen(entry: Pick<SeenEntry, 'state' | 'attempts'>, seen: Pick<SeenEntry, 'state' | 'attempts'>) {
  return entry.state === seen.state && lastAttempt(entry) === lastAttempt(seen)
}

/** What is said of an entry that isn't as it was seen: what it is now, and who did what to it last. */
export async function changedSince(trail: Trail, entry: Pick<SeenEntry, 'id' | 'state' | 'attempts'>): Promise<Error> {
  const { id, state } = entry
  const { lines } = await trail.list({ entry: id, limit: mostLines })
  const last = lines.find(({ act }) => changing.includes(act))
  const count = lastAttempt(entry)
  const who = last === undefined ? '' : `; ${last.by ?? 'somebody'} did '${last.act}' at ${last.at.toISOString()}`
  return new FMW_ENTRY_CHANGED(id, `${state} now, after ${count} ${count === 1 ? 'attempt' : 'attempts'}${who}`)
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

// What shows what was done, and not only that somebody looked.
const changing: readonly string[] = ['replay', 'settle']
const mostLines = 50
