import type { InboxEntry, InboxPage } from '../../admin/inbox-entry.ts'
import type { InboxQuery, InboxSession } from '../../admin/inbox-query.ts'
import { inboxJson } from '../../admin/masked-entry.ts'
import { payingSessions } from '../../admin/sessions/paying-sessions.ts'
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

async function find({ inbox }: Merchant, { session, phone, ...asked }: ListBody): Promise<InboxPage> {
  const { registration: _registration, tab = 'all', ...filter } = asked
  const wanted = { ...filter, ...tabFilters[tab], limit: pageSize }
  const ofSessions = async (named: readonly InboxSession[], also: InboxQuery = {}): Promise<readonly InboxEntry[]> => {
    const query = { ...wanted, ...also, cursor: undefined }
    const pages = await Promise.all(named.map((one) => inbox.list({ ...query, session: one })))
    return pages.flatMap(({ entries }) => entries).toSorted(newestFirst)
  }
  if (session !== undefined) {
    return { entries: await ofSessions(turnKinds.map((kind) => ({ kind, sessionId: session }))), next: undefined }
  }
  if (phone === undefined) return inbox.list(wanted)
  const page = await inbox.list({ ...wanted, phone })
  if (asked.cursor !== undefined) return page
  // The notice of a USSD payment names no phone: what asked for it does.
  const paying = await payingSessions(inbox, phone)
  const named = new Set((await ofSessions(paying, { phone })).map(({ id }) => id))
  const notices = (await ofSessions(paying)).filter(({ id }) => !named.has(id))
  return { ...page, entries: [...page.entries, ...notices].toSorted(newestFirst) }
}

const pageSize = 50

function newestFirst(one: InboxEntry, other: InboxEntry): number {
  return +other.receivedAt - +one.receivedAt
}
