import type { IncomingMessage } from 'node:http'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * The headers as node gives them, but for those that came twice and of which node shows the first alone, such as
 * `authorization`: all of it, as a list. A proxy may look at the other one.
 */
export function withRepeatedHeaders({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): Headers {
  const repeated: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [at, written] of rawHeaders.entries()) {
    if (at % 2 === 1) continue
    const name = written.toLowerCase()
    if (seen.has(name) && shownOnce.has(name)) repeated[name] = valuesOf(rawHeaders, name)
    seen.add(name)
  }
  return Object.keys(repeated).length === 0 ? headers : { ...headers, ...repeated }
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

/** Of which node drops all but the first (`message.headers`). The others it joins. */
const shownOnce: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
])

/**
 * The query as it was parsed, but for names that came twice: all of it, as a list, though a parser of the application keeps
 * one. What a hook has taken away stays away.
 *
 * @param names to be looked at
 */
export function withRepeatedParameters(
  query: Readonly<Record<string, unknown>>,
  url: string,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const came = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const repeated = names.filter((name) => name in query && came.getAll(name).length > 1)
  return repeated.length === 0
    ? query
    : { ...query, ...Object.fromEntries(repeated.map((name) => [name, came.getAll(name)])) }
}
