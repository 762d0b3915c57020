import { FMW_ENTRY_UNKNOWN } from '../../admin/errors.ts'
import type { Inbox } from '../../admin/inbox.ts'
import type { InboxEntry, InboxEntryDetails } from '../../admin/inbox-entry.ts'
import { bareView, maskedView, whyOf } from '../../admin/masked-entry.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { maskedRow } from './entry-list.ts'
import { idOfName, nameOfEntry } from './entry-name.ts'

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
    before: await beforeIt(inbox, entry),
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

/** What must end before it, the next of it last. */
async function beforeIt(inbox: Inbox, { id, state, lane, dueAt }: InboxEntry): Promise<readonly object[]> {
  if (state !== 'waiting' || dueAt !== null) return []
  const { entries } = await inbox.list({ states: ['waiting', 'running'], lane, limit: 1_000 })
  const place = entries.findIndex((one) => one.id === id)
  return entries
    .slice(place + 1, place + 1 + mostBefore)
    .map(maskedRow)
    .reverse()
}

const mostBefore = 20
