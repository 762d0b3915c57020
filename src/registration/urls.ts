import type { Kind } from '../pushes/kinds.ts'

/**
 * An address to register with the service: `console.table(app.merchant.urls)` shows them.
 *
 * @example
 * const line = ({ kind, method, url }: PushUrl) => `${kind}: ${method} ${url}`
 * process.stdout.write(app.merchant.urls.map(line).join('\n'))
 */
export interface PushUrl {
  readonly kind: Kind
  readonly method: 'POST'
  /**
   * The whole address with `publicUrl`, or once the server listens. Otherwise a path. It holds the secret of a path or
   * query.
   */
  readonly url: string
}

/** Where a kind is received, before it is known where the application is. */
export interface PushAddress {
  readonly kind: Kind
  /** From the root of the application, the prefix included. */
  readonly path: string
  /** What the verifier appends. */
  readonly suffix: string
}

/** The address as the service must know it. */
export function toPushUrl({ kind, path, suffix }: PushAddress, base: string): PushUrl {
  return { kind, method: 'POST', url: `${base}${path}${suffix}` }
}
