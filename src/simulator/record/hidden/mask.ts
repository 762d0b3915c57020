import type { Numbering } from '../../../text/countries.ts'
import { type Found, plainOf, replacePlain } from '../../../text/folded/plain-digits.ts'
import { numberingOf, toInternational } from '../../../text/phone.ts'
import { magicNumbers } from '../../checkout/customers/magic-numbers.ts'
import type { LogRow } from '../../log/row.ts'
import { messageNumbers } from '../../messages/magic-numbers.ts'
import { readTextOffers } from '../../phone/offers.ts'
import { aloneIn, numbersIn } from './alone.ts'
import { FoldedText, foldedOf } from './folded-text.ts'
import { KnownPhones } from './known-phones.ts'
import { LongSecrets } from './long-secrets.ts'
import { bareOf, StandIns, shortestSecret } from './stand-ins.ts'

/** What must not stand in a recording, each with what stands for it. */
export class Masks {
  readonly #phones = new KnownPhones()
  /** Where the first phone is from: numbers are written as there. */
  #home: Numbering | undefined
  readonly #standIns = new StandIns()
  readonly #long = new LongSecrets(this.#standIns)
  readonly #short = new ShortSecrets(this.#standIns)
  readonly #whole = new Set<string>()

  /** A phone number, however it is written. The simulator's own magic numbers are nobody's. */
  addPhone(number: string): void {
    const international = toInternational(number, this.#home)
    const digits = (international ?? number).replaceAll(/\D/g, '')
    const numbering = international === null ? undefined : numberingOf(digits)
    this.#home ??= numbering
    // What belongs to the country stays, so that the stand-in is a number of the same one.
    const own = numbering === undefined ? subscriber : digits.length - numbering.callingCode.length
    const phone = digits.slice(-Math.min(own, subscriber))
    if (digits.length < subscriber || magic.has(digits.slice(-subscriber))) return
    this.#phones.add(phone)
  }

  /**
   * The phone numbers of a text that somebody sent: entered, dialled with the code, or written in a message. What the application
   * alone writes is none of these: it doesn't write a stand-in when it is played again.
   */
  addPhonesIn(text: string): void {
    const plain = plainOf(text)
    for (const number of numbersIn(plain)) this.addPhone(number)
    // A slash is that of a date or a path, unless all of it reads as a number.
    if (plain.includes('/')) for (const number of numbersIn(plain.replaceAll('/', '-'))) this.addPhone(number)
    // Where there is no trunk prefix, a national number is certain only in its own country.
    for (const answer of plain.split(/[*#]/)) {
      if (/\d{9}/.test(answer.replaceAll(/\D/g, '')) && toInternational(answer.trim(), this.#home) !== null)
        this.addPhone(answer.trim())
    }
  }

  /**
   * A secret, such as a PIN. It's hidden without its spaces too: a question may read it so.
   *
   * @param row where it was entered or dialled; undefined for one that is hidden in every row, also within other words
   * @param answered the screen that it answers, where it answers one
   */
  addSecret(text: string, row?: LogRow, answered?: string): void {
    if (text === '') return
    // What stands for a number is one: it may be that of a phone, which dials.
    if (row === undefined && text.startsWith('+') && toInternational(text) !== null) {
      const home = this.#home
      this.addPhone(text)
      this.#home = home
      return
    }
    this.#standIns.add(text)
    if (isShort(text)) this.#short.add(text, row)
    else this.#long.add(text, row, answered)
    if (isShort(text) && row === undefined) this.#whole.add(foldedOf(text))
    const bare = bareOf(plainOf(text))
    // One that is given is hidden within words too, and a short one stands there by chance.
    if (bare.length < text.length && !(row === undefined && isShort(bare))) this.addSecret(bare, row, answered)
  }

  /** A secret of one or two characters that is hidden where it's the whole of a text. */
  addWhole(text: string): void {
    this.#standIns.add(text)
    this.#whole.add(foldedOf(text))
  }

  /** What the application showed in a row. What it showed before a secret was entered doesn't tell the secret. */
  addShown(text: string, row: LogRow): void {
    this.#long.addShown(text, row)
  }

  /** What a recording has in the place of a secret. Ask when all are known: of two none has that of the other. */
  standIn(text: string): string {
    return this.#standIns.of(text)
  }

  /** What a subscriber answered to a screen that the application told isn't sensitive: it stays, though it's the secret of another. */
  addOpen(text: string, row: LogRow): void {
    this.#long.addOpen(text, row)
  }

  /** What somebody sent, in a row where it's known. */
  text(text: string, row?: LogRow): string {
    return this.#hidden(text, row, (plain) => this.#long.foundIn(plain, row && { row, isShown: false }))
  }

  /** What the application shows in a row. */
  shown(text: string, row: LogRow): string {
    return this.#short.hide(
      this.#hidden(text, row, (plain) => this.#long.foundIn(plain, { row, isShown: true })),
      row,
    )
  }

  /** What somebody sent in a row, without the short secrets of its session. */
  sent(text: string, row: LogRow): string {
    return this.#short.hide(this.text(text, row), row)
  }

  /** A text that nothing can be read from: secrets are hidden within words and numbers too. */
  unread(text: string): string {
    return this.#hidden(text, undefined, (plain) => this.#long.everywhereIn(plain))
  }

  /** Whether a row shows something that was entered as a secret. */
  hidesIn(text: string, row: LogRow): boolean {
    return this.#long.isEnteredIn(text, { row, isShown: true })
  }

  /** Whether what somebody sent in a row is hidden because it was entered as a secret elsewhere: by others, or at another time. */
  hidesSent(text: string, row: LogRow): boolean {
    return this.#long.isEnteredIn(text, { row, isShown: false })
  }

  /** The phone numbers of a value: the names of its fields say where one is, and each text may hold some that isn't an identifier. */
  addPhonesOf(value: unknown): void {
    const texts: string[] = []
    JSON.stringify(value, (name, held) => {
      if (isPhone(name, held)) this.addPhone(held)
      else if (typeof held === 'string' && !identifier.test(name)) texts.push(held)
      return held
    })
    for (const text of texts) this.addPhonesIn(text)
  }

  /** A value of JSON with all of it hidden in every text. */
  value<Value>(value: Value): Value {
    return JSON.parse(JSON.stringify(value), (_name, held) => (typeof held === 'string' ? this.text(held) : held))
  }

  #hidden(text: string, row: LogRow | undefined, secretsIn: (plain: string) => Iterable<Found>): string {
    if (this.#whole.has(foldedOf(text)) || this.#long.has(text, row)) return this.#standIns.of(text)
    return replacePlain(text, (plain) => this.#foundIn(plain, secretsIn(plain)))
  }

  /** In the order of the text. All at once: what stands for one may be another. */
  #foundIn(plain: string, secrets: Iterable<Found>): readonly Found[] {
    const found = [
      ...secrets,
      ...this.#phones.foundIn(plain),
      ...this.#phones.shortenedIn(plain, this.#home?.callingCode),
    ].sort((one, other) => one.from - other.from)
    const apart: { readonly from: number; to: number; shown: string | undefined }[] = []
    for (const one of found) {
      const last = apart.at(-1)
      if (last === undefined || one.from >= last.to) apart.push({ ...one })
      // Of neither is a rest left.
      else {
        last.to = Math.max(last.to, one.to)
        last.shown = undefined
      }
    }
    return apart.map(({ from, to, shown = this.#standIns.of(plain.slice(from, to)) }) => ({ from, to, shown }))
  }
}

/** So many digits at the end are the subscriber's; what stands before is the country's. */
const subscriber = 9

/** The names of fields whose digits are no phone, though they may look like one. */
const identifier = /(?:id|reference|code|token|date|time)$/i

const magic = new Set([...magicNumbers, ...messageNumbers].map(({ mobile }) => mobile.slice(-subscriber)))

function isPhone(name: string, value: unknown): value is string {
  return typeof value === 'string' && /^(?:to|from)$|mobile|phone/i.test(name) && /^\+?\d{9,15}$/.test(value)
}

/**
 * Secrets of one or two characters. They stand in other texts by chance, so they are hidden only where they stand alone, and only
 * from the answer on that they were.
 */
class ShortSecrets {
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

function isShort(text: string): boolean {
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
