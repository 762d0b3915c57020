import { type Incoming, plainEvent } from '../../pushes/event.ts'
import type { NotificationKind } from '../../pushes/kinds.ts'
import { pushKinds } from '../../pushes/push-kinds.ts'
import { readBytes } from '../../pushes/reading/body-text.ts'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import type { PushProblem } from '../../pushes/reading/push-problem.ts'
import { readForm } from '../../pushes/reading/read-form.ts'
import type { Numbering } from '../../text/countries.ts'
import { eventOf, incomingOf, type KeptNotification } from '../inbox-entry.ts'
import { maskJson, maskJsonValue } from '../mask-json.ts'
import { ShapeMasks } from '../shape-masks.ts'

/**
 * An entry as a fixture of `fastify-merchant-webhooks/testing`: `JSON.stringify` makes the file of it.
 *
 * @example
 * const fixture: ExportedFixture = await app.merchant.inbox.export(id)
 * await writeFile('test/pushes/last-tuesday.json', JSON.stringify(fixture, null, 2))
 */
export interface ExportedFixture {
  readonly name: string
  readonly kind: NotificationKind
  readonly description: string
  readonly source: string
  readonly request: ExportedRequest
  readonly expect: ExportedExpectation
}

/** What comes of it now, in the registration that it was sent to. */
export interface ExportedExpectation {
  readonly status: number
  readonly event?: Fields
  readonly problem?: { readonly code: string; readonly field: string | null }
}

/** What a kind is received with, as far as its fixtures tell. */
export interface ExportSettings {
  readonly country: Numbering | undefined
  /** What a push that was taken is answered with. */
  readonly status: number
}

/** Writes an entry as a fixture that shows nothing of anybody. */
export function exportFixture(entry: KeptNotification, settings: ExportSettings): ExportedFixture {
  const { request, expect } = maskEntry(entry, settings)
  const day = new Date(entry.receivedAt).toISOString().slice(0, 10)
  const what = wordOf(expect.event)
  return {
    name: `${entry.kind}/${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${day}`,
    kind: entry.kind,
    description: `A push as it came on ${day}, masked: ${what}${entry.state === 'rejected' ? ` (${entry.reason})` : ''}`,
    source: 'production',
    request,
    expect,
  }
}

function maskEntry(entry: KeptNotification, settings: ExportSettings): Pick<ExportedFixture, 'request' | 'expect'> {
  const masks = new ShapeMasks()
  if (entry.form === 'body') return maskBody(entry, settings, masks)
  const { value, problem } = incomingOf(entry)
  if (value === undefined) return { request: { method: 'POST', text: '' }, expect: refusal(problem) }
  const fields = maskJsonValue(value.fields, masks)
  const raw = value.raw === value.fields ? fields : maskJsonValue(value.raw, masks)
  const incoming = { carrier: value.carrier, fields, raw }
  return { request: requestOf(entry.kind, incoming), expect: expectation(incoming, entry, settings) }
}

/** What could not be read is sent as it stands. Its content type was not kept; what it was refused for tells. */
function maskBody(
  entry: KeptNotification,
  settings: ExportSettings,
  masks: ShapeMasks,
): Pick<ExportedFixture, 'request' | 'expect'> {
  const { text } = readBytes(entry.payload)
  const reason = entry.reason ?? ''
  if (reason.startsWith('The content type must be')) {
    return {
      request: { method: 'POST', headers: { 'content-type': 'text/plain' }, text: maskJson(text, masks) },
      expect: { status: 415, problem: { code: 'FMW_CONTENT_TYPE', field: null } },
    }
  }
  const wasJson = /^The body must be .*JSON/.test(reason) || !pushKinds[entry.kind].takesForms
  if (!wasJson && /^[^\s={}[\]"]+=/.test(text)) {
    const fields = maskJsonValue(readForm(text), masks)
    const incoming: Incoming = { carrier: 'form', fields, raw: fields }
    return { request: requestOf(entry.kind, incoming), expect: expectation(incoming, entry, settings) }
  }
  const json = maskJson(text, masks)
  const { value, problem } = incomingOf({ form: 'body', payload: Buffer.from(json) })
  return {
    request: { method: 'POST', headers: { 'content-type': 'application/json' }, text: json },
    expect: value === undefined ? refusal(problem) : expectation(value, entry, settings),
  }
}

/** The event is read from the masked push, so that the two agree in every field. */
function expectation(
  incoming: Incoming,
  entry: KeptNotification,
  { country, status }: ExportSettings,
): ExportedExpectation {
  const { value, problem } = eventOf(incoming, entry, country)
  return value === undefined ? refusal(problem) : { status, event: plainEvent(value) }
}

/** As HTTP answers it. */
function refusal({ field }: PushProblem): ExportedExpectation {
  return { status: 400, problem: { code: field === null ? 'FMW_BODY' : 'FMW_FIELD', field } }
}

function wordOf(event: Fields | undefined): string {
  if (event === undefined) return 'refused'
  return String(event.outcome ?? event.status ?? 'message')
}

/** The request that brought an entry, as fixtures write it. */
interface ExportedRequest {
  readonly method: 'GET' | 'POST'
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly text?: string
}

/** Writes the request that a push is read from. */
function requestOf(kind: NotificationKind, incoming: Incoming): ExportedRequest {
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
