import type { Endpoint } from '../http/endpoint.ts'
import type { Kind } from '../pushes/kinds.ts'
import type { Verifier } from '../verify/index.ts'

/** One kind as it was set up: where it is received, who may push, and what takes it. */
export interface ReceivedKind {
  readonly kind: Kind
  readonly path: string
  readonly verifier: Verifier
  /** Bytes. */
  readonly bodyLimit: number
  /** ms until an answer: the budget of a turn, the time-out of an attempt. */
  readonly budget: number
  readonly endpoint: Endpoint
}
