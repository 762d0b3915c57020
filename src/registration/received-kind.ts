import type { Endpoint } from '../http/endpoint.ts'
import type { LookedAtKind } from '../inbox/look/inbox.ts'
import type { Kind, NotificationKind } from '../pushes/kinds.ts'
import type { Verifier } from '../verify/index.ts'

/** One kind as it was set up: where it is received, who may push, and what takes it. */
export interface ReceivedKind {
  readonly kind: Kind
  readonly path: string
  readonly verifier: Verifier
  /** Bytes. */
  readonly bodyLimit: number
  /** ms */
  readonly bodyTimeout: number
  /** ms until an answer: the budget of a turn, the time-out of an attempt. */
  readonly budget: number
  readonly endpoint: Endpoint
}

/** A notification kind as it was set up. */
export interface ReceivedNotification extends ReceivedKind {
  readonly kind: NotificationKind
  /** What its entries are looked at with. */
  readonly lookedAt: LookedAtKind
}
