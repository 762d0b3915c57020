import { foldName } from '../../text/fold-name.ts'
import { remembered } from '../../text/remembered.ts'
import { withoutForm } from '../reading/identifiers.ts'
import { type Fields, unmarkedName } from '../reading/json.ts'

/**
 * The transaction that a payment or a record names as the one that it is about, under whatever name: `OriginalTransactionId`,
 * `ParentTransactionRef`. It is no payment of its own then. Undefined where it names none, or itself.
 */
export function originalTransaction(fields: Fields): OriginalTransaction | undefined {
  let own: ReadonlySet<string> | undefined
  for (const name in fields) {
    const value = fields[name]
    if (!isOfOriginal(name) || !isIdentifier(value)) continue
    own ??= ownIdentifiers(fields)
    const original = String(value)
    if (!own.has(withoutForm(original))) return { name, original }
  }
  return undefined
}

/** What the payment itself is called. */
function ownIdentifiers(fields: Fields): ReadonlySet<string> {
  const own = Object.keys(fields).filter((name) => ownName.test(foldName(name)))
  return new Set(
    own
      .map((name) => fields[name])
      .filter(isIdentifier)
      .map((value) => withoutForm(String(value))),
  )
}

/** What another transaction is called, and the name of the field that says so. */
export interface OriginalTransaction {
  readonly name: string
  readonly original: string
}

const isOfOriginal = remembered((name) => {
  const folded = foldName(unmarkedName(name))
  return descent.test(folded) && movement.test(folded) && identifier.test(folded)
})

const descent = /^(?:orig|parent|initial|source|link|root|prev)/
const movement = /transaction|payment|txn|trx|charge/
const identifier = /(?:id|identifier|number|no|ref|reference)$/
/** What the service or a network calls the transaction itself. */
const ownName = /^(?:network|external|service)?transactionid$/

function isIdentifier(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && !noIdentifier.test(String(value).trim())
}

const noIdentifier = /^(?:|0+|none|null|n\/a|undefined)$/i
