import { turnKinds } from '../../pushes/kinds.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import type { Inbox } from '../inbox.ts'
import type { InboxFilter, InboxSession } from '../inbox-query.ts'

/** The sessions to which the notices of a phone's payments come, of the newest 200. A USSD notice names no phone itself. */
export async function payingSessions(inbox: Inbox, phone: string): Promise<readonly InboxSession[]> {
  const { entries } = await inbox.list({ phone, kinds: 'askedPayment', limit: mostPayments })
  const payments = await Promise.all(entries.map(({ id }) => inbox.get(id)))
  const sessions = payments.flatMap(({ raw }) => noticedSession(raw))
  return [...new Map(sessions.map((session) => [`${session.kind} ${session.sessionId}`, session])).values()]
}

/** A filter with what a person searches for: a session of either kind by its id, or a phone. */
export interface Search extends Omit<InboxFilter, 'session'> {
  readonly session?: string | undefined
}

/**
 * What a search finds, as filters of the inbox. A phone finds the notices of its payments too. Entries of one lane are found by
 * one session as a whole, so sessions come before the phone.
 */
export async function filtersOf(inbox: Inbox, { session, ...filter }: Search): Promise<readonly InboxFilter[]> {
  if (session !== undefined) return turnKinds.map((kind) => ({ ...filter, session: { kind, sessionId: session } }))
  const { phone, ...others } = filter
  const paying = phone === undefined ? [] : await payingSessions(inbox, phone)
  return [...paying.map((one) => ({ ...others, session: one })), filter]
}

function noticedSession(raw: unknown): readonly InboxSession[] {
  if (!isRecord(raw)) return []
  const { sessionId, noticeTo = sessionId } = raw
  const kind = turnKinds.find((known) => known === raw.kind)
  return kind === undefined || typeof noticeTo !== 'string' ? [] : [{ kind, sessionId: noticeTo }]
}

const mostPayments = 200
