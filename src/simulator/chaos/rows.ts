import { type AppInbox, worksOf } from '../checkout/ledger/app-inbox.ts'
import type { LogRow } from '../log/row.ts'
import { parseJson } from '../wire/names.ts'
import type { Violation } from './violation.ts'

/** Holds what the log says of a story to the rules. */
export class RowWatch {
  /** Sessions in which something broke on purpose. */
  readonly #struck = new Set<string>()

  /** @param inbox of the application: it knows what the plugin itself waits for */
  async judge(rows: readonly LogRow[], inbox: AppInbox): Promise<Violation | undefined> {
    for (const { faults, about } of rows) if (faults.length > 0) this.#struck.add(about.sessionId ?? '')
    for (const row of rows) {
      const found = judgeAnswer(row) ?? this.#judgeReply(row)
      if (found === undefined) continue
      const errors = await errorsOf(row, inbox)
      if (errors?.length !== 0) return withError(found, errors)
    }
    return undefined
  }

  /** What the simulator itself calls wrong of a reply, what no subscriber may read, and what stands in the place of a reply. */
  #judgeReply({ kind, response, problem, about, timing }: LogRow): Violation | undefined {
    if (!isTurn(kind) || response === null || this.#struck.has(about.sessionId ?? '')) return undefined
    if (problem !== null) return { rule: 'wrongReply', text: `a reply to a turn of ${kind}: ${problem}` }
    const reply = Object(parseJson(response.body.toString()))
    const shown = exception.exec(String(Reflect.get(reply, 'Message') ?? Reflect.get(reply, 'message') ?? ''))?.[0]
    if (shown !== undefined)
      return { rule: 'wrongReply', text: `a reply to a turn of ${kind}: it shows an exception, '${shown}'` }
    if (timing?.thrown === undefined) return undefined
    const { line, place } = timing.thrown
    const where = place === null ? '' : ` at ${place}`
    return { rule: 'handlerFailed', text: `the handler of a turn of ${kind} failed${where}: ${line}` }
  }
}

function judgeAnswer({ kind, response, problem, faults, ms, deadline }: LogRow): Violation | undefined {
  if (faults.some((name) => excuses.has(name))) return undefined
  if (response !== null && response.status >= 500)
    return { rule: 'serverError', text: `a push of ${kind} was answered with ${response.status}` }
  if (!isTurn(kind)) return undefined
  if (response === null) return { rule: 'unanswered', text: `a turn got no answer: ${problem}` }
  return deadline !== null && ms > deadline
    ? { rule: 'unanswered', text: `a turn was answered after its limit of ${deadline} ms` }
    : undefined
}

/**
 * What handlers threw at the notices of a payment; undefined where the inbox knows nothing of it. With a store in memory the plugin
 * answers 500 until the service has a final word about a payment: then the handler wasn't called, and there is no error.
 */
async function errorsOf({ kind, response, about }: LogRow, inbox: AppInbox): Promise<readonly string[] | undefined> {
  if (isTurn(kind) || response?.status !== 500 || about.billId === undefined) return undefined
  if (Reflect.get(Object(parseJson(response.body.toString())), 'code') !== 'FMW_HANDLER') return undefined
  const works = await worksOf(inbox, about.billId)
  if (works.length === 0) return undefined
  return works.flatMap(({ attempts }) => attempts.flatMap(({ error }) => error ?? []))
}

function withError(found: Violation, errors: readonly string[] | undefined): Violation {
  const error = errors?.at(-1)
  return error === undefined ? found : { ...found, text: `${found.text}: its handler threw ${error}` }
}

function isTurn(kind: LogRow['kind']): boolean {
  return kind === 'ussd' || kind === 'programmable'
}

/** The name of a class of errors, as a thrown one is written. */
const exception = /\b[A-Z]\w{1,40}(?:Error|Exception)\b/

/** Faults that keep an answer away, whatever the application does. */
const excuses: ReadonlySet<string> = new Set([
  'drop',
  'delayPastLimit',
  'cutAfterRequest',
  'slowNetwork',
  'timeoutDuringTurn',
])
