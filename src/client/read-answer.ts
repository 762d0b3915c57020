import { readWholeJson } from '../pushes/reading/json.ts'
import { PushProblem } from '../pushes/reading/push-problem.ts'
import type { Refusal } from './errors.ts'

/** An answer of the service. */
export interface ServiceAnswer {
  readonly status: number
  /** Whether the status is one of success (2xx). */
  readonly isOk: boolean
  /** Parsed JSON, long numbers as text; undefined where the body is empty, or no JSON beside a status of failure. */
  readonly body: unknown
  /** Where what was made is found (reference 4.4). */
  readonly location: string | null
}

/** What came, and why nobody can say what it means. */
export interface ReadAnswer {
  readonly answer: ServiceAnswer
  readonly problem: Refusal | null
}

/**
 * Reads an answer. A page of a proxy beside a failing status is no problem here: its status is all that it says.
 *
 * @param text null where it is longer than what is read
 */
export function readAnswer(status: number, headers: Headers, text: string | null): ReadAnswer {
  const isOk = status >= 200 && status < 300
  const answer = { status, isOk, body: undefined, location: headers.get('location') }
  if (status >= 300 && status < 400) {
    return { answer, problem: { ...redirected, isUncertain: status === seeOther || isJsonObject(String(text)) } }
  }
  if (text === null) return { answer, problem: tooLong }
  if (text.trim() === '') return { answer, problem: null }
  const read = understand(() => readWholeJson(text))
  if ('result' in read) return { answer: { ...answer, body: read.result }, problem: null }
  return { answer, problem: isOk ? read : null }
}

/** What could be read. */
export interface Done<Result> {
  readonly result: Result
}

/** What is read, or that it cannot be. */
export function understand<Result>(read: () => Result): Done<Result> | Refusal {
  try {
    return { result: read() }
  } catch (error) {
    if (!(error instanceof PushProblem)) throw error
    return unreadable(`The answer cannot be read: ${error.message}`)
  }
}

/** An answer that nobody can read: what was asked may have been done. */
export function unreadable(meaning: string): Refusal {
  return {
    code: 'FMW_CALL_ANSWER',
    serviceCode: null,
    meaning,
    action: 'See that baseUrl and paths lead to the service itself',
    canRetry: false,
    isUncertain: true,
    detail: null,
  }
}

/** It says that the call was done, and where its result is. */
const seeOther = 303

/** No page of a proxy: the service itself may have written it, after it did what was asked. */
function isJsonObject(text: string): boolean {
  return text.trimStart().startsWith('{')
}

const redirected: Refusal = {
  ...unreadable('The service redirects the call, which is not followed'),
  action: 'Set baseUrl and paths to the address where the service itself answers',
  isUncertain: false,
}

const tooLong = unreadable('The answer is longer than 1 MiB')

/** Longer answers are not read to their end: what is read is kept in memory, and in the store beside its payment. Bytes. */
export const maxAnswerLength = 1_048_576

/** The text of an answer's body; null where it is longer than what is taken, and the rest of it is left unread. */
export async function readBody(response: Response): Promise<string | null> {
  const { body } = response
  if (!isStream(body)) return withinLimit(await response.text())
  const chunks: Buffer[] = []
  let length = 0
  // To leave the loop cancels the body.
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxAnswerLength) return null
    chunks.push(bytes)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** A `fetch` of the merchant's own may give no body that can be read in chunks. */
function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

function withinLimit(text: string): string | null {
  return Buffer.byteLength(text) > maxAnswerLength ? null : text
}

/** How long to wait between two tries. ms */
export interface RetryTimes {
  readonly minDelay: number
  readonly maxDelay: number
}

/**
 * The wait before the next try: anything up to a span that doubles, so that callers that failed together do not come
 * back together; and never less than what the service asks for.
 *
 * @param tries so far, from 1
 * @param retryAfter ms, null where the service does not say
 */
export function retryWait(tries: number, retryAfter: number | null, { minDelay, maxDelay }: RetryTimes): number {
  const span = Math.min(maxDelay, minDelay * 2 ** Math.min(tries - 1, mostDoublings))
  return Math.ceil(Math.max(Math.random() * span, retryAfter ?? 0))
}

const mostDoublings = 31

/**
 * `Retry-After` in seconds, or as a date that is compared with the answer's own `Date`, since clocks differ. ms, null where it is
 * not there or neither; at most what a timer takes.
 */
export function readRetryAfter(headers: Headers): number | null {
  const text = String(headers.get('retry-after')).trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestTimer)
  const until = readDate(text)
  if (until === null) return null
  const now = readDate(String(headers.get('date'))) ?? Date.now()
  return Math.min(Math.max(until - now, 0), longestTimer)
}

/** `Wed, 21 Oct 2026 07:28:00 GMT`. Epoch ms. */
function readDate(text: string): number | null {
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const longestTimer = 2_147_483_647
