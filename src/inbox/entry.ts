import { randomUUID } from 'node:crypto'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import type { NotificationKind, TurnKind } from '../pushes/kinds.ts'
import { readVerdict } from '../pushes/money/confirmation.ts'
import { readSignedAddress, type SignedAddress } from '../pushes/money/signed-address.ts'
import type { Identity, NotificationPushKind } from '../pushes/push-kind.ts'
import { readBytes } from '../pushes/reading/body-text.ts'
import { inOneSpelling } from '../pushes/reading/identifiers.ts'
import { isRecord, readWholeJson } from '../pushes/reading/json.ts'
import { PushProblem } from '../pushes/reading/push-problem.ts'
import type { NewEntry, StoredEntry } from '../store/entry.ts'
import type { Acceptance } from '../store/inbox-store.ts'
import type { Numbering } from '../text/countries.ts'
import { phoneKey } from '../text/phone.ts'

/** The entry of a notification. */
export function newEntry<Event extends AskedBySession>(
  { push, country }: ReceivedAs<Event>,
  event: Event,
  known: Identity,
  incoming: Incoming,
): NewEntry {
  const { kind } = push
  const identity = `${kind}:${known.identity}`
  const at = event.receivedAt.getTime()
  return {
    kind,
    // The same words may come again when their window has passed, and are another notification then.
    id: known.window === undefined ? identity : `${identity}|${at.toString(36)}`,
    state: 'waiting',
    identity,
    identityFor: known.window,
    fingerprint: known.fingerprint,
    lane: `${kind}:${known.lane}`,
    reference: known.reference === null ? null : known.reference.slice(0, longestReference),
    session: askedBy(kind, event),
    phones: phoneKeys(push.phones(event), country),
    receivedAt: at,
    form: 'push',
    payload: writePayload(incoming),
    reason: null,
  }
}

/**
 * The entry of something that the application owes, or keeps in mind. It is known by its id, for good, and has a lane of its
 * own, unless something else is said.
 *
 * @param kept as JSON
 */
export function ownEntry(
  own: Pick<NewEntry, 'kind' | 'id' | 'receivedAt'> & Partial<NewEntry>,
  kept: unknown,
): NewEntry {
  const { id } = own
  return {
    state: 'waiting',
    identity: id,
    identityFor: undefined,
    fingerprint: '',
    lane: id,
    reference: null,
    form: 'push',
    payload: Buffer.from(JSON.stringify(kept)),
    reason: null,
    ...own,
  }
}

/** Whether an entry of ours is the first of its name, or the same once more: nobody came before it with another fingerprint. */
export function isFirst(acceptance: Acceptance): boolean {
  return acceptance.status === 'accepted' || (acceptance.status === 'repeated' && acceptance.isConflict !== true)
}

/** What a notification is read as, and where its phones are dialled. */
interface ReceivedAs<Event extends PushEvent> {
  readonly push: Pick<NotificationPushKind<Event>, 'kind' | 'phones'>
  readonly country: Numbering | undefined
}

/** A push that may bring back the session whose payment it tells of. */
interface AskedBySession extends PushEvent {
  readonly sessionId?: string | null
  readonly signed?: SignedAddress | null
}

/** What an entry is found by that names these phones. */
function phoneKeys(phones: readonly (string | null)[], country: Numbering | undefined): readonly string[] | undefined {
  const keys: string[] = []
  let before: string | null = null
  for (const phone of phones) {
    // Whoever pays as a rule pays from the phone that bought: what is given twice is looked at once.
    if (phone === null || phone === before || phone.trim() === '') continue
    before = phone
    const key = phoneKey(phone, country)
    if (!keys.includes(key)) keys.push(key)
  }
  // A copy has no room for more: a store in memory keeps it.
  return keys.length === 0 ? undefined : keys.slice()
}

/** The session that asked for a payment: of a cart as its notice says, of USSD as the address does that the notice came to. */
function askedBy(kind: NotificationKind, { sessionId, signed }: AskedBySession): string | undefined {
  if (kind === 'fulfilment') return typeof sessionId === 'string' ? sessionName('programmable', sessionId) : undefined
  const asking = kind === 'ussdPayment' ? signed?.sessionId : undefined
  return typeof asking === 'string' ? sessionName('ussd', asking) : undefined
}

/** A session as entries name it that are about its payments. */
export function sessionName(kind: TurnKind, sessionId: string): string {
  return `${kind}:${inOneSpelling(sessionId)}`.slice(0, longestReference)
}

/** The entry of a request that could not be read: for people. */
export function rejectedEntry(
  kind: NotificationKind,
  body: { readonly form: NewEntry['form']; readonly payload: Uint8Array },
  receivedAt: number,
  reason: string,
): NewEntry {
  const id = `${kind}:rejected:${randomUUID()}`
  return {
    kind,
    id,
    state: 'rejected',
    identity: id,
    identityFor: 0,
    fingerprint: '',
    lane: id,
    reference: null,
    receivedAt,
    ...body,
    reason,
  }
}

/** Characters, as every store takes them: the reference by which entries are found. */
export const longestReference = 200

/** A push as the inbox keeps it: what it was read from, so that it can be read again. */
export function writePayload({ carrier, fields, raw, signed, verdict, toldBy, isFound }: Incoming): Uint8Array {
  const kept = { carrier, fields, ...(raw === fields ? {} : { raw }), signed, verdict, toldBy, isFound }
  return Buffer.from(JSON.stringify(kept))
}

/**
 * Reads what `writePayload` wrote.
 *
 * @throws PushProblem for bytes of another make
 */
export function readPayload(payload: Uint8Array): Incoming {
  const value = readKept(payload)
  if (isRecord(value) && isRecord(value.fields) && isCarrier(value.carrier)) {
    const { carrier, fields, raw = fields, toldBy, isFound } = value
    const signed = readSignedAddress(value.signed)
    const verdict = readVerdict(value.verdict)
    return {
      carrier,
      fields,
      raw,
      ...(signed === undefined ? {} : { signed }),
      ...(verdict === undefined ? {} : { verdict }),
      ...(typeof toldBy === 'string' ? { toldBy } : {}),
      ...(isFound === true ? { isFound } : {}),
    }
  }
  throw new PushProblem({ field: null, expected: 'a push as the inbox keeps it', received: 'other bytes' })
}

/** The id of the entry that tells of the payment, where this one may only have taken its name. */
export function tellerOf({ id, payload }: Pick<StoredEntry, 'id' | 'payload'>): string {
  return readPayload(payload).toldBy ?? id
}

/**
 * Reads a body that could not be read when it came: a version that knows better may be running now.
 *
 * @throws PushProblem
 */
export function readBodyAgain(payload: Uint8Array): Incoming {
  const value = readWholeJson(readBytes(payload).text)
  if (isRecord(value)) return { carrier: 'json', fields: value, raw: value }
  throw new PushProblem({ field: null, expected: 'a JSON object', received: 'something else' })
}

/** What is kept as JSON; undefined where it is none. Names and numbers were looked at when it came. */
export function readKept(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString())
  } catch {
    return undefined
  }
}

function isCarrier(value: unknown): value is Incoming['carrier'] {
  return value === 'json' || value === 'form' || value === 'query'
}
