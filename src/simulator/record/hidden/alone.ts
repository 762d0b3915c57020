import { type Span, spansOf } from '../../../text/hide-secrets.ts'

/** Where texts stand alone in a plain text, in its order: no part of a word, a longer number, an amount, a date or a time. */
export function* aloneIn(plain: string, texts: readonly string[]): Generator<Span> {
  let last = 0
  for (const span of [...spansOf(plain, texts)].sort((one, other) => one.from - other.from)) {
    const { from, to } = span
    if (from < last || joinsBefore.test(plain.slice(Math.max(0, from - 2), from))) continue
    if (joinsBehind.test(plain.slice(to, to + 2))) continue
    last = to
    yield span
  }
}

/** A letter or digit, or what stands within an amount, a date or a time. */
const joinsBefore = /[\p{L}\p{N}]$|\p{N}[.,:/-]$/u
const joinsBehind = /^[\p{L}\p{N}]|^[.,:/-]\p{N}/u
