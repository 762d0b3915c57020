import { isDeepStrictEqual } from 'node:util'
import type { Incoming } from '../pushes/event.ts'
import { readBytes } from '../pushes/reading/body-text.ts'
import { type Fields, isRecord } from '../pushes/reading/json.ts'
import { nameType, PushProblem } from '../pushes/reading/push-problem.ts'
import { readForm } from '../pushes/reading/read-form.ts'

/** What a body turned out to be. */
export type ReadBody =
  | {
      readonly carrier: 'json' | 'form'
      readonly fields: Fields
      /** As it came. */
      readonly raw: Fields
      readonly oddities: readonly string[] | undefined
    }
  /** There was none. */
  | undefined

/** What bodies a route takes, and how their JSON is read. */
export interface BodyForms {
  readonly takesForms: boolean
  readonly parse: (text: string) => unknown
}

/** The content type is one that no push has. */
export class WrongContentType extends Error {}

/**
 * Reads a body by its content type. One without a content type, or with none that can be read, is taken for JSON,
 * which is what the service posts (reference 4); one of no bytes is none, because what travels in the query may still name a type.
 *
 * @throws PushProblem for text that is no JSON object; WrongContentType
 */
export function readBody(
  contentType: string | undefined,
  body: Body | undefined,
  { takesForms, parse }: BodyForms,
): ReadBody {
  if (body === undefined || body.length === 0) return undefined
  const type = typeOf(contentType)
  if (type === undefined || isJson(type)) {
    const { text, oddities } = bodyText(body, contentType)
    const value = parse(text)
    if (isRecord(value)) return { carrier: 'json', fields: value, raw: value, oddities }
    // As it is written: of a long number its digits were read.
    throw new PushProblem({ field: null, expected: 'a JSON object', received: nameType(JSON.parse(text)) })
  }
  if (takesForms && isForm(type)) {
    const { text, oddities } = bodyText(body, contentType)
    const raw = readForm(text)
    return { carrier: 'form', fields: onceEach(raw), raw, oddities }
  }
  throw new WrongContentType()
}

/**
 * What a content type says a body is; undefined where it says nothing. Proxies merge two headers into one and lose semicolons:
 * a malformed value counts by the type that it begins with.
 */
function typeOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined || isWellFormed(contentType)) return contentType
  const first = contentType.trimStart().replace(/[\s,;].*$/s, '')
  return isWellFormed(first) ? first : undefined
}

/** Whether a content type is as HTTP has it: Fastify answers others by itself, before a body is read. */
export function isWellFormed(contentType: string): boolean {
  return contentType === 'application/json' || wellFormed.test(contentType)
}

const wellFormed = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;.*)?$/s

function isJson(type: string): boolean {
  return type === 'application/json' || /^(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)
}

/** The fields of a query, without those that carry a verifier's secret. */
export function readQuery(query: unknown, secretNames: readonly string[]): Fields {
  if (!isRecord(query)) return {}
  if (secretNames.length === 0) return query
  return Object.fromEntries(Object.entries(query).filter(([name]) => !secretNames.includes(name)))
}

/**
 * Joins what came in the query and in the body into one push.
 *
 * @throws PushProblem when nothing came, or both give one name different values
 */
export function joinQueryAndBody(query: Fields, body: ReadBody): Incoming {
  if (body === undefined) {
    if (hasNames(query)) return incomingQuery(query)
    throw new PushProblem({ field: null, expected: 'a JSON object', received: 'an empty body' })
  }
  const { fields, raw, carrier, oddities } = body
  if (!hasNames(query)) return { fields, raw, carrier, oddities }
  const asked = onceEach(query)
  for (const name in asked) {
    if (Object.hasOwn(fields, name) && !isSame(fields[name], asked[name])) {
      throw new PushProblem({
        field: showable.test(name) ? name : null,
        expected: 'given once',
        received: 'two values, in the query and the body',
      })
    }
  }
  return {
    fields: { ...asked, ...withoutNulls(fields) },
    raw: { query, body: raw },
    carrier: hasNames(fields) ? carrier : 'query',
    oddities,
  }
}

/** A push that is all in its query. */
export function incomingQuery(query: Fields): Incoming {
  return { fields: onceEach(query), raw: query, carrier: 'query' }
}

/**
 * A push that is all in its query, beside a body that could not be read and names nothing; undefined where the body may name
 * something.
 */
export function incomingBeside(query: Fields, body: Body | undefined, contentType?: string): Incoming | undefined {
  if (body === undefined || !hasNames(query)) return undefined
  const { text } = bodyText(body, contentType)
  if (mayName.test(text)) return undefined
  const oddities = ['the body names nothing and was left aside; the push is in the query']
  return { ...incomingQuery(query), raw: { query, body: text }, oddities }
}

// What JSON, forms, XML, and lines of names and values have, and what is no text at all.
const mayName = /[{[<=&:]|[^\P{Cc}\t\r\n]/u

/** A name that came several times with one value came once: a sender or a proxy wrote it again. */
function onceEach(fields: Fields): Fields {
  if (!Object.values(fields).some(isOneValue)) return fields
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isOneValue(value) ? value[0] : value]))
}

function isOneValue(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => one === value[0])
}

function hasNames(fields: Fields): boolean {
  for (const _name in fields) return true
  return false
}

/** Null says nothing, and a query has only text: `1` in the body is `'1'` there. */
function isSame(inBody: unknown, inQuery: unknown): boolean {
  if (inBody === null) return true
  return typeof inBody === 'object' ? isDeepStrictEqual(inBody, inQuery) : String(inBody) === inQuery
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

// A problem names the field in its answer and in the log; what is no name of a field may be anything.
const showable = /^[A-Za-z]\w{0,39}$/

/** A body as it was read: text, or the bytes that a verifier of the registration looks at. */
export type Body = string | Buffer

/** Whether there was a body at all. */
export function isBody(body: unknown): body is Body {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** A body as text, without the byte order mark that some platforms write before everything, and what was odd about it. */
function bodyText(body: Body, contentType: string | undefined): { text: string; oddities: string[] | undefined } {
  const { text, charset } = typeof body === 'string' ? { text: body, charset: undefined } : readBytes(body, contentType)
  return {
    text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text,
    oddities: odditiesOf(charset, contentType),
  }
}

function odditiesOf(charset: string | undefined, contentType: string | undefined): string[] | undefined {
  const isMalformed = contentType !== undefined && !isWellFormed(contentType)
  if (charset === undefined && !isMalformed) return undefined
  return [
    ...(isMalformed ? ['the content type is malformed; the body was read all the same'] : []),
    ...(charset === undefined ? [] : [`the body is no valid UTF-8; it was read as ${charset}`]),
  ]
}

/**
 * The fields of a body that was refused, if it is a JSON object at all: enough to find the session in. Values
 * that nest are left empty, because how deep they go was not checked. Never throws.
 */
export function salvageFields(body: Body | undefined, contentType?: string): Fields | undefined {
  if (body === undefined) return undefined
  try {
    const value: unknown = JSON.parse(bodyText(body, contentType).text)
    return isRecord(value) ? flat(value) : undefined
  } catch {
    return undefined
  }
}

function flat(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, emptied(value)]))
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return isRecord(value) ? {} : value
}
