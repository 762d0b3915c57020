/** What a customer is asked to pay: by a checkout invoice, by a Release with an amount, or for a cart. */
export interface Bill {
  /** CheckoutId of an invoice (32 hexadecimal digits); OrderId of a cart; an identifier of our own for a USSD payment. */
  readonly id: string
  /** The push that tells of it. */
  readonly source: 'checkout' | 'ussdPayment' | 'fulfilment'
  /** ClientReference of the invoice; the SessionId of a USSD payment; null for a cart, whose session can have several. */
  readonly reference: string | null
  /** SalesInvoiceId. */
  readonly salesInvoiceId: string
  /** Major currency units. */
  readonly amount: number
  readonly description: string
  /** Where the notice goes; null where it goes to the address that is registered for the kind, or nowhere. */
  readonly callbackUrl: string | null
  /** Where the invoice named them beside callbackUrl (reference 6); else null. */
  readonly primaryCallbackUrl: string | null
  readonly secondaryCallbackUrl: string | null
  /** Where the browser goes after a payment; null where there is no page. */
  readonly returnUrl: string | null
  readonly cancellationUrl: string | null
  /** What is paid for; empty for an invoice, which has an amount alone. */
  readonly items: readonly BillItem[]
  /** The session that asked; null for an invoice. */
  readonly sessionId: string | null
  /** The phone that is asked; null where the page asks. */
  readonly mobile: string | null
  /** Whom the invoice names as its payee (reference 2.1): the page begins with them; null where it names nobody, or there is no invoice. */
  readonly payee: Payee | null
  /** Epoch ms. */
  readonly createdAt: number
  /** `open` until a payment succeeded or the customer cancelled. A failed try leaves it open. */
  state: 'open' | 'paid' | 'cancelled'
  /** Identifiers of its transactions, the oldest first. */
  readonly transactions: string[]
  /** Reports of delivery that the application sent (field notes, "Fulfilment duty"). */
  readonly reports: FulfilmentReport[]
  /** What was said about its payment, and to whom, the oldest first. */
  readonly said: Saying[]
}

/**
 * Who is to pay an invoice, as far as it says.
 *
 * @example
 * const nameOf = ({ name, mobile }: Payee) => name ?? mobile ?? 'somebody'
 */
export interface Payee {
  readonly name: string | null
  readonly mobile: string | null
  readonly email: string | null
}

/**
 * What the service said about a payment.
 *
 * @example
 * const lost = (sayings: readonly Saying[]) => sayings.filter(({ isTaken }) => !isTaken)
 */
export interface Saying {
  /** Epoch ms. */
  readonly at: number
  /** `told` by a push, `confirmed` by an answer of the transaction status. */
  readonly how: 'told' | 'confirmed'
  readonly outcome: SaidOutcome
  /** Null where none was said. */
  readonly amount: number | null
  /** Whether the application acknowledged a push; true for all else. */
  readonly isTaken: boolean
  /** An answer about one try of several, which was asked about by its own identifier. */
  readonly isOfTry?: boolean
  /** A push that somebody sent again by hand. */
  readonly isByHand?: true
  /** Names of faults that its push or its answer suffered. */
  readonly faults?: readonly string[]
}

/**
 * What was said to have become of a payment; `unclear` where its signs contradict each other, or nobody can read it.
 *
 * @example
 * const isOver = (outcome: SaidOutcome) => outcome !== 'pending' && outcome !== 'unclear'
 */
export type SaidOutcome = 'paid' | 'failed' | 'cancelled' | 'pending' | 'refunded' | 'unclear'

/**
 * One item of a cart (reference 2.6).
 *
 * @example
 * const sumOf = (items: readonly BillItem[]) => items.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
 */
export interface BillItem {
  readonly id: string
  readonly name: string
  readonly quantity: number
  /** Of one, in major currency units. */
  readonly price: number
}

/**
 * What the application reported about the delivery of an order.
 *
 * @example
 * const late = (reports: readonly FulfilmentReport[]) => reports.filter(({ isInTime }) => !isInTime)
 */
export interface FulfilmentReport {
  /** Epoch ms. */
  readonly at: number
  readonly status: 'success' | 'failed'
  /** Whether it came within the hour. */
  readonly isInTime: boolean
}
