import { moneyKinds } from '../../pushes/kinds.ts'
import { type EntryKind, isFollowUp, type StoredEntry } from '../../store/entry.ts'
import type { Erased, Erasure } from '../../store/people/erasure.ts'
import { isOpenReview } from '../../store/review.ts'
import type { StoreLook } from '../../store/store.ts'
import { lastAttempt } from '../seen/seen-entry.ts'
import type { Decided, Fate } from './erase-report.ts'
import { maskedPayload } from './masked-payload.ts'
import type { Whose } from './whose.ts'

/**
 * What is to become of an entry: nothing that is open is broken, and no payment is lost from the books.
 *
 * @param keepFrom payments that came later are kept, epoch ms
 */
export function decide(entry: StoredEntry, keepFrom: number): Decided {
  return { entry, fate: fateOf(entry, keepFrom) }
}

function fateOf({ kind, state, form, receivedAt, review }: StoredEntry, keepFrom: number): Fate {
  if (state === 'waiting' || state === 'running') return 'open'
  if (isOpenReview(review)) return 'review'
  if (form === 'body' || !isPayment(kind)) return 'erased'
  return receivedAt <= keepFrom ? 'erased' : 'masked'
}

function isPayment(kind: EntryKind): boolean {
  return isFollowUp(kind) || moneyKinds.some((money) => money === kind)
}

/** What erasing entries needs. */
export interface EntriesPlace {
  readonly look: StoreLook
  /** Of that store. */
  readonly ask: (erasure: Erasure) => Promise<Erased>
  readonly registration: string
  readonly whose: Whose
  /** The sessions of theirs. They stay yet: what an entry leaves behind goes with them. */
  readonly sessions: readonly string[]
}

/** Erases and masks those that were decided so. @returns what really became of each */
export async function eraseEntries(
  { look, ask, registration, whose, sessions }: EntriesPlace,
  decided: readonly Decided[],
): Promise<readonly Decided[]> {
  const entries = decided.flatMap(({ entry, fate }) => {
    const { id, payload } = entry
    const attempts = lastAttempt(entry)
    if (fate === 'erased') return { id, attempts, payload: undefined }
    return fate === 'masked' ? { id, attempts, payload: maskedPayload(payload, whose) } : []
  })
  if (entries.length === 0) return decided
  const erasure = { registration, entries, phoneKey: whose.key, keep: sessions, number: undefined }
  const done = new Set((await ask(erasure)).entries)
  const became: Decided[] = []
  for (const one of decided) {
    const { entry, fate } = one
    const isDone = done.has(entry.id) || (fate !== 'erased' && fate !== 'masked')
    became.push(isDone ? one : afterChange(entry, await look.inbox.get(registration, entry.id)))
  }
  return became
}

/** One that was opened, tried or forgotten in between. */
function afterChange(entry: StoredEntry, now: StoredEntry | undefined): Decided {
  if (now === undefined) return { entry, fate: 'erased' }
  const { fate } = decide(now, Number.NEGATIVE_INFINITY)
  return { entry: now, fate: fate === 'open' || fate === 'review' ? fate : 'changed' }
}
