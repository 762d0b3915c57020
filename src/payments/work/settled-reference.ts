import { readKept } from '../../inbox/entry.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance } from '../../store/inbox-store.ts'
import { paidEntry, paidId } from './asked-entry.ts'

/**
 * How a reference was paid: as a checkout, or by what a session asked for. The same reference may stand for many payments of
 * sessions, and for one checkout; one order that is asked for as both is paid once.
 */
export type Settlement = 'checkout' | 'session'

/** A reference that is paid, and by whom. */
export interface SettledReference {
  readonly reference: string
  readonly as: Settlement
  /** The id of the entry that tells of it. */
  readonly by: string
  /** Epoch ms. */
  readonly at: number
}

/**
 * Whether nobody has settled a reference in the other way: the first keeps it so, for good and for all processes.
 *
 * @throws FMW_STORE_UNAVAILABLE
 */
export async function isFirstToSettle(
  put: (entry: NewEntry) => Promise<Acceptance>,
  { reference, as, by, at }: SettledReference,
): Promise<boolean> {
  const entry = {
    ...paidEntry(nameOf(reference), as, by, at),
    payload: Buffer.from(JSON.stringify({ paidBy: by, as })),
  }
  const acceptance = await put(entry)
  return acceptance.status === 'accepted' || (acceptance.status === 'repeated' && acceptance.isConflict !== true)
}

/** The id of the entry that says it. */
export function settledId(reference: string): string {
  return paidId(nameOf(reference))
}

/** Whether an entry says that a session settled it. */
export function isSettledBySession({ payload }: Pick<StoredEntry, 'payload'>): boolean {
  const kept = readKept(payload)
  const way: Settlement = 'session'
  return isRecord(kept) && kept.as === way
}

function nameOf(reference: string): string {
  return `reference:${digest([reference]).slice(0, 16)}`
}
