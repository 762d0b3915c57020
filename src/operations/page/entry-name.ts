import type { Inbox } from '../../admin/inbox.ts'
import type { InboxEntry } from '../../admin/inbox-entry.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { maskNumbers } from '../../text/phone.ts'

/**
 * What the page calls an entry: its id, unless that holds a phone number. Then it is its place in the list, and a digest.
 */
export function nameOfEntry({ id, cursor = '' }: Pick<InboxEntry, 'id' | 'cursor'>): string {
  return maskNumbers(id) === id ? id : `${start}${cursor}:${digest(id)}`
}

/** The id of the entry that has this name; the name itself where it is one. */
export async function idOfName(inbox: Inbox, name: string): Promise<string> {
  const [, cursor, wanted] = digested.exec(name) ?? []
  if (cursor === undefined) return name
  const { entries } = await inbox.list({ cursor, limit: 1 })
  return entries.find(({ id }) => digest(id) === wanted)?.id ?? name
}

const start = 'masked:'
const digested = /^masked:([^:]+):([0-9a-f]{32})$/
