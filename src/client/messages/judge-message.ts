import { messageCodes } from '../../catalogue/message-codes.ts'
import { findNames } from '../../pushes/reading/field-reader.ts'
import { type Fields, isRecord, recordOf } from '../../pushes/reading/json.ts'
import { hideSecrets, spellings } from '../../text/hide-secrets.ts'
import type { Refusal } from '../errors.ts'
import { judgeStatus, unauthorized, unknownCode, whitelisting } from '../judge-status.ts'
import { type ServiceAnswer, unreadable } from '../read-answer.ts'

/** What to do about one messaging code, and whether the same call may succeed later. */
export interface MessageAdvice {
  /** As the catalogue writes it: `402`, `400/3`. */
  readonly code: string
  readonly action: string
  /** Whether time alone may mend it: missing credit or a wrong sender it does not. */
  readonly canRetry: boolean
  /** Whether what was asked may have been done all the same. */
  readonly isUncertain: boolean
}

/**
 * Advice for each failure of reference 7.3, which gives the meanings (they are in the catalogue) and no actions: these
 * are ours.
 */
export const messageAdvice: readonly MessageAdvice[] = [
  refused('400/100', 'See that the path is right, and what the answer says beside its code'),
  refused('400/1', 'Give `to` in international form, as a number of a subscriber'),
  refused('400/2', 'Take a sender as `from` that the service has registered for your account'),
  refused('400/3', 'Shorten the content'),
  refused('400/4', "Ask the service whether your account reaches the recipient's network"),
  refused('400/5', 'Give a time that lies ahead; it is read in GMT'),
  refused('400/6', 'Change the content'),
  refused('400/7', 'Leave out the parameters that the answer names'),
  refused('400/8', 'Fix the parameters that the answer names'),
  refused('401', `See that the credentials are right; where they are, ${whitelisting}`),
  refused('402', 'Top the messaging account up'),
  refused('403', `Send to recipients who have approved it; where every call is answered so, ${whitelisting}`),
  refused('404', 'See that the identifier of the message is right, and baseUrl and paths too'),
  broken('500', 'Try again later'),
  // A proxy in front of the service says it too, so it is not certain that nothing was sent.
  broken(
    '502',
    "Try again later; if it stays so, ask the service whether your account reaches the recipient's network",
  ),
]

function refused(code: string, action: string): MessageAdvice {
  return { code, action, canRetry: false, isUncertain: false }
}

function broken(code: string, action: string): MessageAdvice {
  return { code, action, canRetry: true, isUncertain: true }
}

/**
 * What the answer of a messaging endpoint means: the code of its body decides, so that a 2xx with one of failure is a
 * refusal, and where it has none the HTTP status (reference 7.3).
 *
 * Only numbers are codes: the `Status` of a message is a word. `0` is success, and so is an HTTP status of success
 * that is repeated in the body. Where one code says yes and another no, or a success comes with an error, nobody knows what
 * was done.
 *
 * @param hidden what the message holds, which the answer may quote and no error may show
 */
export function judgeMessage(answer: ServiceAnswer, hidden: readonly string[] = []): Refusal | null {
  const body = recordOf(answer.body)
  const { values, conflicts } = find(body)
  if (conflicts.length > 0) return unreadable('The answer has one code in two spellings that differ')
  const codes = values.filter(isCode).map(Number)
  const bad = codes.filter((code) => !isGood(code))
  const detail = readDetail(body, hidden)
  if (answer.isOk && bad.length === 0) return deniesSuccess(body) ? { ...denied, detail } : null
  const refusal = refusalOf(answer, bad)
  return {
    ...refusal,
    isUncertain: refusal.isUncertain || codes.length > bad.length,
    detail,
  }
}

/** Nobody knows which of the two is true. */
const denied: Refusal = {
  ...unreadable('The answer says both that the call was done and that it failed'),
  action: 'Read `detail`, and find out whether it was done before you call again',
}

/** The reference shows where the code of a success stands, and not where that of a failure does. */
const find = findNames(['Status', 'SubCode', 'Code', 'ResponseCode', 'StatusCode', 'ErrorCode'])

/** What an answer to a cancellation means: one that has a body has to say that it was done (reference 4.9). */
export function judgeCancelled(answer: ServiceAnswer): Refusal | null {
  const refusal = judgeDone(answer, cancelledWords)
  return refusal === null && isRecord(answer.body) && said(answer.body).length === 0 ? notSaid : refusal
}

