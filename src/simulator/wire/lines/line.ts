import { codeOf } from '../../../text/message-of.ts'
import { shownLocation } from '../shown-address.ts'

/** A request on its way to the application. */
export interface LineRequest {
  readonly method: Method
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Null where there is none. */
  readonly body: Buffer | null
  /** Ends the wait for an answer. */
  readonly signal: AbortSignal
  /** Cuts the line as soon as the request is out. */
  readonly isCut: boolean
  /** Sends it in pieces. */
  readonly isSlow: boolean
  /** Whether the line stays open for the next push. */
  readonly keepAlive: boolean
  /** Is called when the request is out. */
  readonly onOut: () => void
}

/** How an application is asked. */
export type Method = 'POST' | 'GET' | 'HEAD' | 'PUT' | 'DELETE'

/** What came back. */
export interface LineAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Takes requests to an application. What it throws is said by `problemOf`. */
export interface Line {
  send(request: LineRequest): Promise<LineAnswer>
  close(): void
}

/** Why no answer came. */
export class LineProblem extends Error {
  override readonly name = 'LineProblem'
}

/** The problem of an answer that didn't come by the deadline. */
export const noAnswerInTime = 'no answer in time: the application must answer sooner'

/** Why a line failed, in words that say what to do. */
export function problemOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof LineProblem) return error.message
  if (signal.aborted) return noAnswerInTime
  const code = String(codeOf(error) ?? '')
  return problems[code] ?? `the line failed: ${error instanceof Error ? error.message : String(error)}`
}

/** Whether nothing listens at the other end of a line. */
export function isRefused(error: unknown): boolean {
  return codeOf(error) === 'ECONNREFUSED'
}

/** Whether the other end closed a line before it answered. */
export function isClosed(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(String(codeOf(error)))
}

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: is the application running, and is this its port?',
  ECONNRESET: 'the application closed the line before it answered: its log may say why',
  ENOTFOUND: 'there is no such host: is the address right?',
  EPIPE: 'the application closed the line before it had read the push',
}

/** The problem of a push that a fault kept from the application. */
export const lostOnTheWay = 'it was lost on the way: a fault'

/** The problem of a push that a fault brings to the application later. */
export const heldUp = 'it is held up on the way and comes later: a fault'

/** Whether the service waited in vain: the push is not refused, nothing came back. */
export function isSilence(problem: string | null): boolean {
  return problem === noAnswerInTime || problem === lostOnTheWay || problem === heldUp
}

/** The most bytes of an answer that are read. A longer one is a problem of the application. */
export const longestAnswer = 1_048_576

/** @throws LineProblem for an answer that is longer */
export function checkLength(bytes: number): void {
  if (bytes > longestAnswer)
    throw new LineProblem(`the answer is longer than ${longestAnswer} bytes, and the service reads no more: shorten it`)
}

/** What an answer says that no application with the plugin gives, and what to do about it; null for any other. */
export function strangenessOf({ status, headers, body }: LineAnswer): string | null {
  if (status >= 300 && status < 400) {
    // It often repeats what was asked for, with its secret.
    const location = shownLocation(headers.location) ?? 'another address'
    return `it redirects to ${location}, and the service follows no redirect: register the last address`
  }
  const isPage =
    /\bhtml\b/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)\b/i.test(body.toString('utf8', 0, 100))
  if (!isPage) return null
  const page = `it is a web page (HTML), its status is ${status}`
  return status >= 500
    ? `${page}: ${failingPages.get(status) ?? 'the application failed, and its log says why'}`
    : `${page}: something else answers there. Look at the port and the path: app.merchant.urls has them`
}

/** What a proxy says of an application that it can't reach. */
const failingPages: ReadonlyMap<number, string> = new Map(
  [502, 503, 504].map((status) => [
    status,
    'the application failed, or a proxy before it does not reach it: its log says why',
  ]),
)

/** How long a slow line takes for a push, ms of the machine's own time. */
export const slowness = 500

/** Whether a text is an address to which the service can push. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
