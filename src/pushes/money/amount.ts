import { foldName } from '../../text/fold-name.ts'
import { type Notes, nameType, PushProblem } from '../reading/push-problem.ts'

/** An amount of money in both forms. */
export interface Amount {
  /** Major currency units, without the tail of a sum of floats. */
  readonly amount: number | null
  /** Hundredths of it, a whole number: what to compare and to add up. Null where the amount is between two of them. */
  readonly amountMinor: number | null
}

const nothing: Amount = { amount: null, amountMinor: null }
const decimalText = /^\s*\d{1,20}(?:\.\d{1,20})?\s*$/

/**
 * An amount in major currency units, also as a numeric string (field notes, "amount"); null where none came.
 *
 * @throws PushProblem when it is negative, not finite, no number, or above what hundredths can hold exactly
 */
export function readAmount(field: string, value: unknown, notes: Notes): Amount {
  if (value === undefined || value === null || value === '') return nothing
  const amount = toNumber(value)
  if (amount === null) throw new PushProblem({ field, expected: 'an amount', received: nameType(value) })
  if (!(amount >= 0))
    throw new PushProblem({ field, expected: 'an amount of 0 or more', received: 'a negative number' })
  if (amount >= tooLarge)
    throw new PushProblem({ field, expected: 'an amount below 70 trillion', received: 'a larger one' })
  const hundredths = toHundredths(amount)
  const whole = Math.round(hundredths)
  // What little is left is nothing only where a difference of floats leaves as little.
  const isWhole = Math.abs(hundredths - whole) < (whole === 0 ? zeroTail : floatTail)
  if (isWhole) return { amount: toMajor(whole), amountMinor: whole }
  // Rounding up would settle an order that is a fraction dearer, and rounding down make nothing of 0.004.
  notes.add(`${field} has more than 2 decimals: no amount of a currency has`)
  return { amount, amountMinor: null }
}

/** Whether it is the code of a currency: three capital letters. */
export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
}

/**
 * Whether a name, folded, tells what currency a payment is in, where the payment's own fields stand. Any other name may be of
 * other money, however it ends: of a fee, an account, a wallet, a card, a rate.
 */
export function tellsCurrency(folded: string): boolean {
  return foldedCurrencyNames.has(folded)
}

/** Three capital letters, however they are written; null where it is none: words say nothing against them. */
export function currencyIn(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return isCurrency(code) && !noCurrencies.includes(code) ? code : null
}

/** What systems write where there is none; XXX is ISO 4217's own. A code that is not known may still be a currency's. */
const noCurrencies: readonly string[] = ['NIL', 'NAN', 'XXX']

/** The names that tell what currency a payment is in, where its own fields stand. */
export const currencyNames: readonly string[] = ['', 'Transaction', 'Payment', 'Amount'].flatMap((of) => [
  `${of}Currency`,
  `${of}CurrencyCode`,
])

const foldedCurrencyNames: ReadonlySet<string> = new Set(currencyNames.map(foldName))

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && decimalText.test(value)) return Number(value)
  return null
}

// Hundredths: what sums of decimals are off by is far less.
const floatTail = 1e-4
const zeroTail = 1e-7

// From 2 ** 46 on, two floats are further apart than a hundredth.
const tooLarge = 70e12

/** `1.005 * 100` is a little less than 100.5: the shortest decimal form is what was meant. */
function toHundredths(amount: number): number {
  const whole = Math.round(amount * hundredths)
  // With at most two decimals, as nearly every amount has, its text need not be made.
  if (whole < 1e12 && whole / hundredths === amount) return whole
  const written = String(amount)
  return written.includes('e') ? amount * 100 : Number(`${written}e2`)
}

/** Minor units in one major unit of any currency of the service. */
export const hundredths = 100

/** Major currency units as hundredths, a whole number: what to compare and to add up. */
export function toMinor(amount: number): number {
  return Math.round(amount * hundredths)
}

/** Hundredths as major currency units. */
export function toMajor(minor: number): number {
  return minor / hundredths
}
