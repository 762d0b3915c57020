import { messageCodes } from '../../catalogue/message-codes.ts'
import { isRecord } from '../../pushes/is-record.ts'
import { findNames } from '../../pushes/names.ts'
import type { Refusal } from '../call-service.ts'
import { judgeStatus, unauthorized } from '../judge-status.ts'
import { type ServiceAnswer, unreadable } from '../read-answer.ts'
import { unknownCode } from '../unknown-code.ts'
import { messageAdvice } from './message-advice.ts'
import { readDetail } from './read-detail.ts'

/**
 * What the answer of a messaging endpoint means: the code of its body decides, so that a 2xx with one of failure is a
 * refusal, and where it has none the HTTP status (reference 7.3).
 *
 * Only numbers are codes: the `Status` of a message is a word. `0` is success, and so is an HTTP status of success
 * that is repeated in the body. Where one code says yes and another no, nobody knows what was done.
 *
 * @param hidden what the message holds, which the answer may quote and no error may show
 */
export function judgeMessage(answer: ServiceAnswer, hidden: readonly string[] = []): Refusal | null {
  const { values, conflicts } = find(isRecord(answer.body) ? answer.body : {})
  if (conflicts.length > 0) return unreadable('The answer has one code in two spellings that differ')
  const codes = values.filter(isCode).map(Number)
  const bad = codes.filter((code) => !isGood(code))
  if (answer.isOk && bad.length === 0) return null
  const refusal = refusalOf(answer, bad)
  return {
    ...refusal,
    isUncertain: refusal.isUncertain || codes.length > bad.length,
    detail: readDetail(answer.body, hidden),
  }
}

/** The reference shows where the code of a success stands, and not where that of a failure does. */
const find = findNames(['Status', 'SubCode', 'Code', 'ResponseCode', 'StatusCode', 'ErrorCode'])

function isCode(value: unknown): value is number | string {
  return Number.isInteger(value) || (typeof value === 'string' && /^\d{1,5}$/.test(value))
}

function isGood(code: number): boolean {
  return code === 0 || (code >= 200 && code < 300)
}

function refusalOf(answer: ServiceAnswer, bad: readonly number[]): Refusal {
  // Subcodes belong to 400; beside a success they are told by themselves.
  const http = answer.isOk ? 400 : answer.status
  const names = [...bad.map((code) => `${http}/${code}`), ...(answer.isOk ? bad : [http]).map(String)]
  const known = names.map((name) => refusals.get(name)).find((refusal) => refusal !== undefined)
  return known ?? unlisted(answer, bad[0])
}

/** By its status where it has one of failure; beside a success nobody knows what such a code says. */
function unlisted(answer: ServiceAnswer, code: number | undefined): Refusal {
  const refusal = judgeStatus(answer)
  const serviceCode = code === undefined ? `${answer.status}` : `${answer.status}/${code}`
  return refusal === null ? unknownCode(serviceCode, true) : { ...refusal, serviceCode }
}

const refusals: ReadonlyMap<string, Refusal> = new Map(
  messageCodes.flatMap(({ code, meaning }) => {
    const advice = messageAdvice.find((row) => row.code === code)
    if (advice === undefined) return []
    const { action, canRetry, isUncertain } = advice
    const name = code === unauthorized.serviceCode ? unauthorized.code : 'FMW_CALL_REFUSED'
    return [[code, { code: name, serviceCode: code, meaning, action, canRetry, isUncertain, detail: null }] as const]
  }),
)
