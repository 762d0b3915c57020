import { foldName } from '../../text/fold-name.ts'
import { withoutForm } from '../reading/identifiers.ts'
import type { Fields } from '../reading/json.ts'

/**
 * The transaction that a payment or a record names as the one that it is about, under whatever name: `OriginalTransactionId`,
 * `ParentTransactionRef`. It is no payment of its own then. Undefined where it names none, or itself.
 */
export function originalTransaction(fields: Fields): OriginalTransaction | undefined {
  const names = Object.keys(fields)
  const name = names.find((one) => namesOriginal(one) && isIdentifier(fields[one]))
  if (name === undefined) return undefined
  const original = String(fields[name])
  const isItself = names.some((one) => ownName.test(foldName(one)) && isSame(fields[one], original))
  return isItself ? undefined : { name, original }
}

/** What another transaction is called, and the name of the field that says so. */
export interface OriginalTransaction {
  readonly name: string
  readonly original: string
}

function namesOriginal(name: string): boolean {
  const folded = foldName(name)
  return descent.test(folded) && movement.test(folded) && identifier.test(folded)
}

const descent = /^(?:orig|parent|initial|source|link|root|prev)/
const movement = /transaction|payment|txn|trx|charge/
const identifier = /(?:id|identifier|number|no|ref|reference)$/
/** What the service or a network calls the transaction itself. */
const ownName = /^(?:network|external|service)?transactionid$/

function isIdentifier(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && !noIdentifier.test(String(value).trim())
}

const noIdentifier = /^(?:|0+|none|null|n\/a|undefined)$/i

function isSame(value: unknown, original: string): boolean {
  return isIdentifier(value) && withoutForm(String(value)) === withoutForm(original)
}
