import { type Found, plainOf } from '../../../text/folded/plain-digits.ts'
import { type Span, spansOf, spansThrough, stretchesOf } from '../../../text/hide-secrets.ts'
import type { LogRow } from '../../log/row.ts'
import { alone } from './alone.ts'
import { FoldedText, foldedOf } from './folded-text.ts'
import { isChoice, speaksOfSecret } from './session-secrets.ts'
import { bareOf, type StandIns } from './stand-ins.ts'

/**
 * Secrets of three characters or more, in whatever case and normal form. One that is given is hidden wherever it stands. One that was entered or dialled is hidden where
 * it stands alone: else a PIN of 5000 would change a price of 15000. A line that the application showed before it knew the secret doesn't tell it,
 * unless it stood on the very screen that the secret answers.
 */
export class LongSecrets {
  readonly #standIns: StandIns
  readonly #given = new Set<string>()
  readonly #entered = new Map<string, Entered>()
  /** By subscribers: what they answered where it's no secret. */
  readonly #open = new Map<string, Set<string>>()
  readonly #index = new TextIndex()
  /** By lines that were shown: where each was first. */
  readonly #lines = new Map<string, LogRow>()
  /** Lines of texts that speak of secrets. */
  readonly #telling = new Set<string>()

  constructor(standIns: StandIns) {
    this.#standIns = standIns
  }

  /**
   * @param row where it was entered first; undefined for one that is given
   * @param answered the screen that it answers, where it answers one
   */
  add(text: string, row: LogRow | undefined, answered?: string): void {
    const plain = foldedOf(plainOf(text))
    if (row === undefined) return void this.#given.add(plain)
    const known = this.#entered.get(plain)
    const entered = known ?? { row, rows: new Set(), answered: new Set(), whose: new Set() }
    entered.rows.add(row)
    entered.whose.add(whoseOf(row))
    if (known === undefined) {
      this.#entered.set(plain, entered)
      this.#index.add(plain)
    }
    if (answered !== undefined) for (const line of plainOf(answered).split('\n')) entered.answered.add(line)
  }

