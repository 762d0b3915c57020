import { neverSent } from '../../never-sent.ts'
import { lookable } from '../../text/describe-error.ts'
import {
  broken,
  brokenCodesFrom,
  brokenMessagesFrom,
  failedCall,
  neverCalled,
  neverConnected,
} from './broken-connections.ts'

/** What an error says of whether the effect that threw it was done. */
export type Says =
  /** It may have been. */
  | 'unclear'
  /** It was not. */
  | 'notDone'
  /** A call was not sent, since its signal had aborted. What the effect did before that call it does not say. */
  | 'notSent'
  | 'nothing'

/**
 * What was thrown says most at its outermost: whoever wraps an error and says `isUncertain` has looked. An error within that
 * may have been done stays that, however it is wrapped. Judged by its shape: one of another realm is no `Error` of this one.
 */
export function whatItSays(thrown: unknown): Says {
  // A Set gives also what is added while it is walked, and each once.
  const errors = new Set([thrown])
  let says: Says = 'nothing'
  for (const one of errors) {
    const error = lookable(one)
    const statement = statementOf(error)
    if (statement === true) return 'unclear'
    if (statement === false) {
      // What it was made of is settled by what it says.
      if (codeOf(error) === 'FMW_CALL_ABORTED') says = 'notSent'
      else if (one === thrown) return 'notDone'
      continue
    }
    if (neverConnected.has(partOf(error, 'message'))) continue
    if (hasGoneOn(error) || isUnclearAnswer(error) || hasBroken(error)) return 'unclear'
    const within = [partOf(error, 'cause'), partOf(error, 'error'), partOf(error, 'suppressed'), ...partsOf(error)]
    for (const inner of within) {
      if (errors.size < mostErrors && typeof inner === 'object' && inner !== null) errors.add(inner)
    }
  }
  return says
}

/**
 * Whether what `recover` threw says that the effect was not done. Errors of our own speak of a call that `recover` made: a
 * reference that was used before is refused, which says the opposite.
 */
export function deniesEffect(thrown: unknown): boolean {
  return statementOf(thrown) === false && codeOf(thrown)?.startsWith('FMW_') !== true
}

function statementOf(error: unknown): boolean | undefined {
  const says = partOf(error, 'isUncertain')
  return typeof says === 'boolean' ? says : undefined
}

function codeOf(error: unknown): string | undefined {
  const code = partOf(error, 'code')
  return typeof code === 'string' ? code : undefined
}

function classOf(error: unknown): unknown {
  const made = partOf(error, 'constructor')
  return typeof made === 'function' ? made.name : undefined
}

function partsOf(error: unknown): readonly unknown[] {
  const parts = lookable(partOf(error, 'errors'))
  return Array.isArray(parts) ? parts.slice(0, mostErrors) : []
}

function partOf(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  try {
    return Reflect.get(error, name)
  } catch {
    return undefined
  }
}

/**
 * Whether a library sent more than one request for the call, to where it was redirected or a second time. What became of the
 * last one says nothing of those before it.
 */
function hasGoneOn(error: unknown): boolean {
  const request = partOf(error, 'request')
  const counts = [
    // Of `follow-redirects`, which axios uses.
    partOf(request, '_redirectCount'),
    // Of got.
    partOf(request, 'retryCount'),
    partOf(partOf(partOf(error, 'config'), 'axios-retry'), 'retryCount'),
  ]
  return counts.some((count) => typeof count === 'number' && count > 0)
}

/** Whether it has an answer, as that of axios, got and ky, which leads elsewhere or tells of a fault of the server. */
function isUnclearAnswer(error: unknown): boolean {
  const response = partOf(error, 'response')
  const status = partOf(response, 'status') ?? partOf(response, 'statusCode')
  if (typeof status === 'number') return (status >= 300 && status < 400) || status >= 500
  return codeOf(error) === 'UND_ERR_RESPONSE' && Number(partOf(error, 'statusCode')) >= 500
}

/** Whether a call was cut off, or a connection broke over which the request may have left. */
function hasBroken(error: unknown): boolean {
  const [name, message] = [partOf(error, 'name'), partOf(error, 'message')]
  if (broken.names.has(name) || broken.names.has(classOf(error))) return true
  // What was tried at several addresses says itself how each ended.
  if (partsOf(error).length > 0 || wasNeverMade(error)) return false
  const code = codeOf(error) ?? ''
  const cause = lookable(partOf(error, 'cause'))
  const asksCause = partsOf(cause).length > 0 || wasNeverMade(cause)
  // A library repeats the code of what it wraps.
  if (code !== '' && code === codeOf(cause) && asksCause) return false
  if (broken.codes.has(code) || broken.messages.has(message)) return true
  if (brokenCodesFrom.some((beginning) => code.startsWith(beginning))) return true
  if (brokenMessagesFrom.some((beginning) => typeof message === 'string' && message.startsWith(beginning))) return true
  if (neverLeft.has(code)) return hasStood(error)
  if (!failedCall.names.has(name) && !failedCall.codes.has(code) && !failedCall.messages.has(message)) return false
  return !asksCause && !neverLeft.has(codeOf(cause) ?? '') && !neverCalled.has(partOf(cause, 'message'))
}

function wasNeverMade(error: unknown): boolean {
  return partOf(error, 'syscall') === 'connect'
}

/** A connection that fails in reading or writing has been made, whatever its code says. */
function hasStood(error: unknown): boolean {
  const syscall = partOf(error, 'syscall')
  return syscall === 'read' || syscall === 'write'
}

const neverLeft: ReadonlySet<string> = new Set(Object.values(neverSent).flat())
const mostErrors = 256
