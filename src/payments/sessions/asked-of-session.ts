import { sessionName } from '../../inbox/entry.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { EntryState, StoredEntry } from '../../store/entry.ts'
import type { EntryQuery, InboxLook } from '../../store/inbox-store.ts'
import { type AskedPayment, payerOfCart, readAsked } from './asked-entry.ts'

/** Where entries are looked up. */
export interface KeptIn {
  readonly registration: string
  readonly inbox: Pick<InboxLook, 'list' | 'get'>
}

/** What was asked for, and the entry that waits for its notice. */
export interface Watch {
  readonly entry: StoredEntry
  readonly asked: AskedPayment
}

/** Entries, the newest first. */
interface Page {
  readonly entries: readonly StoredEntry[]
  readonly next: string | undefined
}

/** @throws FMW_STORE_UNAVAILABLE */
export async function pageOf(
  { inbox, registration }: KeptIn,
  query: Omit<EntryQuery, 'registration' | 'limit'>,
): Promise<Page> {
  const { entries, next } = await inbox.list({ ...query, registration, limit: pageSize })
  const found = await Promise.all(entries.map(({ id }) => inbox.get(registration, id)))
  return { entries: found.filter((entry) => entry !== undefined), next }
}

/** What a session asked for, the newest first. @throws FMW_STORE_UNAVAILABLE */
export async function askedOf(
  kept: KeptIn,
  kind: TurnKind,
  sessionId: string,
  states?: readonly EntryState[],
): Promise<readonly Watch[]> {
  const session = sessionName(kind, sessionId)
  const { entries } = await pageOf(kept, { session, kinds: ['askedPayment'], states })
  return entries.map((entry) => ({ entry, asked: readAsked(entry) }))
}

/**
 * The cart that the session of a notice sent to the checkout last: that of the phone which the notice names, where several phones
 * have sessions of its id. @throws FMW_STORE_UNAVAILABLE
 */
export async function cartOf(
  kept: KeptIn,
  { sessionId, customerPhone, customerPhoneInternational }: FulfilmentEvent,
): Promise<Watch | undefined> {
  if (sessionId === null) return undefined
  const carts = await askedOf(kept, 'programmable', sessionId)
  const payer = payerOfCart(sessionId, customerPhoneInternational ?? customerPhone)
  return carts.find(({ asked }) => asked.payer === payer) ?? carts[0]
}

/** A notice with the merchant's own reference of that cart. @throws FMW_STORE_UNAVAILABLE */
export async function withReference(kept: KeptIn, event: FulfilmentEvent): Promise<FulfilmentEvent> {
  return { ...event, reference: (await cartOf(kept, event))?.asked.reference ?? null }
}

/** Of one payment: it is dialled for a few times, and each prompt has one notice. */
export const pageSize = 10
