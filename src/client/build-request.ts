import type { ClientSettings } from './client-options.ts'
import { ClientFieldError, FMW_CLIENT_OPTION, type Refusal } from './errors.ts'
import type { ClientPaths } from './paths.ts'
import type { ServiceAnswer } from './read-answer.ts'

/** One call to the service. */
export interface ServiceCall<Result> {
  /** What the merchant called, for errors and log lines: `messages.send`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: keyof ClientPaths
  /** What stands in the path's braces. */
  readonly fills?: Readonly<Record<string, string>>
  /** In the service's own names; what is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>>
  /** In the service's own names, sent as JSON. */
  readonly body?: object
  /** `query` adds ClientID and ClientSecret to the query (reference 5.2). */
  readonly auth: 'basic' | 'query'
  /** Whether the call changes nothing, so that it may be tried again. Quick send is a GET, and changes something. */
  readonly isRepeatable: boolean
  /** What the answer's codes mean; null: it was done. Asked for every answer, whatever its status. */
  judge(answer: ServiceAnswer): Refusal | null
  /** Reads the answer of a call that was done. @throws PushProblem when it cannot be read */
  read(answer: ServiceAnswer): Result
}

/** A request as `fetch` takes it. Its address may hold credentials: it is for nobody's log. */
export interface OutgoingRequest {
  readonly url: string
  readonly init: RequestInit
}

/** Puts a request together. @throws FMW_CLIENT_OPTION when a path or credentials are missing that the call needs */
export function buildRequest(settings: ClientSettings, call: ServiceCall<unknown>): OutgoingRequest {
  const { method, body, auth } = call
  const authorization = auth === 'basic' ? { authorization: basicOf(settings) } : {}
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    url: addressOf(settings, call),
    init: {
      method,
      headers: { accept: 'application/json', ...type, ...authorization },
      body: body === undefined ? null : JSON.stringify(body),
      // A redirect would send a POST again as a GET, or credentials to somebody else.
      redirect: 'manual',
    },
  }
}

function basicOf({ authorization }: ClientSettings): string {
  if (authorization !== undefined) return authorization
  throw new FMW_CLIENT_OPTION('apiId', 'is missing: this call needs apiId and apiKey (Basic authentication)')
}

function addressOf(settings: ClientSettings, call: ServiceCall<unknown>): string {
  const path = settings.paths.get(call.path)
  if (path === undefined) {
    throw new FMW_CLIENT_OPTION(
      `paths.${call.path}`,
      `is missing, and ${call.name} needs it: no path is known for it, so give the one that the service gave you`,
    )
  }
  const filled = path.replaceAll(/\{([^{}]*)\}/g, (_whole, hole: string) => fill(call, hole))
  const address = filled.startsWith('/') ? settings.baseUrl + filled : filled
  const query = queryOf(settings, call)
  if (query === '') return address
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}

function fill({ name, fills = {} }: ServiceCall<unknown>, hole: string): string {
  const value = fills[hole]
  // A dot or two would lead out of the path, and nothing at all to another endpoint.
  if (value === undefined || /^\.{0,2}$/.test(value)) {
    throw new ClientFieldError(name, {
      field: hole,
      expected: 'given, since it stands in the path',
      received: value === undefined ? 'missing' : 'empty, or only dots',
    })
  }
  return encodeURIComponent(value.toWellFormed())
}

function queryOf(settings: ClientSettings, { query = {}, auth }: ServiceCall<unknown>): string {
  const parameters = new URLSearchParams()
  const all = auth === 'query' ? { ...query, ...queryCredentialsOf(settings) } : query
  for (const [name, value] of Object.entries(all)) if (value !== undefined) parameters.append(name, value)
  // A plus is a space in forms only.
  return parameters.toString().replaceAll('+', '%20')
}

function queryCredentialsOf({ queryCredentials }: ClientSettings): Readonly<Record<string, string>> {
  if (queryCredentials !== undefined) return queryCredentials
  throw new FMW_CLIENT_OPTION('clientId', 'is missing: this call needs clientId and clientSecret')
}
