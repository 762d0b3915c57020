import type { PostgresClaim } from './claim-token.ts'
import type { Transactions } from './transactions.ts'

/** What the attempt that a handler sees is an attempt at. */
export interface Attached {
  readonly claim: PostgresClaim
  /** Epoch ms. */
  readonly at: number
  readonly transactions: Transactions
}

/** Of every attempt that is under way: forgotten with it. */
export type Attempts = WeakMap<object, Attached>
