import type { Inbox } from '../../admin/inbox.ts'
import type { InboxEntry, InboxPage } from '../../admin/inbox-entry.ts'
import { asShown, type InboxQuery, type InboxSession } from '../../admin/inbox-query.ts'
import { maskedJson } from '../../admin/masked-entry.ts'
import { payingSessions } from '../../admin/sessions/paying-sessions.ts'
import { turnKinds } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { Merchant } from '../../registration/merchant.ts'
import { maskNumbers } from '../../text/phone.ts'
import type { ListBody } from './body.ts'
import { tabFilters } from './tabs.ts'

/** A page of entries, masked. */
export async function listEntries(merchant: Merchant, asked: ListBody) {
  const { entries, next } = await find(merchant, asked)
  return { entries: entries.map(maskedRow), next: next ?? null }
}

/** One line of a list. */
export function maskedRow(entry: InboxEntry): object {
  return { ...maskedJson(entry), name: nameOfEntry(entry) }
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
  if (phone === undefined) return inbox.list(asShown(wanted))
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
