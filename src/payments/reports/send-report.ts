import { connectionFailure } from '../../client/connection-failure.ts'
import { whitelisting } from '../../client/judge-status.ts'
import { readRetryAfter } from '../../client/read-answer.ts'
import type { Clock } from '../../clock.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { nameType } from '../../pushes/reading/push-problem.ts'
import type { FulfilmentReport } from './fulfilment-report.ts'
import type { FulfilmentReportDetails, ReportSettings } from './report-options.ts'

/** Whether the service took a report. */
export type SentReport =
  | { readonly isTaken: true; readonly status: number }
  /** `retryAfter` ms, as the service asks for; 0 where it does not. `why` shows no address and no credentials. */
  | { readonly isTaken: false; readonly why: string; readonly retryAfter: number }

/** Posts a report, once. Never rejects, and takes no longer than its time-out, whatever `fetch` does. */
export async function sendReport(
  { url, headers, timeout, fetch }: ReportSettings,
  json: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<SentReport> {
  if (signal.aborted) return notTaken('the application closes')
  const late = new AbortController()
  const cancel = clock.after(timeout, () => late.abort())
  const stop = AbortSignal.any([signal, late.signal])
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason), { once: true })
  })
  try {
    const response = await Promise.race([fetch(url, { ...requestOf(headers, json), signal: stop }), stopped])
    // Nobody knows what it says (field notes), and it must not be waited for.
    response.body?.cancel().catch(ignore)
    return judge(response)
  } catch (error) {
    return notTaken(late.signal.aborted ? `there was no answer within ${timeout} ms` : failureOf(error))
  } finally {
    cancel()
  }
}

function requestOf(headers: ReportSettings['headers'], json: string): RequestInit {
  return {
    method: 'POST',
    headers: { accept: 'application/json', ...headers, 'content-type': 'application/json' },
    body: json,
    // A redirect would post again as a GET, or send credentials to somebody else.
    redirect: 'manual',
  }
}

function judge({ status, headers }: Response): SentReport {
  if (status >= 200 && status <= 299) return { isTaken: true, status }
  return notTaken(`it was answered with status ${status}${hints.get(status) ?? hintOfClass(status)}`, headers)
}

const hints: ReadonlyMap<number, string> = new Map([
  [401, `: see that the credentials in headers are right; where they are, ${whitelisting}`],
  [403, `: see that the credentials in headers are right; where they are, ${whitelisting}`],
  [404, ': see that url is the address that the service gave you'],
])

function hintOfClass(status: number): string {
  return status >= 300 && status <= 399 ? ', and redirects are not followed: give the address that it leads to' : ''
}

/** Without what was thrown itself: it may quote the address, or a header. */
function failureOf(error: unknown): string {
  const { meaning } = connectionFailure(error)
  return `it could not be posted: ${meaning}`
}

function notTaken(why: string, headers?: Headers): SentReport {
  return { isTaken: false, why, retryAfter: (headers && readRetryAfter(headers)) ?? 0 }
}

const ignore = (): void => undefined

/** What is posted (field notes, "Fulfilment duty"), and what it says in a word. */
export interface ReportBody {
  readonly serviceStatus: 'success' | 'failed'
  readonly json: string
}

/** What a report is made of. */
export interface ReportBodyParts {
  readonly report: FulfilmentReport
  readonly handled: boolean
  readonly describe: (event: FulfilmentEvent, handled: boolean) => unknown
  /** What the handler of the notice was given. @throws PushProblem, Error while that can't be said */
  readonly readEvent: () => Promise<FulfilmentEvent>
  /** What `describe` may take. ms */
  readonly timeout: number
  readonly clock: Clock
}

/**
 * Writes a report.
 *
 * @throws what `describe` throws; TypeError for what it may not give, Error where it takes too long
 */
export async function writeReportBody(parts: ReportBodyParts): Promise<ReportBody> {
  const { report } = parts
  const { serviceStatus, metaData = null } = readDetails(await describeReport(parts))
  const { sessionId, orderId } = report
  const json = JSON.stringify({
    SessionId: sessionId,
    OrderId: orderId,
    ServiceStatus: serviceStatus,
    MetaData: metaData,
  })
  return { serviceStatus, json }
}

async function describeReport({ handled, describe, readEvent, timeout, clock }: ReportBodyParts): Promise<unknown> {
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(timeout, () => late.reject(new Error(`describe took longer than ${timeout} ms`)))
  try {
    return await Promise.race([readEvent().then((event) => describe(event, handled)), late.promise])
  } finally {
    cancel()
  }
}

/** In JavaScript anything may come. What does not say whether it was delivered says neither. */
function readDetails(given: unknown): FulfilmentReportDetails {
  if (!isRecord(given))
    throw new TypeError(`describe must give { serviceStatus, metaData }, and gave ${nameType(given)}`)
  const { serviceStatus, metaData, ...others } = given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new TypeError(`describe gave ${unknown}, which is neither serviceStatus nor metaData`)
  if (serviceStatus !== 'success' && serviceStatus !== 'failed') {
    throw new TypeError("describe gave a serviceStatus that is neither 'success' nor 'failed'")
  }
  if (metaData !== undefined && JSON.stringify(metaData) === undefined) {
    throw new TypeError(`describe gave a metaData that is no JSON: ${nameType(metaData)}`)
  }
  return { serviceStatus, metaData }
}
