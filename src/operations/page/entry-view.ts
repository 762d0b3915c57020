import { FMW_ENTRY_UNKNOWN } from '../../admin/errors.ts'
import type { Inbox } from '../../admin/inbox.ts'
import type { InboxEntry, InboxEntryDetails } from '../../admin/inbox-entry.ts'
import type { InboxQuery } from '../../admin/inbox-query.ts'
import { bareView, maskedView, whyOf } from '../../admin/masked-entry.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { idOfName, maskedRow, nameOfEntry } from './entry-list.ts'

/** One entry, masked: what came, why it is here, what was tried, what stands before it, and what it contradicts. */
export async function viewEntry(inbox: Inbox, name: string): Promise<object> {
  const entry = await inbox.get(await idOfName(inbox, name))
  const { json } = await maskedView(inbox, entry)
  return { ...json, ...(await besides(inbox, entry)) }
}

/** The same with everything in it. Who asks stands on the trail before anything is shown. */
export async function viewUnmasked(inbox: Inbox, name: string, person: PersonOptions): Promise<object> {
  const entry = await inbox.unmask(await idOfName(inbox, name), person)
  return { ...bareView(entry).json, ...(await besides(inbox, entry)) }
}

/** What stands beside an entry, masked or not. */
async function besides(inbox: Inbox, entry: InboxEntryDetails): Promise<object> {
  return {
    name: nameOfEntry(entry),
    why: whyOf(entry),
    contradicts: await contradictedBy(inbox, entry),
    ...(await beforeIt(inbox, entry)),
  }
}

/** The entry that has the same identity, and came first; null where it is forgotten, or there is none. */
async function contradictedBy(inbox: Inbox, { conflictsWith }: InboxEntry): Promise<object | null> {
  if (conflictsWith === null) return null
  try {
    return maskedRow(await inbox.get(conflictsWith))
  } catch (error) {
    if (error instanceof FMW_ENTRY_UNKNOWN) return null
    throw error
  }
}

/** What must end before it: the first of the lane, then the nearest, the next of it last. */
async function beforeIt(
  inbox: Inbox,
  { id, state, lane, dueAt, cursor }: InboxEntry,
): Promise<{ readonly before: readonly object[]; readonly isMoreBefore: boolean }> {
  const older: InboxEntry[] = []
  if (state !== 'waiting' || dueAt !== null) return { before: older, isMoreBefore: false }
  const open: InboxQuery = { states: ['waiting', 'running'], lane }
  // A store that tells no places is gone through from its newest on.
  let isPast = cursor !== undefined
  for await (const one of inbox.all({ ...open, cursor, limit: isPast ? mostBefore + 2 : longestPage })) {
    if (one.id === id) isPast = true
    else if (isPast) older.push(one)
    if (older.length > mostBefore) break
  }
  const nearest = older.slice(0, mostBefore)
  const { entries } = older.length > mostBefore ? await inbox.list({ ...open, heads: true, limit: 1 }) : { entries: [] }
  return {
    before: [...nearest, ...entries].map(maskedRow).reverse(),
    isMoreBefore: older.length > mostBefore && older.at(-1)?.id !== entries[0]?.id,
  }
}

const mostBefore = 20
const longestPage = 1_000
