/** What a push says of a payment. */
export interface Claim {
  readonly outcome: 'paid' | 'failed' | 'cancelled' | 'refunded' | 'pending' | 'undetermined'
  /** null: it names none. */
  readonly reference: string | null
  /** `own`: of the invoice whose page the customer got; another, or none. */
  readonly checkoutId: string | null
  /** Hundredths. */
  readonly amountMinor: number
  readonly phone: string
  /** How it is written: `text` has Data as a JSON string, as a browser posts it. */
  readonly form: 'pascal' | 'camel' | 'flat' | 'text'
  /** A transaction that the push names besides. */
  readonly transactionId?: string
}

/** Whoever pays. */
export const truePhone = '+233000000000'
/** Whoever says so. */
export const forgedPhone = '+233000000666'

/** Code and word of each outcome (reference 2.3, 7.1; field notes, "Checkout: more codes", "status words"). */
const signs: Readonly<Record<Claim['outcome'], readonly [code: string, envelope: string, word: string]>> = {
  paid: ['0000', 'Success', 'Success'],
  failed: ['2001', 'Failed', 'Failed'],
  cancelled: ['2001', 'Failed', 'Cancelled'],
  refunded: ['0000', 'Success', 'Refunded'],
  pending: ['0002', 'Pending', 'Pending'],
  undetermined: ['0005', 'Success', 'Unpaid'],
}

/** The body of a checkout callback (reference 2.3; field notes, "Payloads"). @param checkoutId of the invoice */
export function callbackBody(claim: Claim, checkoutId: string): string {
  const [code, envelope, word] = signs[claim.outcome]
  const data = {
    CheckoutId: claim.checkoutId === 'own' ? checkoutId : (claim.checkoutId ?? undefined),
    SalesInvoiceId: `sales-${checkoutId}`,
    ClientReference: claim.reference ?? undefined,
    Status: word,
    Amount: claim.amountMinor / 100,
    CustomerPhoneNumber: claim.phone,
    TransactionId: claim.transactionId,
    PaymentDetails: { MobileMoneyNumber: claim.phone, PaymentType: 'MobileMoney' },
    Description: 'An order',
  }
  if (claim.form === 'flat') return JSON.stringify({ ResponseCode: code, Message: envelope, ...data })
  if (claim.form === 'text') {
    return JSON.stringify({ ResponseCode: code, Status: envelope, Data: JSON.stringify(data) })
  }
  if (claim.form === 'pascal') return JSON.stringify({ ResponseCode: code, Status: envelope, Data: data })
  return JSON.stringify({ responseCode: code, message: envelope, data: inCamelCase(data) })
}

function inCamelCase(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name.slice(0, 1).toLowerCase() + name.slice(1), value]),
  )
}

/** How the id of the entry begins in which a push is kept, for an application that asks the service. */
export function entryIdOf({ form, outcome, reference, checkoutId }: Claim): string {
  const whose = reference === null ? `checkoutId:${checkoutId}` : `clientReference:${reference}`
  // A browser proves nothing.
  return `checkout:${whose}|${form === 'text' ? 'undetermined' : outcome}`
}
