import type { MoneyKind } from '../../../src/index.ts'
import type { SignedAddress } from './requests.ts'

/** ms of the processor between two looks at the loop, from which the application tells of it. */
export const heldFrom = 25

/** What the application under attack says. */
export type FromApplication =
  | { readonly type: 'listening'; readonly port: number; readonly addresses: readonly SignedAddress[] }
  | { readonly type: 'crash' | 'leak'; readonly text: string }
  | { readonly type: 'held'; readonly ms: number; readonly from: number; readonly to: number }
  /** `some`: the names of a few of them. */
  | { readonly type: 'left'; readonly entries: number; readonly some: readonly string[] }
  | Paid

/** Its handler was told `paid`. `index` is that of the request, where its mark is still there. */
export interface Paid {
  readonly type: 'paid'
  readonly index: number | null
  readonly registration: string
  readonly kind: MoneyKind
  readonly evidence: string
  readonly amountMinor: number | null
  /** A conflict, or in need of review: nobody settles it unseen. */
  readonly isFlagged: boolean
  readonly why: string
}
