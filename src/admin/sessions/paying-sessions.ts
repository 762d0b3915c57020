import { turnKinds } from '../../pushes/kinds.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import type { Inbox } from '../inbox.ts'
import type { InboxSession } from '../inbox-query.ts'

/** The sessions to which the notices of a phone's payments come, of the newest 200. A USSD notice names no phone itself. */
export async function payingSessions(inbox: Inbox, phone: string): Promise<readonly InboxSession[]> {
  const { entries } = await inbox.list({ phone, kinds: 'askedPayment', limit: mostPayments })
  const payments = await Promise.all(entries.map(({ id }) => inbox.get(id)))
  const sessions = payments.flatMap(({ raw }) => noticedSession(raw))
  return [...new Map(sessions.map((session) => [`${session.kind} ${session.sessionId}`, session])).values()]
}

function noticedSession(raw: unknown): readonly InboxSession[] {
  if (!isRecord(raw)) return []
  const { sessionId, noticeTo = sessionId } = raw
  const kind = turnKinds.find((known) => known === raw.kind)
  return kind === undefined || typeof noticeTo !== 'string' ? [] : [{ kind, sessionId: noticeTo }]
}

const mostPayments = 200