  /** What the application showed in a row. */
  addShown(text: string, row: LogRow): void {
    const lines = plainOf(text).split('\n')
    for (const line of lines) if (!this.#lines.has(line)) this.#lines.set(line, row)
    const said = lines.filter((line) => !isChoice(line))
    if (said.some(speaksOfSecret)) for (const line of said) this.#telling.add(line)
  }

  /** What a subscriber answered, and is no secret of theirs. */
  addOpen(text: string, row: LogRow): void {
    const whose = whoseOf(row)
    const open = this.#open.get(whose) ?? new Set()
    this.#open.set(whose, open.add(foldedOf(plainOf(text))))
  }

  /** @param row where somebody sent it, or was shown it */
  has(text: string, row?: LogRow): boolean {
    const plain = foldedOf(plainOf(text))
    return this.#given.has(plain) || (this.#entered.has(plain) && !this.#isOpen(plain, row))
  }

  /** Whether what was entered stands in a text of a row, and is hidden there. What was sent as a secret in that very row is none. */
  isEnteredIn(text: string, place: Place): boolean {
    const plain = plainOf(text)
    for (const { from, to } of this.#enteredIn(plain, place)) {
      if (place.isShown || this.#entered.get(this.#secretOf(plain.slice(from, to)))?.rows.has(place.row) !== true)
        return true
    }
    return false
  }

  *foundIn(plain: string, place?: Place): Generator<Found> {
    const grouped = groupedDigits(plain, this.#given)
    for (const { from, to } of [...this.#givenIn(plain), ...grouped]) yield this.#found(plain, from, to)
    yield* this.#enteredIn(plain, place)
  }

  /** Also within other words and numbers: of a text that nothing can be read from. */
  *everywhereIn(plain: string): Generator<Found> {
    const folded = new FoldedText(plain)
    for (const { from, to } of [...this.#givenIn(plain), ...folded.around(this.#index.spansIn(folded.text))])
      yield this.#found(plain, from, to)
  }

  #givenIn(plain: string): readonly Span[] {
    const given = [...this.#given]
    return spansThrough(plain, (read) => {
      const folded = new FoldedText(read)
      return folded.around(given.flatMap((secret) => stretchesOf(folded.text, secret)))
    })
  }

  *#enteredIn(plain: string, place: Place | undefined): Generator<Found> {
    let [line, end] = ['', -1]
    const folded = new FoldedText(plain)
    for (const { from, to } of alone(plain, [
      ...folded.whole(this.#index.spansIn(folded.text)),
      ...groupedDigits(plain, this.#entered),
    ])) {
      if (from > end) {
        const next = plain.indexOf('\n', from)
        end = next === -1 ? plain.length : next
        line = plain.slice(plain.lastIndexOf('\n', from) + 1, end)
      }
      const secret = this.#secretOf(plain.slice(from, to))
      if (this.#isOpen(secret, place?.row)) continue
      if (place?.isShown !== true || !this.#isKnown(line, place.row, secret)) yield this.#found(plain, from, to)
    }
  }

  /** Whether the subscriber of a row answered a question with it that isn't sensitive, and it's the secret of others alone. */
  #isOpen(secret: string, row: LogRow | undefined): boolean {
    if (row === undefined) return false
    const whose = whoseOf(row)
    return this.#open.get(whose)?.has(secret) === true && this.#entered.get(secret)?.whose.has(whose) !== true
  }

  /**
   * Whether a line was shown before a secret was entered. What it answers may have told it (`Code 482913. Enter it`), and so may
   * what speaks of secrets: `Your one-time code:` in the line before.
   */
  #isKnown(line: string, row: LogRow, secret: string): boolean {
    const entered = this.#entered.get(secret)
    if (entered === undefined || entered.answered.has(line) || this.#telling.has(line)) return false
    return isBefore(this.#lines.get(line) ?? row, entered.row) && !speaksOfSecret(line)
  }

  /** What was entered, of what stands in a text: there its digits may be in groups. */
  #secretOf(text: string): string {
    const folded = foldedOf(text)
    return this.#entered.has(folded) ? folded : bareOf(folded)
  }

  #found(plain: string, from: number, to: number): Found {
    return { from, to, shown: this.#standIns.of(plain.slice(from, to)) }
  }
}

/** Where a text stands: in what somebody sent in a row, or in what the application shows there. */
interface Place {
  readonly row: LogRow
  readonly isShown: boolean
}

interface Entered {
  /** Where it was first. */
  readonly row: LogRow
  /** Where else, too. */
  readonly rows: Set<LogRow>
  /** The lines of the screens that it answers. */
  readonly answered: Set<string>
  /** The subscribers that entered it. */
  readonly whose: Set<string>
}

/** The phone of a row, in its last digits: a message is sent to a number in another form. */
function whoseOf({ origin, about }: LogRow): string {
  return (origin?.phone?.number ?? about.mobile ?? '').replaceAll(/\D/g, '').slice(-subscriber)
}

const subscriber = 9

/** A call that is made while a turn runs has the lower number. */
function isBefore(row: LogRow, entered: LogRow): boolean {
  return row.id < entered.id && (row.direction === 'push' || row.at < entered.at)
}

/**
 * Where numbers stand in groups of digits in a plain text: `482 913` and `482-913` for 482913. What is longer than codes are isn't looked for.
 *
 * @param numbers those that are looked for, and other texts
 */
function* groupedDigits(plain: string, numbers: { has(text: string): boolean }): Generator<Span> {
  for (const { 0: run, index } of plain.matchAll(digitGroups)) {
    const parts = [...run.matchAll(/\d+/g)].map(({ 0: digits, index: at }) => ({ digits, from: index + at }))
    for (const [place, { digits, from }] of parts.entries()) {
      let number = digits
      for (const next of parts.slice(place + 1, place + longestGrouped)) {
        number += next.digits
        if (number.length > longestGrouped) break
        if (number.length >= shortestGrouped && numbers.has(number)) yield { from, to: next.from + next.digits.length }
      }
    }
  }
}

const digitGroups = /\d+(?:[ -]\d+)*/g
// Digits. Three in groups stand in other texts by chance.
const shortestGrouped = 4
const longestGrouped = 12

/** Texts that are looked for all at once: what it costs grows with the text, not with how many they are. */
export class TextIndex {
  /** By their first character and their length. */
  readonly #texts = new Map<string, Map<number, Set<string>>>()
  readonly #long: string[] = []

  add(text: string): void {
    if (text === '') return
    if (text.length > longest) return void this.#long.push(text)
    const first = text.charAt(0)
    const byLength = this.#texts.get(first) ?? new Map<number, Set<string>>()
    this.#texts.set(first, byLength)
    const same = byLength.get(text.length) ?? new Set()
    byLength.set(text.length, same.add(text))
  }

  /** Where they stand. They may overlap. */
  spansIn(plain: string): readonly Span[] {
    const found = [...spansOf(plain, this.#long)]
    if (this.#texts.size === 0) return found
    for (let from = 0; from < plain.length; from++) {
      for (const [length, texts] of this.#texts.get(plain.charAt(from)) ?? none) {
        const to = from + length
        if (to <= plain.length && texts.has(plain.slice(from, to))) found.push({ from, to })
      }
    }
    return found
  }
}

const none: ReadonlyMap<number, ReadonlySet<string>> = new Map()

// Characters. A longer one is looked for by itself: to compare it at each place would cost both lengths multiplied.
const longest = 64
