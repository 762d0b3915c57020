import type { Kind } from '../../pushes/kinds.ts'
import type { About, Origin } from '../log/row.ts'
import type { Written } from './encode.ts'

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
