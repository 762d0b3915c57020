import { type Span, spansOf } from '../../../text/hide-secrets.ts'
import { beforeLetters, mayBePhone, separatedNumbers } from '../../../text/phone.ts'
import { shortestSecret } from './stand-ins.ts'

/** Where texts stand alone in a plain text, in its order: no part of a word, a longer number, an amount, a date, a time or a phone. */
export function* aloneIn(plain: string, texts: readonly string[]): Generator<Span> {
  yield* alone(plain, spansOf(plain, texts))
}

/** Those of some spans that stand alone, in the order of the text. Of two that begin at one place it's the longer one. */
export function* alone(plain: string, spans: readonly Span[]): Generator<Span> {
  let last = 0
  for (const span of [...spans].sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (span.from < last || isJoined(plain, span)) continue
    last = span.to
    yield span
  }
}

function isJoined(plain: string, { from, to }: Span): boolean {
  const [before, behind] = [plain.slice(Math.max(0, from - 2), from), plain.slice(to, to + 2)]
  if (joinsBefore.test(before) || joinsBehind.test(behind)) return true
  if (!mayJoinBefore.test(before) && !mayJoinBehind.test(behind)) return false
  // One or two characters stand in a range or a score by chance.
  return to - from < shortestSecret || isWritten(runAround(plain, from, to)) || isInPhone(plain, from, to)
}

/** A letter or digit, or what stands within an amount. */
const joinsBefore = /[\p{L}\p{N}]$|\p{N}[.,]$/u
const joinsBehind = /^[\p{L}\p{N}]|^[.,]\p{N}/u
/** What stands within a date, a time or a phone, and between a secret and other digits. */
const mayJoinBefore = /\p{N}[:/-]$/u
const mayJoinBehind = /^[:/-]\p{N}/u

function isWritten(run: string): boolean {
  return date.test(run) || time.test(run)
}

const date =
  /^(?:\d{1,2}([/-])\d{1,2}\1(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d([/-])\d{1,2}(?:\2\d{1,2})?|(?:0?[1-9]|1[0-2])[/-](?:19|20)\d\d)$/
const time = /^\d{1,2}:\d\d(?::\d\d)?$/

/** In groups (`024-498-7654`): what is glued behind a whole number is no part of it. */
function isInPhone(plain: string, from: number, to: number): boolean {
  const first = Math.max(0, from - longestRun)
  const around = plain.slice(first, to + longestRun)
  return numberSpansIn(around).some((span) => span.from <= from - first && span.to >= to - first)
}

/** A span with what a date or a time has on both sides of it. */
function runAround(plain: string, from: number, to: number): string {
  let [first, end] = [from, to]
  while (first > Math.max(0, from - longestRun) && inDate.test(plain.charAt(first - 1))) first -= 1
  while (end < Math.min(plain.length, to + longestRun) && inDate.test(plain.charAt(end))) end += 1
  while (first < from && !isDigit.test(plain.charAt(first))) first += 1
  while (end > to && !isDigit.test(plain.charAt(end - 1))) end -= 1
  return plain.slice(first, end)
}

const inDate = /[\d:/-]/
const isDigit = /\d/
// Characters on one side: longer than a phone in groups.
const longestRun = 24

/**
 * What may be somebody's phone in a plain text, as it's written there: the numbers that `maskWritten` shortens. A number
 * that stands alone isn't read together with the digits beside it.
 *
 * @example
 * [...numbersIn('call 024 000 0000 on 24.11.2026')] // ['024 000 0000']
 */
export function* numbersIn(plain: string): Generator<string> {
  for (const { from, to } of numberSpansIn(plain)) yield plain.slice(from, to)
}

/** Where they stand. */
function numberSpansIn(plain: string): readonly Span[] {
  const whole = [...plain.matchAll(beforeLetters)]
    .filter(({ 0: run }) => mayBePhone(run))
    .map(({ 0: run, index }) => ({ from: index, to: index + run.length }))
  const apart = spansBeside(whole, separatedNumbers(plain))
  return [...whole, ...apart]
}

/** Those that overlap none of the others. Both are in the order of the text. */
function* spansBeside(others: readonly Span[], spans: Iterable<Span>): Generator<Span> {
  let next = 0
  for (const span of spans) {
    while ((others[next]?.to ?? Number.POSITIVE_INFINITY) <= span.from) next += 1
    if ((others[next]?.from ?? Number.POSITIVE_INFINITY) >= span.to) yield span
  }
}
