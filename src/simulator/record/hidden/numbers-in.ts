import type { Span } from '../../../text/hide-secrets.ts'
import { beforeLetters, mayBePhone, separatedNumbers } from '../../../text/phone.ts'

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
export function numberSpansIn(plain: string): readonly Span[] {
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
