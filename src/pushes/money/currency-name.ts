import { isCurrency } from './amount.ts'
import { soundOfBack } from './outcome.ts'

/**
 * Whether a name, folded, tells what currency a payment is in: `Currency`, `CurrencyCode`, and any that ends so, unless it
 * tells of other money than what the payer gave.
 */
export function tellsCurrency(folded: string): boolean {
  return currencyName.test(folded) && !otherMoney.test(folded) && soundOfBack(folded) === 'nothing'
}

/** Three capital letters, however they are written; null where it is none: words say nothing against them. */
export function currencyIn(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return isCurrency(code) ? code : null
}

const currencyName = /currency(?:code)?$/
const otherMoney = /^(?:fees?|charges|tax|settlement|payout|account|wallet|base|home|default|preferred|display)/
