import { type Found, replacePlain } from '../../../text/folded/plain-digits.ts'
import { spansOf } from '../../../text/hide-secrets.ts'
import type { LogRow } from '../../log/row.ts'
import { readTextOffers } from '../../phone/offers.ts'
import { shortestSecret, standInOf } from './mask.ts'

/**
 * Secrets of one or two characters. They stand in other texts by chance, so they are hidden only where they stand alone, and only
 * from the answer on that they were.
 */
export class ShortSecrets {
  readonly #given: readonly string[]
  readonly #entered: { readonly text: string; readonly sessionId: unknown; readonly from: number }[] = []

  /** @param given hidden in every row */
  constructor(given: readonly string[]) {
    this.#given = given.filter(isShort)
  }

  /** What was entered in the session of a row. */
  add(text: string, row: LogRow): void {
    this.#entered.push({ text, sessionId: sessionOf(row), from: row.id })
  }

  /** A text of a row without them. */
  hide(text: string, row: LogRow): string {
    const sessionId = sessionOf(row)
    const entered = this.#entered.filter((one) => one.sessionId === sessionId && one.from <= row.id)
    return withoutAlone(text, [...this.#given, ...entered.map((one) => one.text)])
  }
}

export function isShort(text: string): boolean {
  return text !== '' && text.length < shortestSecret
}

function sessionOf({ origin, about }: LogRow): unknown {
  return origin?.fields.SessionId ?? about.sessionId
}

function withoutAlone(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text
  return replacePlain(text, (plain) => {
    const keys = keysOf(plain)
    return aloneIn(
      plain,
      secrets.filter((secret) => !keys.has(secret)),
    )
  })
}

/** On a screen that offers it as a key, nobody can tell which of both it is. */
function keysOf(screen: string): ReadonlySet<string> {
  const { choices, ways } = readTextOffers(screen)
  // A sentence that begins with a number reads like a way too: `7 children, at 5`.
  const sure = screen.includes('\n') ? ways.filter(({ label }) => oneWord.test(label)) : []
  return new Set([...choices, ...sure].map(({ value }) => value))
}

const oneWord = /^\p{L}*$/u

function* aloneIn(plain: string, secrets: readonly string[]): Generator<Found> {
  let last = 0
  for (const { from, to } of [...spansOf(plain, secrets)].sort((one, other) => one.from - other.from)) {
    if (from < last || joinsBefore.test(plain.slice(Math.max(0, from - 2), from))) continue
    if (joinsBehind.test(plain.slice(to, to + 2))) continue
    last = to
    yield { from, to, shown: standInOf(plain.slice(from, to)) }
  }
}

/** A letter or digit, or what stands within an amount, a date or a time. */
const joinsBefore = /[\p{L}\p{N}]$|\p{N}[.,:/-]$/u
const joinsBehind = /^[\p{L}\p{N}]|^[.,:/-]\p{N}/u
