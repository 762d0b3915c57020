import { setTimeout as wait } from 'node:timers/promises'
import { logSafely } from '../log.ts'
import { FMW_ONLY_LOOKING, isOnlyLooking } from '../only-looking.ts'
import { ownOptions } from '../own-options.ts'
import { describeError } from '../text/describe-error.ts'
import { hideSecrets } from '../text/hide-secrets.ts'
import { channels, tellOf } from '../trace/channels.ts'
import { buildRequest, type OutgoingRequest, type ServiceCall } from './build-request.ts'
import { type CallOptions, type ClientSettings, readWhole } from './client-options.ts'
import { connectionFailure } from './connection-failure.ts'
import { abortedCall, type CallFailure, ServiceCallError, unanswered } from './errors.ts'
import { type Done, readAnswer, readBody, readRetryAfter, retryWait, understand } from './read-answer.ts'

/**
 * Calls the service, and gives what `read` makes of its answer. A call that changes nothing is tried again, with
 * back-off, as long as the time-out allows; no other ever is.
 *
 * @throws ServiceCallError, FMW_CLIENT_OPTION when a setting is missing, or the signal's reason where the call changes nothing
 */
export function callService<Result>(
  settings: ClientSettings,
  call: ServiceCall<Result>,
  options: CallOptions = {},
): Promise<Result> {
  const answer = callWithRetries(settings, call, options)
  if (channels.client.hasSubscribers) {
    const told = tellOf(channels.client, { call: call.name, ms: null })
    answer.then(told.ended, told.failed)
  }
  return answer
}

async function callWithRetries<Result>(
  settings: ClientSettings,
  call: ServiceCall<Result>,
  options: CallOptions,
): Promise<Result> {
  if (isOnlyLooking()) throw new FMW_ONLY_LOOKING(call.name)
  const { signal, timeout = settings.timeout } = ownOptions(options)
  const request = buildRequest(settings, call)
  const longest = readWhole('timeout', timeout, 1)
  if (signal?.aborted === true) throw aborted(call, signal, { wasBegun: false })
  const deadline = startDeadline(longest, signal)
  try {
    for (let attempt = 1; ; attempt++) {
      const given = await tryOnce(settings, call, request, deadline)
      if (!(given instanceof ServiceCallError)) return given.result
      const pause = retryWait(attempt, given.retryAfter, settings)
      const isLast = !call.isRepeatable || !given.canRetry || attempt > settings.retries
      // The failure says more than the time-out that would follow it.
      if (isLast || pause >= deadline.left()) throw given
      logSafely(
        settings.log,
        'warn',
        { call: call.name, code: given.code, status: given.status, attempt, pause },
        'calling again',
      )
      await pauseUnlessStopped(pause, deadline, call)
    }
  } finally {
    deadline.stop()
  }
}

async function tryOnce<Result>(
  settings: ClientSettings,
  call: ServiceCall<Result>,
  request: OutgoingRequest,
  deadline: Deadline,
): Promise<Done<Result> | ServiceCallError> {
  const came = await exchange(settings, call, request, deadline)
  if (came instanceof ServiceCallError) return came
  const { status, headers } = came
  const { answer, problem } = readAnswer(status, headers, came.text)
  const refusal = problem ?? call.judge(answer)
  const done = refusal ?? understand(() => call.read(answer))
  if ('result' in done) return done
  const detail = maskDetail(done.detail, settings.secrets)
  return failed(call, { ...done, detail, status, retryAfter: readRetryAfter(headers) })
}

/** What came over the wire. */
interface Came {
  readonly status: number
  readonly headers: Headers
  /** Null where it is longer than what is read. */
  readonly text: string | null
}

/** One request and its answer, or why there is none. @throws what `stopped` gives */
async function exchange(
  settings: ClientSettings,
  call: ServiceCall<unknown>,
  { url, init }: OutgoingRequest,
  deadline: Deadline,
): Promise<Came | ServiceCallError> {
  const startedAt = performance.now()
  const tell = (status: number | null) =>
    logSafely(
      settings.log,
      'debug',
      { call: call.name, status, ms: Math.round(performance.now() - startedAt) },
      'called the service',
    )
  try {
    // A `fetch` of the merchant's own may not heed the signal.
    const { status, headers, text } = await Promise.race([receive(settings, { url, init }, deadline), deadline.ended])
    tell(status)
    return { status, headers, text }
  } catch (error) {
    tell(null)
    if (deadline.signal.aborted) throw stopped(deadline, call)
    const failure = connectionFailure(error)
    return failed(call, { ...unanswered, ...failure, detail: maskDetail(failure.detail, settings.secrets) })
  }
}

