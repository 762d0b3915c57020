import type { FastifyRequest } from 'fastify'
import { spellings } from '../text/hide-secrets.ts'
import { isPlainHeader } from '../text/secrets/plain-headers.ts'

/**
 * What a request carried that may be a secret, in every way in which an error may quote it: its path parameters and address,
 * its credentials, what its query and headers hold, whole and in parts. A verifier of the merchant's own that asks a token
 * service fails with `Failed to parse URL from …?token=the-secret`, and that goes to the log.
 */
export function carriedBy(request: FastifyRequest): readonly string[] {
  const { params, query, raw, originalUrl, routeOptions } = request
  const { authorization, ...headers } = raw.headers
  const others = textsIn(Object.fromEntries(Object.entries(headers).filter(([name]) => !isPlainHeader(name))))
  const values = [
    ...textsIn(params),
    ...[String(raw.url), originalUrl].filter((url) => url !== routeOptions.url),
    ...credentialsIn(authorization),
    ...others,
    ...textsIn(query),
    ...others.flatMap((value) => value.split(marks)),
  ]
  const carried = new Set(values.filter(({ length }) => length >= shortest))
  return [...carried].slice(0, most).flatMap((value) => spellings(value.toWellFormed()))
}

/** Between the parts of a header: `Bearer …`, `a=1; token=…`, `t=1,v1=…`. */
const marks = /[\s;,="']+/

function textsIn(values: unknown): readonly string[] {
  return Object.values(Object(values))
    .flat()
    .filter((value) => typeof value === 'string')
}

/** As they came, without their scheme, and what Basic authentication says in them. */
function credentialsIn(authorization: string | undefined): readonly string[] {
  if (authorization === undefined) return []
  const token = authorization.slice(authorization.indexOf(' ') + 1).trim()
  const pair = Buffer.from(token, 'base64').toString()
  return [authorization, token, pair, pair.slice(pair.indexOf(':') + 1), ...authorization.split(marks)]
}

/** As the verifiers take secrets. */
const shortest = 8
/** Looking for each costs time, and a stranger may send thousands. What holds a secret has few. */
const most = 40
