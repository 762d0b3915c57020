import type { ReplyType } from '../replies/reply.ts'

/** What a reply shows, and what it does to the session. */
export interface Screen {
  /** What the subscriber reads. */
  readonly text: string
  /** The session goes on, ends, or ends in a checkout (reference 2.6, 2.8). */
  readonly type: ReplyType
  /** The payment that a USSD release asks for (reference 2.8). */
  readonly payment?: ScreenPayment
  /** What goes to the checkout (reference 2.6, Item): one or several, always as a list. */
  readonly item?: readonly ScreenItem[]
  /** Goes back with the next push, once. */
  readonly clientState?: string
  /** The reply's JSON as it came, its envelope included. */
  readonly raw: unknown
  /** The HTTP status. */
  readonly status: number
  /** From the push to its answer, milliseconds. */
  readonly ms: number
}

/** A payment request of a USSD release. */
export interface ScreenPayment {
  /** Major currency units. */
  readonly amount: number
  readonly description: string | null
  /** Where the notice of the payment is to go. */
  readonly callbackUrl: string | null
}

/** An item on its way to the checkout. */
export interface ScreenItem {
  readonly name: string
  readonly quantity: number
  /** Of one, in major currency units. */
  readonly price: number
}
