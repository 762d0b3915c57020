import { FMW_STORE_UNAVAILABLE } from '../../store/errors.ts'
import type { InboxLook } from '../../store/inbox-store.ts'
import { FMW_UNFINISHED } from '../errors.ts'
import type { InboxFilter } from '../inbox-query.ts'
import type { SettleReviewOptions } from '../review.ts'
import type { PersonOptions, Trail, TrailAbout, TrailAct } from '../trail.ts'
import { lastAttempt, type SeenEntry } from './seen-entry.ts'

/** What the trail says of it besides, and who hears how far it is. */
interface SeenBulk {
  /** What the trail's line says besides `count`: such as what was searched for. */
  readonly about?: TrailAbout | undefined
  /** Called before the first step, and after each. */
  readonly onProgress?: ((progress: SeenProgress) => void) | undefined
}

/**
 * Options of `inbox.redriveSeen`.
 *
 * @example
 * const options: RedriveSeenOptions = { by: 'Ama', reason: 'the ledger is open again' }
 * await app.merchant.inbox.redriveSeen(entries, options)
 */
export interface RedriveSeenOptions extends PersonOptions, SeenBulk {}

/**
 * Options of `inbox.settleSeen`.
 *
 * @example
 * const options: SettleSeenOptions = { by: 'Ama', note: 'all given back' }
 * await app.merchant.inbox.settleSeen(entries, options)
 */
export interface SettleSeenOptions extends Omit<SettleReviewOptions, 'seen'>, SeenBulk {}

/**
 * How far `inbox.redriveSeen` or `inbox.settleSeen` has come.
 *
 * @example
 * const inWords = ({ done, skipped, total }: SeenProgress) => `${done} done and ${skipped} left out, of ${total}`
 */
export interface SeenProgress {
  readonly done: number
  /** Those that had changed, or were gone: nothing was done with them. */
  readonly skipped: number
  readonly total: number
}

/** What was searched for, as a line of the trail says it: a phone it doesn't name. */
export function asAbout({ kinds, lane, reference, session, conflicts, since, until }: SaidFilter): TrailAbout {
  const timeOf = (time: Date | number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())
  const said = typeof session === 'object' ? `${session.kind}:${session.sessionId}` : session
  return { kinds, lane, reference, session: said, conflicts, since: timeOf(since), until: timeOf(until) }
}

/** A page searches for a session of either kind. */
type SaidFilter = Omit<InboxFilter, 'session'> & { readonly session?: InboxFilter['session'] | string }

/** Replays one that is dead still, with the attempts that were seen. @returns whether it was */
export async function redriveOne(look: InboxLook, registration: string, seen: SeenEntry): Promise<boolean> {
  return seen.state === 'dead' && look.replay(registration, seen.id, lastAttempt(seen))
}

/** What is done with each of them, and who hears of it. */
interface SeenWork<Entry> {
  /** @returns whether it was done: not with one that has changed */
  readonly work: (entry: Entry) => Promise<boolean>
  /** Those that are asked for at one moment are done in their order, all or none: see `InboxLook`. */
  readonly inOrder: boolean | undefined
  /** Called after each that was done. */
  readonly onDone?: ((entry: Entry) => Promise<void>) | undefined
  readonly onProgress?: ((progress: SeenProgress) => void) | undefined
}

/**
 * Works through them in their order, some at a time: those of one lane one after another, unless the store keeps the order itself.
 *
 * @throws FMW_UNFINISHED where the store fails: it says how far it came
 */
export async function workThrough<Entry extends Pick<SeenEntry, 'lane'>>(
  entries: readonly Entry[],
  given: SeenWork<Entry>,
): Promise<SeenProgress> {
  const total = entries.length
  let progress: SeenProgress = { done: 0, skipped: 0, total }
  given.onProgress?.(progress)
  for (let at = 0; at < total; at += stepSize) {
    const step = entries.slice(at, at + stepSize)
    const ends = given.inOrder
      ? [await workAtOnce(step, given)]
      : await Promise.all([...inLanes(step)].map((lane) => workLane(lane, given)))
    const done = ends.reduce((sum, end) => sum + end.done, progress.done)
    const skipped = ends.reduce((sum, end) => sum + end.skipped, progress.skipped)
    progress = { done, skipped, total }
    const failed = ends.find((end) => end.failure !== undefined)
    if (failed !== undefined) throw unfinished(progress, failed.failure)
    given.onProgress?.(progress)
  }
  return progress
}

/**
 * The same, on the trail: a line before it says what was ordered, and the last one how many were done. Of some entries each has a
 * line between them; of many none has, for theirs would push out those of others.
 *
 * @throws FMW_UNFINISHED as `workThrough`
 */
export async function workOnTrail<Entry extends Pick<SeenEntry, 'id' | 'lane'>>(
  trail: Trail,
  { act, about, by, reason }: Omit<TrailAct, 'entry'>,
  entries: readonly Entry[],
  given: Omit<SeenWork<Entry>, 'onDone'>,
): Promise<SeenProgress> {
  const count = entries.length
  if (count === 0) return workThrough(entries, given)
  await trail.append({ act, about: { ...about, count }, by, reason })
  const onDone = count > mostNamed ? undefined : ({ id }: Entry) => trail.append({ act, entry: id, by })
  const end = await workThrough(entries, { ...given, onDone })
  const { done, skipped } = end
  await trail.append({ act, about: { done, skipped }, by }).catch((failure: unknown) => {
    throw unfinished(end, failure)
  })
  return end
}

/** A mistake stays what it is. */
function unfinished(progress: SeenProgress, failure: unknown): unknown {
  return failure instanceof FMW_STORE_UNAVAILABLE ? new FMW_UNFINISHED(progress, failure) : failure
}

interface LaneEnd {
  readonly done: number
  readonly skipped: number
  readonly failure?: unknown
}

/** The others of a step go on when one lane fails, so that all that was done is counted. */
async function workLane<Entry>(lane: readonly Entry[], { work, onDone }: SeenWork<Entry>): Promise<LaneEnd> {
  let [done, skipped] = [0, 0]
  try {
    for (const entry of lane) {
      if (await work(entry)) {
        done += 1
        await onDone?.(entry)
      } else skipped += 1
    }
    return { done, skipped }
  } catch (failure) {
    return { done, skipped, failure }
  }
}

/** All are asked for before one is waited for. */
async function workAtOnce<Entry>(step: readonly Entry[], { work, onDone }: SeenWork<Entry>): Promise<LaneEnd> {
  const ends = await Promise.allSettled(step.map(work))
  const done = step.filter((_, at) => isDone(ends[at]))
  const told = onDone === undefined ? [] : await Promise.allSettled(done.map(onDone))
  const failed = [...ends, ...told].find((end) => end.status === 'rejected')
  const skipped = ends.filter((end) => end.status === 'fulfilled' && !end.value).length
  return { done: done.length, skipped, ...(failed === undefined ? {} : { failure: failed.reason }) }
}

function isDone(end: PromiseSettledResult<boolean> | undefined): boolean {
  return end?.status === 'fulfilled' && end.value
}

function inLanes<Entry extends Pick<SeenEntry, 'lane'>>(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  const lanes = new Map<string, Entry[]>()
  for (const entry of entries) {
    const lane = lanes.get(entry.lane)
    if (lane === undefined) lanes.set(entry.lane, [entry])
    else lane.push(entry)
  }
  return lanes.values()
}

// Lines of the trail.
const mostNamed = 200

// Small enough to tell of progress and to let others use the store in between.
const stepSize = 50
