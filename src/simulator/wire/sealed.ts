import type { Kind } from '../../pushes/kinds.ts'
import type { About, Origin } from '../log/row.ts'
import type { Method } from './lines/line.ts'
import type { WireFields, WireValue } from './names.ts'
import type { Form } from './profiles.ts'

/** A push that is written and addressed: plain data, so that it can wait as a job. */
export interface Sealed {
  readonly kind: Kind
  readonly method: Written['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Base64; null where there is no body. */
  readonly body: string | null
  readonly about: About
  readonly attempt: number
  /** Names of the faults that it suffered. */
  readonly faults: readonly string[]
  readonly origin: Origin | null
  /** The number of the row that says that it is held up. */
  readonly heldAs?: number | undefined
  /** Whether somebody sent it by hand. */
  readonly isByHand?: true | undefined
}

/** Puts what is written and where it goes into one. */
export function seal(
  { method, query, headers, body }: Written,
  to: URL,
  rest: Pick<Sealed, 'kind' | 'about' | 'attempt' | 'faults' | 'origin'>,
): Sealed {
  const url = new URL(to)
  if (query !== '') url.search += (url.search === '' ? '' : '&') + query
  return { ...rest, method, url: url.href, headers, body: body?.toString('base64') ?? null }
}

export function bytesOf({ body }: Sealed): Buffer | null {
  return body === null ? null : Buffer.from(body, 'base64')
}

/** A push, written out. */
export interface Written {
  readonly method: Method
  /** Added to the address. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** Writes the fields of a push in a form. */
export function encode(fields: WireFields, form: Form): Written {
  if (form === 'json') {
    return {
      method: 'POST',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(fields)),
    }
  }
  const parameters = parametersOf(fields).toString()
  if (form === 'form') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', query: '', headers, body: Buffer.from(parameters) }
  }
  return { method: form === 'query' ? 'POST' : 'GET', query: parameters, headers: {}, body: null }
}

/** What is null isn't sent; an object within is written as JSON. */
function parametersOf(fields: WireValue): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(Object(fields))) {
    if (value !== null) parameters.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return parameters
}
