import { pagePathOf } from '../checkout/page/views.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import type { LogMessage, LogRow } from '../log/row.ts'
import type { Bill } from '../world/world.ts'
import { readAnswer, readRequest } from './reading.ts'
import { pluginReadingOf, wordsOf } from './row-words.ts'

/** A row in a list: everything but headers and bytes, with its first words. */
export function rowView(row: LogRow) {
  const { request, response } = row
  return {
    ...knownOf(row),
    request: { bytes: request.bytes, begins: beginning(request) },
    response: response === null ? null : { bytes: response.bytes, begins: beginning(response) },
  }
}

/** A row with everything that went over the wire: as it was, as anybody reads it, and as the plugin does. */
export function wholeRowView(row: LogRow) {
  const { request, response, timing } = row
  return {
    ...knownOf(row),
    timing,
    plugin: pluginReadingOf(row),
    request: { ...messageView(request), read: readRequest(row) },
    response: response === null ? null : { ...messageView(response), read: readAnswer(response) },
  }
}

/** What both views show of it. */
function knownOf(row: LogRow) {
  const { request: _, response, origin, timing, ...rest } = row
  return {
    ...rest,
    // Forgeries, probes and what somebody sent by hand are no word of the service.
    isMeant: origin !== null,
    channel: origin?.phone?.channel ?? null,
    source: timing?.source ?? null,
    thrown: timing?.thrown ?? null,
    status: response?.status ?? null,
    verdict: verdictOf(row),
    ...wordsOf(row),
  }
}

/**
 * What came of a row: it waits for its answer, it was not answered, too late, refused, answered otherwise than it may be, answered politely because the
 * handler of its turn failed, or all is well.
 */
export type Verdict = 'pending' | 'unanswered' | 'late' | 'refused' | 'wrong' | 'failed' | 'ok'

export function verdictOf({ id, pendingAs, response, problem, ms, deadline, kind, timing }: LogRow): Verdict {
  if (id === 0 && pendingAs !== undefined) return 'pending'
  if (response === null) return 'unanswered'
  if (deadline !== null && ms > deadline) return 'late'
  // A browser that paid is led on.
  if (response.status >= (kind === 'checkoutPage' ? 400 : 300)) return 'refused'
  if (problem !== null) return 'wrong'
  return failing.has(timing?.source ?? '') || timing?.thrown !== undefined ? 'failed' : 'ok'
}

/** Turns that the plugin answers in the place of a handler that failed. */
const failing: ReadonlySet<string> = new Set(['failed', 'deadline', 'interrupted', 'unavailable'])

function messageView({ headers, body, bytes }: LogMessage) {
  return { headers, bytes, isWhole: bytes === body.length, text: body.toString(), base64: body.toString('base64') }
}

function beginning({ body }: LogMessage): string {
  return body.subarray(0, 240).toString()
}

/** A bill, with its page where it has one. */
export function billView(bill: Bill, url: string) {
  const page = bill.source === 'checkout' ? url + pagePathOf(bill.id) : null
  return { ...bill, pageUrl: page, directPageUrl: page && `${page}/direct` }
}

/** A phone as one sees it. */
export function phoneView(phone: SimulatedPhone) {
  const { number, channel, operator, skin, isOpen, answerBy, problem, hasTimedOut, prompts, messages } = phone
  const { sessionId, lastScreen } = phone
  const payment = phone.lastPayment
  return {
    number,
    channel,
    operator,
    skin,
    isOpen,
    answerBy,
    problem,
    hasTimedOut,
    prompts,
    messages,
    sessionId: sessionId ?? null,
    screen: lastScreen ?? null,
    lastPayment: payment === undefined ? null : { ...payment, notices: payment.notices.map(rowView) },
    transcript: phone.transcript(),
  }
}
