import type { Span } from '../hide-secrets.ts'

/**
 * What is left of a run of digits and separators without its amounts: several with two decimals each, or all that stands right
 * after a currency. Their digits together may look like a phone.
 *
 * @param before what stands before the run; its last characters are enough
 * @example
 * [...besidesAmounts('0.50 0.60 0.70', 'GHS ')] // []
 */
export function* besidesAmounts(run: string, before: string): Generator<Span> {
  if (isAmounts(run, before)) return
  let from = 0
  for (const { 0: found, index } of run.matchAll(amongOthers)) {
    yield { from, to: index }
    from = index + found.length
  }
  yield { from, to: run.length }
}

function isAmounts(run: string, before: string): boolean {
  if (twoDecimals.test(run)) return true
  return currency.test(before) && (thousands.test(run) || decimals.test(run))
}

const twoDecimals = /^\d{1,9}\.\d\d(?: {1,3}\d{1,9}\.\d\d)*$/
const decimals = /^\d{1,9}\.\d{1,4}(?: {1,3}\d{1,9}\.\d{1,4})*$/

/** None begins with 0, as a phone does: `GHS 50 024 000 0000` names both. */
const thousands = /^[1-9]\d{0,2}(?: \d{3})+(?:\.\d{1,2})?$/

/** Fewer may be a phone in pairs, with more of it behind them. */
const amongOthers = /(?<![\d.-])\d{1,9}\.\d\d(?: {1,3}\d{1,9}\.\d\d){2,}(?![\d.-])/g

/** How many characters before a run say whether they are a currency. */
export const longestCurrency = 8

const currency =
  /(?:^|[^A-Za-z])(?:GHS|GHC|GH[₵¢]|NGN|KES|UGX|TZS|RWF|XOF|XAF|ZAR|ZMW|ETB|USD|EUR|GBP|cedis) {0,2}$|[₵¢₦$€£] {0,2}$/i
