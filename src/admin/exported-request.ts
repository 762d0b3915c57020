import type { Incoming } from '../pushes/event.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import { pushKinds } from '../pushes/push-kinds.ts'
import { type Fields, isRecord } from '../pushes/reading/json.ts'

/** The request that brought an entry, as fixtures write it. */
export interface ExportedRequest {
  readonly method: 'GET' | 'POST'
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly text?: string
}

/** Writes the request that a push is read from. */
export function requestOf(kind: NotificationKind, incoming: Incoming): ExportedRequest {
  const { query, body } = placesOf(incoming)
  const inQuery = query === undefined ? {} : { query: textsOf(query) }
  // A GET is a push only where it has a field of one.
  if (body === undefined) return { method: pushKinds[kind].hasAnyField(incoming.fields) ? 'GET' : 'POST', ...inQuery }
  if (incoming.carrier !== 'form') return { method: 'POST', ...inQuery, body }
  return {
    method: 'POST',
    ...inQuery,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    text: writeForm(textsOf(body)),
  }
}

/** Where the fields stood. */
interface Places {
  readonly query?: Fields
  readonly body?: Fields
}

function placesOf({ carrier, fields, raw }: Incoming): Places {
  if (raw !== fields && isRecord(raw) && isRecord(raw.query) && isRecord(raw.body)) {
    return { query: raw.query, body: raw.body }
  }
  return carrier === 'query' ? { query: fields } : { body: fields }
}

function textsOf(fields: Fields): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

function writeForm(texts: Readonly<Record<string, string | readonly string[]>>): string {
  const form = new URLSearchParams()
  for (const [name, values] of Object.entries(texts)) {
    for (const value of [values].flat()) form.append(name, value)
  }
  return form.toString()
}
