import { lowerAscii } from '../text/fold-name.ts'
import { type MessageCode, messageCodes } from './message-codes.ts'
import { canonicalPaymentCode, type PaymentCode, paymentCodes } from './payment-codes.ts'
import { type NetworkMessage, networkMessages, type UssdErrorCode, ussdErrorCodes } from './ussd-error-codes.ts'

/**
 * Looks a code up in every table of reference section 7, as it was seen in a log, on a phone or in a reply:
 * a payment code (`'2101'`, `2101`, `0`, `'000'`), a USSD error or an operator's message in any case
 * (`'uut'`, `'Service unavailable'`), a messaging code with its subcode (`'400/3'`) or alone (`'402'`).
 * The row's `family` tells the table. `undefined` when no table has the code.
 *
 * Where readings collide, money comes first:
 * - `0`, `2` and `5` are payment codes short of zeros. A messaging subcode is only found behind its HTTP
 *   status (`'201/0'`), never alone.
 * - Three digits are a messaging status only when the payment code they would pad to does not exist; today
 *   none does.
 * - A status whose rows all have subcodes gives its general row: `'400'` is `400/100`, `'201'` is `201/0`.
 *
 * @example
 * ```ts
 * describeCode('2101')?.meaning // 'The customer entered an invalid PIN (second operator)'
 * describeCode('400/3')?.meaning // 'The message body is too long'
 * ```
 */
export function describeCode(code: string | number): CodeDescription | undefined {
  const text = String(code).trim()
  return payments.get(canonicalPaymentCode(text)) ?? others.get(lowerAscii(text))
}

/**
 * A row of one of the code tables. `family` says which.
 *
 * @example
 * ```ts
 * const row: CodeDescription | undefined = describeCode('2101')
 * if (row?.family === 'payment') app.log.info({ result: row.result }, row.meaning)
 * ```
 */
export type CodeDescription = PaymentCode | UssdErrorCode | NetworkMessage | MessageCode

const payments: ReadonlyMap<string, PaymentCode> = new Map(paymentCodes.map((row) => [row.code, row]))

const others: ReadonlyMap<string, CodeDescription> = new Map<string, CodeDescription>([
  ...messageCodes.filter(isGeneral).map((row) => [`${row.http}`, row] as const),
  ...[...ussdErrorCodes, ...networkMessages, ...messageCodes].map((row) => [lowerAscii(row.code), row] as const),
])

/** Whether the row speaks for its whole HTTP status: subcode 0 is the success, 100 the general failure. */
function isGeneral(row: MessageCode): boolean {
  return row.subcode === undefined || row.subcode === 0 || row.subcode === 100
}
