import { verdictOf as judged } from '../../simulator/control/views.ts'
import type { LogRow } from '../../simulator/log/row.ts'
import { parseJson } from '../../simulator/wire/names.ts'
import { printable } from '../../text/clean-text.ts'
import type { Thrown } from '../../trace/development.ts'
import { clip, hanging, usualColumns } from '../look/table.ts'
import { showable, type Tone } from '../terminal.ts'

/**
 * One push or call on a line: when, kind, first words, ms against the deadline, verdict. What is wrong with it follows on
 * lines of its own.
 */
export function rowLine(row: LogRow, columns = usualColumns): string {
  const { at, direction, kind, ms, deadline, faults, problem, remark } = row
  const time = new Date(at).toISOString().slice(11, 19)
  const took = deadline === null ? `${Math.round(ms)} ms` : againstLimit(ms, deadline)
  const start = `${time} ${direction === 'push' ? '>' : '<'} ${kind.padEnd(kindWidth)} `
  const end = `  ${took}  ${problem === null ? verdictOf(row) : 'failed'}`
  const words = showable(wordsOf(row))
  const room = columns - start.length - end.length
  const first = `${start}${clip(words, room).padEnd(room)}${end}`
  const more = [
    ...(problem === null ? [] : [problem]),
    ...(remark === undefined ? [] : [remark]),
    ...failureOf(row),
    ...(faults.length === 0 ? [] : [`fault: ${faults.join(', ')}`]),
  ]
  return [first, ...more.map((text) => hanging(indent, showable(text), columns))].join('\n')
}

/** What the handler of a turn threw, and where, as far as the application says it: in development. */
export function failureOf({ timing }: Pick<LogRow, 'timing'>): readonly string[] {
  return timing?.thrown === undefined ? [] : [failureWords(timing.thrown)]
}

export function failureWords({ line, place }: Thrown): string {
  return `Your handler failed${place === null ? '' : ` at ${place}`}: ${line}`
}

/** How its line stands out. */
export function toneOf(row: LogRow): Tone | undefined {
  if (row.faults.length > 0) return 'odd'
  return verdictOf(row) === 'ok' ? undefined : 'bad'
}

/** How long something took, and how long it may: `12 ms of 7 s`. */
export function againstLimit(ms: number, limit: number): string {
  return `${Math.round(ms)} ms of ${limit / 1_000} s`
}

/** The verdict on a turn whose handler threw. */
export const handlerFailed = 'handler failed'

/** What came of it: `ok`, or what was wrong. */
export function verdictOf(row: LogRow): string {
  const { problem, response, ms, deadline, kind } = row
  if (problem !== null) return problem
  if (deadline !== null && ms > deadline) return 'too late'
  // A browser that paid is led on.
  const good = kind === 'checkoutPage' ? 400 : 300
  if (response === null || response.status >= good) return `refused with ${response?.status ?? 'nothing'}`
  // The plugin answered politely in the place of a handler that threw.
  return judged(row) === 'failed' ? handlerFailed : 'ok'
}

/** What to do about an application at an address that refuses a push, as one does whose addresses hold a secret. */
export function secretAdvice({ direction, response }: LogRow, address: string | undefined): string | undefined {
  const isRefused = direction === 'push' && [401, 403, 404].includes(response?.status ?? 0)
  if (address === undefined || /\{kind\}/i.test(address) || !isRefused) return undefined
  return `Does the application hold a secret in its addresses? Say where: --app '${printable(address)}/{kind}/the-secret', or '…?key=the-secret' for one in the query. Or in a header? --header 'x-push-token: the-secret'.`
}

/** What to say where the application asked the service about a payment that was only told of. */
export function unknownPaymentAdvice(rows: readonly LogRow[]): string | undefined {
  const isAsked = rows.some(({ kind, about }) => kind === 'transactionStatus' && about.billId === undefined)
  return isAsked
    ? 'The application asked the service about this payment, and the service knows none: nothing stands behind a push of this command. For one that can be confirmed, let a customer pay: dial, run or simulate.'
    : undefined
}

const kindWidth = 14
const indent = ' '.repeat('00:00:00 > '.length)

/** The first words of the screen that answered a turn; else what the row is about. */
export function wordsOf({ response, about }: LogRow): string {
  const { Message: screen }: { Message?: unknown } = Object(parseJson(response?.body.toString() ?? ''))
  if (typeof screen === 'string') return screen.split('\n')[0] ?? ''
  return about.reference ?? about.messageId ?? about.billId ?? about.mobile ?? ''
}
