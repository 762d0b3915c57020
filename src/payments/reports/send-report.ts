import { connectionFailure } from '../../client/connection-failure.ts'
import { whitelisting } from '../../client/judge-status.ts'
import { readRetryAfter } from '../../client/read-answer.ts'
import type { Clock } from '../../clock.ts'
import type { ReportSettings } from './report-options.ts'

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
