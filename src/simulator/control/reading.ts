import { type Kind, kinds } from '../../pushes/kinds.ts'
import { isRecord } from '../check-arguments.ts'
import type { LogRow } from '../log/row.ts'
import { Random } from '../random.ts'
import { isList, parseJson, type WireValue } from '../wire/names.ts'
import { sampleOf } from '../wire/samples.ts'

/**
 * What a push or a call says, whatever its form: body and query in one, JSON in texts read, and the names of a push as the
 * reference writes them. Null where nobody can read it.
 */
export function readRequest({ kind, url, request }: Pick<LogRow, 'kind' | 'url' | 'request'>): WireValue {
  const query = URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {}
  const body = request.body.length === 0 ? {} : contentOf(request)
  const pushed = kinds.find((one) => one === kind)
  return inReference(isRecord(body) ? { ...query, ...body } : body, pushed === undefined ? noNames : namesOf(pushed))
}

/** What an answer says: JSON, or a form; null where it is neither. */
export function readAnswer(response: LogRow['request']): WireValue {
  return inReference(contentOf(response), noNames)
}

/** How the reference writes a kind's names, by these in small letters. */
export function namesOf(kind: Kind): ReadonlyMap<string, string> {
  const known = namesByKind.get(kind) ?? new Map(allNames(sampleOf(kind, new Random(1), 0)).map(folded))
  namesByKind.set(kind, known)
  return known
}

const namesByKind = new Map<Kind, ReadonlyMap<string, string>>()
const noNames: ReadonlyMap<string, string> = new Map()

function contentOf({ headers, body }: LogRow['request']): WireValue {
  // A byte order mark is no part of what it says.
  const text = body.toString().replace(/^\ufeff/, '')
  if (/^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(text))
  return parseJson(text) ?? null
}

function folded(name: string): [string, string] {
  return [name.toLowerCase(), name]
}

function allNames(value: WireValue): string[] {
  if (isList(value)) return value.flatMap(allNames)
  if (!isRecord(value)) return []
  return Object.entries<WireValue>(value).flatMap(([name, held]) => [name, ...allNames(held)])
}

function inReference(value: WireValue, names: ReadonlyMap<string, string>, depth = 0): WireValue {
  if (depth > deepest) return '…'
  if (isList(value)) return value.map((held) => inReference(held, names, depth + 1))
  if (typeof value === 'string' && /^\s*[{[]/.test(value)) {
    const within = parseJson(value)
    return within === undefined ? value : inReference(within, names, depth + 1)
  }
  if (!isRecord(value)) return value
  const read = new Map<string, WireValue>()
  for (const [name, held] of Object.entries<WireValue>(value)) {
    const usual = names.get(name.toLowerCase().replaceAll('_', '')) ?? name
    // A name that came twice is shown twice.
    read.set(read.has(usual) ? name : usual, inReference(held, names, depth + 1))
  }
  return Object.fromEntries(read)
}

// A push that was made too deep on purpose is shown as far as anybody reads.
const deepest = 32
