import { canonicalPaymentCode, type PaymentCode, paymentCodes } from '../catalogue/payment-codes.ts'
import { findNames } from '../pushes/reading/field-reader.ts'
import { recordOf } from '../pushes/reading/json.ts'
import type { Refusal } from './errors.ts'
import { judgeStatus, unauthorized, unknownCode } from './judge-status.ts'
import { type ServiceAnswer, unreadable } from './read-answer.ts'

/**
 * What the answer of a sales endpoint means: the code of its body decides, and where it has none the HTTP status
 * (reference 7, 7.1). `0000` is success, and so is `0002`: an order that is paid by hand.
 */
export function judgeSales(answer: ServiceAnswer): Refusal | null {
  const { values, conflicts } = find(recordOf(answer.body))
  const [code, message, status] = values
  if (conflicts.includes(0)) return unreadable('The answer has two response codes that differ')
  const serviceCode = readCode(code)
  const detail = [message, status].find((text) => typeof text === 'string') ?? null
  if (serviceCode === null) return withDetail(judgeStatus(answer), detail)
  const row = rows.get(serviceCode)
  if (serviceCode === notAvailable && closedDoors.includes(answer.status)) {
    return withDetail({ ...unauthorized, serviceCode }, detail)
  }
  const isDone = row?.result === 'success' || row?.result === 'pending'
  // A code that refuses says more than the status; one that does not contradicts it.
  if (answer.status === 401 && (row === undefined || isDone)) return withDetail(judgeStatus(answer), detail)
  if (isDone) return null
  return withDetail(row === undefined ? unknownCode(serviceCode, !isRefusing(answer)) : refused(row), detail)
}

const find = findNames(['ResponseCode', 'Message', 'Status'])

/** The code of an answer in four digits; null where it has none (reference 7.1). */
export function readCode(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const code = canonicalPaymentCode(String(value))
  return code === '' ? null : code.slice(0, longestCode)
}

const longestCode = 16

function refused({ code, meaning, action }: PaymentCode): Refusal {
  return {
    code: 'FMW_CALL_REFUSED',
    serviceCode: code,
    meaning,
    action: action ?? null,
    canRetry: retryable.includes(code),
    isUncertain: code === outcomeUnknown,
    detail: null,
  }
}

/** Beside a code that says nothing nobody knows what was done; but such a status says that it was not. */
function isRefusing({ status }: ServiceAnswer): boolean {
  return status >= 400 && status < 500
}

function withDetail(refusal: Refusal | null, detail: unknown): Refusal | null {
  return refusal === null || typeof detail !== 'string' ? refusal : { ...refusal, detail }
}

/** Field notes: nobody could find out. All other codes of refusal say that nothing was done. */
const outcomeUnknown = '0005'

/** Beside such a status it speaks of the credentials, as its action does (reference 5.5, 7.1): time mends none. */
const notAvailable = '0001'
const closedDoors: readonly number[] = [401, 403]

/** The interface was not there, or the phone was off: both may be otherwise later. All else must be mended first. */
const retryable: readonly string[] = [notAvailable, '2100']

const rows: ReadonlyMap<string, PaymentCode> = new Map(paymentCodes.map((row) => [row.code, row]))
