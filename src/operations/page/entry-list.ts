import type { InboxEntry, InboxPage } from '../../admin/inbox-entry.ts'
import type { InboxSession } from '../../admin/inbox-query.ts'
import { inboxJson } from '../../admin/masked-entry.ts'
import { turnKinds } from '../../pushes/kinds.ts'
import type { Merchant } from '../../registration/merchant.ts'
import type { ListBody } from './body.ts'
import { nameOfEntry } from './entry-name.ts'
import { tabFilters } from './tabs.ts'

/** A page of entries, masked. */
export async function listEntries(merchant: Merchant, asked: ListBody) {
  const { entries, next } = await find(merchant, asked)
  return { entries: entries.map(maskedRow), next: next ?? null }
}

/** One line of a list. */
export function maskedRow(entry: InboxEntry): object {
  return { ...inboxJson(entry), name: nameOfEntry(entry) }
}

async function find({ inbox, sessions }: Merchant, { session, phone, ...asked }: ListBody): Promise<InboxPage> {
  const { registration: _registration, tab = 'all', ...filter } = asked
  const wanted = { ...filter, ...tabFilters[tab], limit: pageSize }
  const ofSessions = async (named: readonly InboxSession[]): Promise<InboxPage> => {
    const pages = await Promise.all(named.map((one) => inbox.list({ ...wanted, session: one, cursor: undefined })))
    const entries = pages.flatMap((page) => page.entries)
    return { entries: entries.toSorted((one, other) => +other.receivedAt - +one.receivedAt), next: undefined }
  }
  if (session !== undefined) return ofSessions(turnKinds.map((kind) => ({ kind, sessionId: session })))
  if (phone === undefined) return inbox.list(wanted)
  const found = await sessions.list({ phone, limit: mostSessions })
  return ofSessions(found.sessions.map(({ kind, sessionId }) => ({ kind, sessionId })))
}

const pageSize = 50
// The newest of a phone.
const mostSessions = 20
