import { newEntry, readPayload } from '../../inbox/entry.ts'
import { readAgain } from '../../inbox/read-entry.ts'
import { type DeliveredKind, type Delivery, isPreparation, type NotificationWorks } from '../../inbox/work.ts'
import { reasonsOfOtherEnds } from '../../payments/work/other-ends.ts'
import type { Incoming, PushEvent } from '../../pushes/event.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import { PushProblem } from '../../pushes/reading/push-problem.ts'
import { conflictId, type NewEntry, type StoredEntry } from '../../store/entry.ts'
import { isAgreed } from '../../store/review.ts'
import { keptLane } from '../../store/sealed/sealed-look.ts'

/** What of an entry another build makes otherwise. */
export interface EntryDifference {
  readonly what: 'reading' | 'client' | 'identity' | 'outcome' | 'lane' | 'reference' | 'needsReview'
  readonly was: string
  readonly now: string
}

/** An entry as this build makes it of its push: what differs, or why that can't be told. */
export type RereadEntry =
  | { readonly differences: readonly EntryDifference[] }
  /** `unreadable`: it could not be read when it came. `second`: the plugin made it itself, beside another. */
  | { readonly why: 'unreadable' | 'second' }

/** Reads kept entries again, and does nothing else: an older or newer build may have made them. */
export type Reread = (entry: StoredEntry) => RereadEntry

/** How the payments of a kind can be known, by who is asked about them, and which of these ways it is. */
export interface KnownWays<Event extends PushEvent> {
  readonly own: string
  readonly all: Readonly<Record<string, (event: Event) => Identity>>
}

/** The `Reread` of a kind. */
export function rereadOf<Event extends PushEvent>(
  delivered: DeliveredKind<Event>,
  works: NotificationWorks<Event>,
  identify: (event: Event) => Identity,
  ways: KnownWays<Event> = { own: '', all: {} },
): Reread {
  const { kind } = delivered.push
  return (entry) => {
    if (entry.form !== 'push' || entry.id.startsWith(`${kind}:rejected:`)) return { why: 'unreadable' }
    try {
      const incoming = readPayload(entry.payload)
      if (incoming.toldBy !== undefined) return { why: 'second' }
      const event = readAgain(delivered, incoming, entry.receivedAt)
      const madeBy = (known: (event: Event) => Identity): NewEntry => newEntry(delivered, event, known(event), incoming)
      const idOf = ({ id, fingerprint }: NewEntry): string =>
        entry.conflictsWith === null ? id : conflictId(id, fingerprint)
      const own = madeBy(identify)
      const others = idOf(own) === entry.id ? [] : Object.entries(ways.all)
      const other = others.find(([, known]) => idOf(madeBy(known)) === entry.id)
      const made = other === undefined ? own : madeBy(other[1])
      const lane = entry.lane === keptLane(made.lane) ? entry.lane : made.lane
      return {
        differences: [
          ...(other === undefined ? [] : difference('client', other[0], ways.own)),
          ...difference('identity', entry.id, idOf(made)),
          ...difference('outcome', outcomeIn(entry.id), outcomeOf(event) ?? outcomeIn(entry.id)),
          ...difference('lane', entry.lane, lane),
          ...difference('reference', entry.reference, made.reference),
          ...reviewDifference(entry, event, incoming, works),
        ],
      }
    } catch (error) {
      if (error instanceof PushProblem) return { differences: difference('reading', 'an event', error.message) }
      throw error
    }
  }
}

function difference(what: EntryDifference['what'], was: string | null, now: string | null): readonly EntryDifference[] {
  return was === now ? [] : [{ what, was: was ?? 'none', now: now ?? 'none' }]
}

/** An identity ends with it, unless the application gives its own. */
function outcomeIn(id: string): string | null {
  return /\|(paid|failed|cancelled|pending|refunded|undetermined)(?![a-z])/.exec(id)?.[1] ?? null
}

function outcomeOf(event: PushEvent): string | null {
  return 'outcome' in event && typeof event.outcome === 'string' ? event.outcome : null
}

/**
 * What the service said is kept with it. Of what nobody was asked about, all reasons are known where the handler is called at
 * once, but for those that the other end of a payment gave it; else those of the push itself must be among them.
 */
function reviewDifference<Event extends PushEvent>(
  entry: StoredEntry,
  event: Event,
  incoming: Incoming,
  works: NotificationWorks<Event>,
): readonly EntryDifference[] {
  // No handler got it.
  if (isAgreed(entry.review)) return []
  const own = reasonsOf(event)
  if (incoming.verdict !== undefined)
    return difference('needsReview', inWords(incoming.verdict.needsReview), inWords(own))
  // Only with its end it is known, and a replay may have settled it.
  if ((entry.state !== 'done' && entry.state !== 'dead') || entry.replay) return []
  const kept = entry.review?.reasons ?? []
  const work = works.of(event, incoming, undefined)
  if (!isPreparation(work)) return difference('needsReview', inWords(kept), inWords(reviewOf(work, entry)))
  const { plain } = work
  const found = plain === undefined ? kept : kept.filter((reason) => isOfOtherEnd(reason))
  const now = new Set([...found, ...(plain === undefined ? own : reviewOf(plain, entry))])
  return difference('needsReview', inWords(kept), inWords([...now]))
}

function isOfOtherEnd(reason: string): boolean {
  return reasonsOfOtherEnds.some((one) => one === reason)
}

function reviewOf(work: Delivery, entry: StoredEntry): readonly string[] {
  return entry.state === 'dead' ? work.reviewOfDead(entry) : work.reviewOf(entry)
}

function reasonsOf(event: PushEvent): readonly string[] {
  return 'needsReview' in event && Array.isArray(event.needsReview) ? event.needsReview.map(String) : []
}

function inWords(reasons: readonly string[]): string | null {
  return reasons.length === 0 ? null : reasons.toSorted().join(', ')
}