async function receive({ fetch }: ClientSettings, { url, init }: OutgoingRequest, { signal }: Deadline): Promise<Came> {
  const response = await fetch(url, { ...init, signal })
  return { status: response.status, headers: response.headers, text: await readBody(response) }
}

/** A call that changes nothing leaves nothing uncertain; one that may have been done is not to be done again. */
function failed(call: ServiceCall<unknown>, failure: CallFailure): ServiceCallError {
  const isUncertain = failure.isUncertain && !call.isRepeatable
  return new ServiceCallError(call.name, { ...failure, isUncertain, canRetry: failure.canRetry && !isUncertain })
}

async function pauseUnlessStopped(pause: number, deadline: Deadline, call: ServiceCall<unknown>): Promise<void> {
  try {
    await wait(pause, undefined, { signal: deadline.signal })
  } catch {
    throw stopped(deadline, call)
  }
}

/** What a call that was under way is ended with: the caller left, or the time is over. */
function stopped({ signal, timeout, isTimeout }: Deadline, call: ServiceCall<unknown>): unknown {
  if (!isTimeout()) return aborted(call, signal, { wasBegun: true })
  return failed(call, {
    ...unanswered,
    code: 'FMW_CALL_TIMEOUT',
    meaning: `There was no answer within ${timeout} ms`,
    action: 'Try again later, or give it longer by the option timeout',
    canRetry: true,
    isUncertain: true,
  })
}

/** A reason does not say whether the call was sent. Where that is all the same it is thrown as it is, as `fetch` does. */
function aborted(
  call: ServiceCall<unknown>,
  { reason }: AbortSignal,
  { wasBegun }: { readonly wasBegun: boolean },
): unknown {
  return call.isRepeatable ? reason : abortedCall(call.name, reason, { wasBegun })
}

/** What the service says beside its code, fit for an error: secrets, addresses and phone numbers out, and not too long. */
export function maskDetail(detail: string | null, secrets: readonly string[]): string | null {
  if (detail === null || detail.trim() === '') return null
  const text = hideSecrets(detail, secrets)
  const shown = text
    .replaceAll(addresses, '(an address)')
    .replaceAll(signatures, '(a signature)')
    .replaceAll(words, (word) => (isAddress(word) ? '(an address)' : word))
  return describeError(shown.trim().slice(0, longest)).message
}

const longest = 300

// Callback addresses carry secrets, and queries phone numbers.
// Also as JSON within a text has them, and as a part of another address.
const addresses = /\bhttps?(?::|%3a)(?:\\?\/|%2f){2}[^\s"'<>]+/gi
// Without its scheme, too.
const words = /[^\s"'<>()]+/g
const isAddress = (word: string): boolean => parameter.test(word) || relative.test(word) || host.test(word)
const parameter = /\?[\w.~-]+=/
const relative = /^(?:\\?\/){2}[\w[]/
const host = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d+)?\/./i
// Of a callback address that is quoted without its beginning.
const signatures = /\bmsig(?:=|%3d|"\s*:\s*")[^\s"'<>&]+/gi

/** How long a call may take, and what ends it before. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Rejects when the signal aborts. */
  readonly ended: Promise<never>
  /** ms */
  readonly timeout: number
  /** What is left. ms */
  left(): number
  /** Whether the time ended it, and not the caller. */
  isTimeout(): boolean
  stop(): void
}

/** Starts the time of a call whose caller has not left yet. Its timer keeps the process alive, since somebody awaits the call. */
export function startDeadline(timeout: number, caller: AbortSignal | undefined): Deadline {
  const startedAt = performance.now()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeIsOver), timeout)
  const ended = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  // Nobody awaits it where the call is over.
  ended.catch(() => undefined)
  const leave = () => controller.abort(caller?.reason)
  caller?.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    ended,
    timeout,
    left: () => timeout - (performance.now() - startedAt),
    isTimeout: () => controller.signal.reason === timeIsOver,
    stop() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', leave)
    },
  }
}

const timeIsOver = new Error('The time is over')