/** What an answer to rescheduling means, of which the reference shows nothing (4.8): none of its words may say another thing. */
export function judgeRescheduled(answer: ServiceAnswer): Refusal | null {
  return judgeDone(answer, rescheduledWords)
}

function judgeDone(answer: ServiceAnswer, doneWords: ReadonlySet<string>): Refusal | null {
  const refusal = judgeMessage(answer)
  if (refusal !== null || answer.body === undefined) return refusal
  return isRecord(answer.body) && said(answer.body).every((value) => isDone(value, doneWords)) ? null : notSaid
}

/** What stands where codes do. */
function said(body: Fields): unknown[] {
  return find(body).values.filter((value) => value !== undefined && value !== null)
}

/** No table has words: those of success count, and of any other nobody knows what was done. */
function isDone(value: unknown, doneWords: ReadonlySet<string>): boolean {
  if (isCode(value)) return true
  const words =
    typeof value === 'string'
      ? value
          .trim()
          .toLowerCase()
          .split(/[ .!]+/)
          .filter(Boolean)
      : []
  if (words.length === 1) return words.every((word) => doneWords.has(word) || word === 'accepted')
  // A word that is not known, such as `not`, may turn the others around.
  return words.some((word) => doneWords.has(word)) && words.every((word) => doneWords.has(word) || plainWords.has(word))
}

const notSaid = unreadable('The answer does not say that it was done')

const successWords = ['success', 'successful', 'ok', 'done']

/** Each call has its own: a message that is `Scheduled` is not cancelled, and one that is `Sent` is neither. */
const cancelledWords: ReadonlySet<string> = new Set([...successWords, 'cancelled', 'canceled'])
const rescheduledWords: ReadonlySet<string> = new Set([
  ...[...successWords, 'scheduled', 'rescheduled'],
  ...['pending', 'queued', 'submitted'],
])

/** What sentences of success have besides, as in `Message cancelled successfully`. */
const plainWords: ReadonlySet<string> = new Set([
  ...['the', 'your', 'message', 'sms', 'request', 'was', 'is', 'has', 'been', 'successfully'],
])

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

/**
 * What an answer says beside its code: codes 400/7 and 400/8 keep their details there (reference 7.3), which does not
 * show under which name.
 *
 * @param hidden what it may quote and nobody may see
 */
function readDetail(body: Fields, hidden: readonly string[]): string | null {
  const found = findDetail(body).values.find((value) => value !== undefined && value !== null)
  if (found === undefined) return null
  const text = typeof found === 'string' ? found : JSON.stringify(found)
  return hideSecrets(text, hidden.flatMap(spellings))
}

const findDetail = findNames([
  ...['Message', 'Detail', 'Details', 'Description', 'StatusDescription', 'Error', 'ErrorMessage', 'Errors', 'Reason'],
])

/**
 * Whether an answer says in a field without a code that it failed. The reference shows no such field (4.3 to 4.9), so only
 * what can mean nothing else counts: a flag that says no, or an error that is not empty.
 */
function deniesSuccess(body: Fields): boolean {
  const { values, conflicts } = findDenial(body)
  // A flag that says both, or two errors that differ.
  if (conflicts.length > 0) return true
  return values.some((value, position) => (position < flags.length ? saysNo(value) : saysError(value)))
}

const flags = ['Success', 'Successful', 'IsSuccess', 'IsSuccessful']
const findDenial = findNames([...flags, 'Error', 'Errors'])

/** `0` is no such word: as a code it is the one of success (reference 7.3). */
function saysNo(value: unknown): boolean {
  return value !== undefined && value !== null && wordOf(value) === 'false'
}

function saysError(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (Array.isArray(value) || isRecord(value)) return Object.values(value).some(saysError)
  return !noErrors.has(wordOf(value))
}

function wordOf(value: unknown): string {
  return String(value).trim().toLowerCase()
}

/** What stands as the error of a call that has none. */
const noErrors: ReadonlySet<string> = new Set([
  ...['', 'none', 'null', 'nil', 'n/a', 'no', 'false', 'no error', 'no errors'],
  ...['ok', 'success', 'successful', '0', '0000', '200', '201'],
])
