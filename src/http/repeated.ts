import type { IncomingMessage } from 'node:http'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * The headers as node gives them, but for credentials that came twice: all of them, as a list. Node shows the first
 * `authorization` alone, and a proxy may look at the other one.
 *
 * @param names other headers with credentials, in lower case
 */
export function withRepeatedHeaders(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  names: readonly string[],
): Headers {
  const repeated: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [at, written] of rawHeaders.entries()) {
    if (at % 2 === 1) continue
    const name = written.toLowerCase()
    if (seen.has(name) && (usual.has(name) || names.includes(name))) repeated[name] = valuesOf(rawHeaders, name)
    seen.add(name)
  }
  return Object.keys(repeated).length === 0 ? headers : { ...headers, ...repeated }
}

const usual: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization'])

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

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
