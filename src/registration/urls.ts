import type { Endpoint, Endpoints } from '../http/endpoint.ts'
import type { Kind } from '../pushes/kinds.ts'
import { FMW_SHARED_PATH } from './errors.ts'
import type { ReceivedKind } from './kinds/kind-parts.ts'

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

/** The kinds that are received at one path. */
export interface SharedPath {
  readonly path: string
  readonly kinds: readonly [ReceivedKind, ...ReceivedKind[]]
  readonly endpoints: Endpoints
}

/**
 * Groups kinds by their path. Kinds share one only where their shapes can be told apart, or where `classify`
 * tells; and who may push is known before the body is, so they share a verifier too.
 *
 * @throws FMW_SHARED_PATH
 */
export function groupByPath(received: readonly ReceivedKind[], hasClassify: boolean): SharedPath[] {
  const paths = new Map<string, [ReceivedKind, ...ReceivedKind[]]>()
  for (const kind of received) {
    const others = paths.get(kind.path)
    if (others === undefined) paths.set(kind.path, [kind])
    else others.push(kind)
  }
  return [...paths].map(([path, kinds]) => {
    checkShared(path, kinds, hasClassify)
    const [first, ...others] = kinds
    const endpoints: [Endpoint, ...Endpoint[]] = [first.endpoint, ...others.map(({ endpoint }) => endpoint)]
    return { path, kinds, endpoints }
  })
}

function checkShared(path: string, [first, ...others]: SharedPath['kinds'], hasClassify: boolean): void {
  if (others.length === 0) return
  const kinds: Kind[] = [first.kind, ...others.map(({ kind }) => kind)]
  const names = kinds.join(', ')
  if (others.some(({ verifier }) => verifier !== first.verifier)) {
    throw new FMW_SHARED_PATH(names, path, 'they have different verifiers, and the kind is not known before the body')
  }
  const lookAlike = lookAlikes.find((pair) => pair.every((kind) => kinds.includes(kind)))
  if (!hasClassify && (lookAlike !== undefined || kinds.includes('ussdPayment'))) {
    throw new FMW_SHARED_PATH(
      names,
      path,
      'their shapes cannot be told apart: give classify(body) or paths of their own',
    )
  }
}

const lookAlikes: readonly (readonly Kind[])[] = [['ussd', 'programmable']]
