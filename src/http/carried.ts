import type { FastifyRequest } from 'fastify'
import { isRecord } from '../pushes/reading/json.ts'
import { spellings } from '../text/hide-secrets.ts'

/**
 * What a request carried that may be a secret, in every way in which an error may quote it: its path parameters and address,
 * its credentials, what its query and headers hold. A verifier of the merchant's own that asks a token service
 * fails with `Failed to parse URL from …?token=the-secret`, and that goes to the log.
 */
export function carriedBy(request: FastifyRequest): readonly string[] {
  const { params, query, raw, originalUrl, routeOptions } = request
  const { authorization, ...headers } = raw.headers
  const others = Object.entries(headers).filter(([name]) => !plain.has(name))
  const values = [
    ...textsIn(params),
    ...[raw.url ?? '', originalUrl].filter((url) => url !== routeOptions.url),
    ...credentialsIn(authorization),
    ...[...textsIn(query), ...textsIn(Object.fromEntries(others))].filter(({ length }) => length >= shortest),
  ]
  return values.slice(0, most).flatMap((value) => spellings(value.toWellFormed()))
}

function textsIn(values: unknown): readonly string[] {
  if (!isRecord(values)) return []
  return Object.values(values)
    .flat()
    .filter((value) => typeof value === 'string')
}

/** As they came, without their scheme, and what Basic authentication says in them. */
function credentialsIn(authorization: string | undefined): readonly string[] {
  if (authorization === undefined) return []
  const token = authorization.slice(authorization.indexOf(' ') + 1).trim()
  const pair = Buffer.from(token, 'base64').toString()
  return [authorization, token, pair, pair.slice(pair.indexOf(':') + 1)]
}

/** Headers that say what an error has to be understood by, and hold no secret. */
const plain: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'transfer-encoding',
  'user-agent',
])

/** As the verifiers take secrets. */
const shortest = 8
/** Looking for each costs time, and a stranger may send thousands. What holds a secret has few. */
const most = 100
