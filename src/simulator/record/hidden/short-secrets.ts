import { type Found, plainOf, replacePlain } from '../../../text/folded/plain-digits.ts'
import type { LogRow } from '../../log/row.ts'
import { readTextOffers } from '../../phone/offers.ts'
import { aloneIn } from './alone.ts'
import { FoldedText, foldedOf } from './folded-text.ts'
import { type StandIns, shortestSecret } from './stand-ins.ts'

/**
 * Secrets of one or two characters. They stand in other texts by chance, so they are hidden only where they stand alone, and only
 * from the answer on that they were.
 */
export class ShortSecrets {
  readonly #standIns: StandIns
  readonly #given: string[] = []
  /** By their sessions: from which row on. */
  readonly #entered = new Map<unknown, { readonly text: string; readonly from: number }[]>()

  constructor(standIns: StandIns) {
    this.#standIns = standIns
  }

  /** @param row where it was entered; undefined for one that is hidden in every row */
  add(text: string, row: LogRow | undefined): void {
    const folded = foldedOf(plainOf(text))
    if (row === undefined) this.#given.push(folded)
    else {
      const sessionId = sessionOf(row)
      const entered = this.#entered.get(sessionId) ?? []
      this.#entered.set(sessionId, entered)
      entered.push({ text: folded, from: row.id })
    }
  }

  /** A text of a row without them. */
  hide(text: string, row: LogRow): string {
    const entered = this.#entered.get(sessionOf(row))?.filter(({ from }) => from <= row.id) ?? []
    const secrets = [...this.#given, ...entered.map((one) => one.text)]
    return secrets.length === 0 ? text : replacePlain(text, (plain) => this.#foundIn(plain, secrets))
  }

  *#foundIn(plain: string, secrets: readonly string[]): Generator<Found> {
    const folded = new FoldedText(plain)
    const keys = keysOf(folded.text)
    const others = secrets.filter((secret) => !keys.has(secret))
    for (const { from, to } of folded.whole([...aloneIn(folded.text, others)]))
      yield { from, to, shown: this.#standIns.of(plain.slice(from, to)) }
  }
}

export function isShort(text: string): boolean {
  return text !== '' && text.length < shortestSecret
}

function sessionOf({ origin, about }: LogRow): unknown {
  return origin?.fields.SessionId ?? about.sessionId
}

/** On a screen that offers it as a key, nobody can tell which of both it is. */
function keysOf(screen: string): ReadonlySet<string> {
  const { choices, ways } = readTextOffers(screen)
  // A sentence that begins with a number reads like a way too: `7 children, at 5`.
  const sure = screen.includes('\n') ? ways.filter(({ label }) => oneWord.test(label)) : []
  return new Set([...choices, ...sure].map(({ value }) => value))
}

const oneWord = /^\p{L}*$/u
