import type { PushEvent } from './event.ts'
import { type Fields, isRecord } from './reading/json.ts'

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
