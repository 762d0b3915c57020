import { type Found, plainOf } from '../../../text/folded/plain-digits.ts'
import { spansOf } from '../../../text/hide-secrets.ts'
import type { LogRow } from '../../log/row.ts'
import { aloneIn } from './alone.ts'
import { speaksOfSecret } from './asks-for-secret.ts'
import type { StandIns } from './stand-ins.ts'

/**
 * Secrets of three characters or more. One that is given is hidden wherever it stands. One that was entered or dialled is hidden where
 * it stands alone: else a PIN of 5000 would change a price of 15000. A line that the application showed before it knew the secret doesn't tell it.
 */
export class LongSecrets {
  readonly #standIns: StandIns
  readonly #given = new Set<string>()
  readonly #entered = new Map<string, LogRow>()
  /** By lines that were shown: where each was first. */
  readonly #lines = new Map<string, LogRow>()

  constructor(standIns: StandIns) {
    this.#standIns = standIns
  }

  /** @param row where it was entered first; undefined for one that is given */
  add(text: string, row: LogRow | undefined): void {
    const plain = plainOf(text)
    if (row === undefined) this.#given.add(plain)
    else if (!this.#entered.has(plain)) this.#entered.set(plain, row)
  }

  /** What the application showed in a row. */
  addShown(text: string, row: LogRow): void {
    for (const line of plainOf(text).split('\n')) if (!this.#lines.has(line)) this.#lines.set(line, row)
  }

  has(text: string): boolean {
    const plain = plainOf(text)
    return this.#given.has(plain) || this.#entered.has(plain)
  }

  /** Whether what was entered stands in what a row shows, and is hidden there. */
  isEnteredIn(text: string, row: LogRow): boolean {
    const plain = plainOf(text)
    return !this.#enteredIn(plain, row).next().done
  }

  /** @param row of what the application shows; undefined for what somebody sent */
  *foundIn(plain: string, row?: LogRow): Generator<Found> {
    for (const { from, to } of spansOf(plain, [...this.#given])) yield this.#found(plain, from, to)
    yield* this.#enteredIn(plain, row)
  }

  /** Also within other words and numbers: of a text that nothing can be read from. */
  *everywhereIn(plain: string): Generator<Found> {
    for (const { from, to } of spansOf(plain, [...this.#given, ...this.#entered.keys()]))
      yield this.#found(plain, from, to)
  }

  *#enteredIn(plain: string, row: LogRow | undefined): Generator<Found> {
    let [line, end] = ['', -1]
    for (const { from, to } of aloneIn(plain, [...this.#entered.keys()])) {
      if (from > end) {
        const next = plain.indexOf('\n', from)
        end = next === -1 ? plain.length : next
        line = plain.slice(plain.lastIndexOf('\n', from) + 1, end)
      }
      if (row === undefined || !this.#isKnown(line, row, plain.slice(from, to))) yield this.#found(plain, from, to)
    }
  }

  /** Whether a line was shown before a secret was entered. What speaks of secrets may have told it: `Your one-time code is 482913`. */
  #isKnown(line: string, row: LogRow, secret: string): boolean {
    const entered = this.#entered.get(secret)
    return entered !== undefined && isBefore(this.#lines.get(line) ?? row, entered) && !speaksOfSecret(line)
  }

  #found(plain: string, from: number, to: number): Found {
    return { from, to, shown: this.#standIns.of(plain.slice(from, to)) }
  }
}

/** A call that is made while a turn runs has the lower number. */
function isBefore(row: LogRow, entered: LogRow): boolean {
  return row.id < entered.id && (row.direction === 'push' || row.at < entered.at)
}
