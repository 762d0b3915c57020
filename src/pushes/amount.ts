import { nameType, PushProblem } from './push-problem.ts'

/** An amount of money in both forms. */
export interface Amount {
  /** Major currency units, as they came. */
  readonly amount: number | null
  /** Hundredths of it, a whole number: what to compare and to add up. */
  readonly amountMinor: number | null
}

const nothing: Amount = { amount: null, amountMinor: null }
const decimalText = /^\s*\d{1,20}(?:\.\d{1,20})?\s*$/

/**
 * An amount in major currency units, also as a numeric string (field notes, "amount"); null where none came.
 *
 * @throws PushProblem when it is negative, not finite, no number, or above what hundredths can hold exactly
 */
export function readAmount(field: string, value: unknown): Amount {
  if (value === undefined || value === null || value === '') return nothing
  const amount = toNumber(value)
  if (amount === null) throw new PushProblem({ field, expected: 'an amount', received: nameType(value) })
  if (!(amount >= 0))
    throw new PushProblem({ field, expected: 'an amount of 0 or more', received: 'a negative number' })
  const amountMinor = toMinor(amount)
  if (!Number.isSafeInteger(amountMinor)) {
    throw new PushProblem({ field, expected: 'an amount below 90 trillion', received: 'a larger one' })
  }
  return { amount, amountMinor }
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && decimalText.test(value)) return Number(value)
  return null
}

/** Hundredths, half up. `1.005 * 100` is a little less than 100.5: the shortest decimal form is what was meant. */
function toMinor(amount: number): number {
  const written = String(amount)
  return Math.round(written.includes('e') ? amount * 100 : Number(`${written}e2`))
}
