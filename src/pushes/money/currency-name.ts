import { isCurrency } from './amount.ts'

/**
 * Whether a name, folded, tells what currency a payment is in, where the payment's own fields stand. Any other name may be of
 * other money, however it ends: of a fee, an account, a wallet, a card, a rate.
 */
export function tellsCurrency(folded: string): boolean {
  return currencyNames.has(folded)
}

/** Three capital letters, however they are written; null where it is none: words say nothing against them. */
export function currencyIn(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return isCurrency(code) && !noCurrencies.includes(code) ? code : null
}

/** What systems write where there is none; XXX is ISO 4217's own. A code that is not known may still be a currency's. */
const noCurrencies: readonly string[] = ['NIL', 'NAN', 'XXX']

const currencyNames: ReadonlySet<string> = new Set(
  ['currency', 'transactioncurrency', 'paymentcurrency', 'amountcurrency'].flatMap((name) => [name, `${name}code`]),
)
