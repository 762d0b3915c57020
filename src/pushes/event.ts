import type { Country } from '../text/countries.ts'
import type { Kind } from './kinds.ts'
import type { Verdict } from './money/confirmation.ts'
import type { SignedAddress } from './money/signed-address.ts'
import type { DialCodes } from './reading/dial-string.ts'
import { type Fields, isRecord } from './reading/json.ts'
import type { Notes } from './reading/push-problem.ts'

/**
 * What every event has, whatever its kind.
 *
 * @example
 * const inWords = ({ kind, receivedAt }: PushEvent) => `${kind} at ${receivedAt.toISOString()}`
 */
export interface PushEvent {
  readonly kind: Kind
  /** When the request arrived here. */
  readonly receivedAt: Date
  /**
   * What the service sent, untouched: the body, otherwise the query, or `{ query, body }` if both had fields. Whole
   * numbers that are too long for JavaScript are strings of their digits.
   */
  readonly raw: unknown
}

/** What a push is read with. */
export interface ReadContext {
  readonly receivedAt: Date
  readonly country: Country | undefined
  /** What is dialled to get here; what is dialled after it are answers. */
  readonly dialCodes?: DialCodes
  readonly notes: Notes
}

/** What came, before it is an event. */
export interface Incoming {
  /** The fields to read. */
  readonly fields: Fields
  /** What the event keeps as `raw`. */
  readonly raw: unknown
  /** JSON is what the service posts (reference 4); forms and queries may come from a browser. */
  readonly carrier: 'json' | 'form' | 'query'
  /** What was odd about what they were read from. Said when it came, and not kept. */
  readonly oddities?: readonly string[] | undefined
  /** What the address was signed for that it came to; undefined where no signature of ours fits. */
  readonly signed?: SignedAddress | undefined
  /** What the service said when it was asked about the payment; undefined where it was not. */
  readonly verdict?: Verdict | undefined
  /** The entry that tells of it under another name; undefined where it is told itself. */
  readonly toldBy?: string | undefined
  /** Whether no push brought it: the plugin found it by asking, so no sender repeats it. */
  readonly isFound?: boolean | undefined
}

/**
 * An event as fixtures write it, to compare the two: dates as ISO strings, and without `receivedAt`, which is
 * another every time, `raw`, which the request shows, `why`, which is words for a log, and what no fixture has because the
 * address (`signed`, `needsReview`) or the service (`confirmation`) tells it.
 *
 * @example
 * expect(plainEvent(event)).toEqual(fixture.expect.event)
 */
export function plainEvent(event: PushEvent): Fields {
  return plainFields(Object.entries(event).filter(([name]) => !leftOut.has(name)))
}

const leftOut = new Set(['receivedAt', 'raw', 'why', 'signed', 'needsReview', 'confirmation'])

function plainFields(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]))
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  return isRecord(value) ? plainFields(Object.entries(value)) : value
}
