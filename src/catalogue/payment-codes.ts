/**
 * Every known payment response code: reference 7.1, and the codes of the field notes, marked.
 *
 * @example
 * ```ts
 * paymentCodes.filter((row) => row.result === 'failure').map((row) => row.code)
 * ```
 */
export const paymentCodes: readonly PaymentCode[] = [
  reference('0000', 'success', 'Processed successfully'),
  reference(
    '0001',
    'unknown',
    'The sales interface was not available',
    'Check that the Basic credentials of the Authorization header are right',
  ),
  reference('0002', 'pending', 'Order processed; it is paid by hand, as a cash sale, after delivery'),
  unlisted(
    '0005',
    'unknown',
    'The outcome is not known',
    'Ask the transaction status endpoint; never treat it as failed',
  ),
  unlisted('2001', 'failure', 'The payment failed; the commonest failure, no cause is told'),
  reference(
    '2050',
    'failure',
    'The mobile money wallet (first operator) has insufficient funds',
    'The customer tops the wallet up above the amount',
  ),
  reference(
    '2051',
    'failure',
    'The number is not registered on mobile money (first operator)',
    'Use a registered number',
  ),
  reference('2100', 'failure', "The customer's phone is switched off"),
  reference('2101', 'failure', 'The customer entered an invalid PIN (second operator)'),
  reference('2102', 'failure', 'The wallet (second operator) has insufficient funds'),
  reference('2103', 'failure', "The number is not registered on the second operator's wallet"),
  reference('2152', 'failure', "The number is not registered on the third operator's wallet"),
  reference('2153', 'failure', 'The amount is above the maximum that the third operator allows'),
  reference('2154', 'failure', 'The amount is above the daily maximum that the third operator allows'),
  reference('2200', 'failure', "The recipient is not registered on the fourth operator's wallet"),
  reference('2201', 'failure', "The customer is not registered on the fourth operator's wallet"),
  unlisted('4000', 'failure', 'The payment failed; the meaning of the code is not documented'),
  unlisted('4070', 'failure', 'The payment failed; the meaning of the code is not documented'),
  unlisted('4101', 'failure', 'The payment failed; the meaning of the code is not documented'),
  unlisted('4103', 'failure', 'The payment failed; the meaning of the code is not documented'),
  reference(
    '4105',
    'unknown',
    'The authenticated organisation does not own the given account number',
    'Use keys of the account that owns the account number',
  ),
]

/**
 * What a payment code says about the payment. `unknown` codes are about the call, not about the money (the interface
 * was down, the keys were wrong, the service couldn't find out), so they never make a payment failed.
 *
 * @example
 * ```ts
 * const result: PaymentCodeResult | undefined = paymentCodeResult('0005')
 * result // 'unknown': ask the transaction status, never call it failed
 * ```
 */
export type PaymentCodeResult = 'success' | 'pending' | 'unknown' | 'failure'

/**
 * One row of the payment response codes.
 *
 * @example
 * ```ts
 * const row: PaymentCode | undefined = paymentCodes.find(({ code }) => code === '2050')
 * row?.action // 'The customer tops the wallet up above the amount'
 * ```
 */
export interface PaymentCode {
  readonly family: 'payment'
  /** Four digits. */
  readonly code: string
  readonly meaning: string
  /** What to do about it, if that is known. */
  readonly action?: string
  readonly result: PaymentCodeResult
  /** Section of the reference, or row of the field notes. */
  readonly section: string
  readonly source: Source
}

/**
 * The four-digit spelling of a payment code. Codes also arrive as numbers (`0`) and with too few zeros
 * (`"000"`), so digits alone are padded with zeros; anything else only loses the white space around it.
 *
 * @example
 * ```ts
 * canonicalPaymentCode('0') // '0000'
 * canonicalPaymentCode(' 2001 ') // '2001'
 * ```
 */
export function canonicalPaymentCode(value: string): string {
  const code = value.trim()
  return fewDigits.test(code) ? code.padStart(4, '0') : code
}

/**
 * What a code says about the payment. `undefined` for a code that is in no table, because it says nothing.
 *
 * @param code - as {@link canonicalPaymentCode} gives it
 * @example
 * ```ts
 * paymentCodeResult('2101') // 'failure'
 * paymentCodeResult(canonicalPaymentCode('0')) // 'success'
 * ```
 */
export function paymentCodeResult(code: string): PaymentCodeResult | undefined {
  return results.get(code)
}

const fewDigits = /^\d{1,3}$/

const results: ReadonlyMap<string, PaymentCodeResult> = new Map(paymentCodes.map((row) => [row.code, row.result]))

function reference(code: string, result: PaymentCodeResult, meaning: string, action?: string): PaymentCode {
  const row = { family: 'payment', code, result, meaning, section: '7.1', source: 'reference' } as const
  return action === undefined ? row : { ...row, action }
}

function unlisted(code: string, result: PaymentCodeResult, meaning: string, action?: string): PaymentCode {
  return {
    ...reference(code, result, meaning, action),
    section: 'Payloads, checkout: more codes',
    source: 'field notes',
  }
}

/**
 * Where a row of the catalogue comes from: the service's own reference, or what merchants have seen
 * beside it. A row of the field notes may be wrong for your account; a row of the reference should not be.
 *
 * @example
 * const seen: Source = 'field notes'
 * paymentCodes.filter(({ source }) => source === seen).map(({ code }) => code) // ['0005', '2001', …]
 */
export type Source = 'reference' | 'field notes'
