import { plainEvent } from '../pushes/event.ts'
import { isRecord } from '../pushes/reading/json.ts'
import { isFollowUp } from '../store/entry.ts'
import { maskNumbers, maskReference, maskWritten } from '../text/phone.ts'
import type { ExportedFixture } from './exported/fixture.ts'
import type { InboxEntry, InboxEntryDetails } from './inbox-entry.ts'
import { maskLetters } from './mask-json.ts'

/** What JSON shows of an entry, besides what came. */
export type EntryJson = Omit<InboxEntry, 'cursor'>

/** An entry as it may be shown. */
export interface EntryView {
  readonly entry: InboxEntryDetails
  readonly masked: boolean
  /** What came, by what it is. */
  readonly came: Readonly<Record<string, unknown>>
  readonly json: object
}

/** Masks what came as a push. */
interface Masking {
  masked(id: string): Promise<ExportedFixture>
}

/** An entry as everybody may see it who may look: nothing in it names anybody. */
export async function maskedView(inbox: Masking, entry: InboxEntryDetails): Promise<EntryView> {
  const came = isFollowUp(entry.kind)
    ? { event: null, request: null, ...askedOf(entry) }
    : await maskedPush(inbox, entry)
  return {
    entry,
    masked: true,
    came,
    json: { ...maskedJson(entry), masked: true, problem: entry.problem && maskWritten(entry.problem), ...came },
  }
}

async function maskedPush(inbox: Masking, entry: InboxEntryDetails) {
  const told = toldOf(entry)
  if (told !== undefined) return { event: told, request: null }
  const { request, expect } = await inbox.masked(entry.id)
  const { event = null } = expect
  return { event: event === null ? null : { ...event, ...addressOf(entry) }, request }
}

/** What a session asked for: its phone is kept shortened. */
function askedOf({ kind, raw }: InboxEntryDetails): object {
  if (kind !== 'askedPayment' || !isRecord(raw)) return {}
  const { sessionId, amount, phone } = raw
  return { asked: { sessionId: typeof sessionId === 'string' ? maskNumbers(sessionId) : sessionId, amount, phone } }
}

/** The same with everything in it. */
export function bareView(entry: InboxEntryDetails): EntryView {
  const { event, raw = null, body = null, problem } = entry
  const came = { event: event === undefined ? null : { ...plainEvent(event), ...signedOf(entry) }, raw, body }
  return { entry, masked: false, came, json: { ...bareJson(entry), masked: false, problem, ...came } }
}

/** What the service said when it was asked is no push that could be exported: of it only what names nobody. */
function toldOf({ event }: InboxEntryDetails): object | undefined {
  if (event === undefined || !('evidence' in event) || event.confirmation === null) return undefined
  const { kind, source, outcome, evidence, reference, amount, amountMinor, needsReview, confirmation } = event
  const { says, status, currencyCode } = confirmation
  return {
    kind,
    source,
    outcome,
    evidence,
    reference: shownReference(reference),
    amount,
    amountMinor,
    needsReview,
    confirmation: { says, status, currencyCode },
  }
}

/**
 * A fixture comes to an address that nobody signed, and to no session; this came to its own, which alone tells the reference of a
 * USSD payment or a cart.
 */
function addressOf({ event }: InboxEntryDetails): object {
  if (event === undefined || !('evidence' in event)) return {}
  const { kind, evidence, reference } = event
  return kind === 'ussdPayment' || kind === 'fulfilment'
    ? { evidence, reference: shownReference(reference) }
    : { evidence }
}

function shownReference(reference: string | null): string | null {
  return reference === null ? null : maskReference(reference)
}

function signedOf({ event }: InboxEntryDetails): object {
  if (event === undefined || !('signed' in event)) return {}
  const { signed, needsReview, confirmation } = event
  return confirmation === null ? { signed } : { signed, needsReview, confirmation }
}

/** An entry as JSON shows it: phone numbers that its texts hold are shortened. */
export function inboxJson(entry: InboxEntry): EntryJson {
  return {
    ...bareJson(entry),
    id: maskNumbers(entry.id),
    lane: maskNumbers(entry.lane),
    reference: shownReference(entry.reference),
    conflictsWith: entry.conflictsWith === null ? null : maskNumbers(entry.conflictsWith),
    attempts: entry.attempts.map((attempt) => ({
      ...attempt,
      error: attempt.error && maskWritten(attempt.error),
      ...(attempt.note === undefined ? {} : { note: maskWritten(attempt.note) }),
    })),
    reason: entry.reason && maskWritten(entry.reason),
    review: entry.review && {
      ...entry.review,
      settledBy: entry.review.settledBy && maskWritten(entry.review.settledBy),
      note: entry.review.note && maskWritten(entry.review.note),
    },
  }
}

/** The same for those who may only look: a keyword is what somebody wrote. */
export function maskedJson(entry: InboxEntry): EntryJson {
  const { reference, ...rest } = inboxJson(entry)
  return { ...rest, reference: entry.kind === 'inboundMessage' && reference ? maskLetters(reference) : reference }
}

/** The same with everything in it. What came stands beside it, not in it. */
export function bareJson(entry: InboxEntry): EntryJson {
  const { kind, id, state, lane, reference, conflictsWith, receivedAt, dueAt, finishedAt } = entry
  const { replay, awaitsReplay, attempts, failures, reason, review } = entry
  return {
    ...{ kind, id, state, lane, reference, conflictsWith, receivedAt, dueAt, finishedAt },
    ...{ replay, awaitsReplay, attempts, failures, reason, review },
  }
}

/** Why a payment is what its outcome says: codes and words of the service. */
export function whyOf({ event }: InboxEntryDetails): string | null {
  return event !== undefined && 'why' in event && typeof event.why === 'string' ? maskWritten(event.why) : null
}
