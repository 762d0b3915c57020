import type { Numbering } from '../../../text/countries.ts'
import { type Found, plainOf, replacePlain } from '../../../text/folded/plain-digits.ts'
import { spansOf } from '../../../text/hide-secrets.ts'
import { numberingOf, separatedDigits, toInternational } from '../../../text/phone.ts'
import { magicNumbers } from '../../checkout/customers/magic-numbers.ts'
import { messageNumbers } from '../../messages/magic-numbers.ts'
import { numbersIn } from './numbers-in.ts'

/** What must not stand in a recording, each with what stands for it. */
export class Masks {
  readonly #phones: string[] = []
  /** Where the first phone is from: numbers are written as there. */
  #home: Numbering | undefined
  readonly #texts = new Map<string, string>()

  get isEmpty(): boolean {
    return this.#phones.length + this.#texts.size === 0
  }

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
    if (!this.#phones.includes(phone)) this.#phones.push(phone)
  }

  /**
   * The phone numbers of a text that somebody sent: entered, dialled with the code, or written in a message. What the application
   * alone writes is none of these: it doesn't write a stand-in when it is played again.
   */
  addPhonesIn(text: string): void {
    const plain = plainOf(text)
    for (const number of numbersIn(plain)) this.addPhone(number)
    // Where there is no trunk prefix, a national number is certain only in its own country.
    for (const answer of plain.split(/[*#]/)) {
      if (/\d{9}/.test(answer.replaceAll(/\D/g, '')) && toInternational(answer.trim(), this.#home) !== null)
        this.addPhone(answer.trim())
    }
  }

  /** A secret, such as a PIN. @returns its stand-in, as long as it is and of the same kind */
  addSecret(text: string): string {
    const standIn = standInOf(text)
    this.#texts.set(text, standIn)
    return standIn
  }

  text(text: string): string {
    const standIn = this.#texts.get(text)
    if (standIn !== undefined) return standIn
    return replacePlain(text, (plain) => this.#foundIn(plain))
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

  /** In the order of the text. All at once: what stands for one may be another. */
  #foundIn(plain: string): readonly Found[] {
    const found = [...this.#secretsIn(plain), ...this.#phonesIn(plain)].sort((one, other) => one.from - other.from)
    const apart: Found[] = []
    for (const one of found) {
      const last = apart.at(-1)
      if (last === undefined || one.from >= last.to) apart.push(one)
      // Of neither is a rest left.
      else {
        const to = Math.max(last.to, one.to)
        apart[apart.length - 1] = { from: last.from, to, shown: standInOf(plain.slice(last.from, to)) }
      }
    }
    return apart
  }

  *#secretsIn(plain: string): Generator<Found> {
    // A shorter one stands in other texts by chance.
    const secrets = [...this.#texts.keys()].map(plainOf).filter(({ length }) => length >= shortestSecret)
    for (const { from, to } of spansOf(plain, secrets)) yield { from, to, shown: standInOf(plain.slice(from, to)) }
  }

  /** With whatever people write between the digits, which stays. */
  *#phonesIn(plain: string): Generator<Found> {
    if (this.#phones.length === 0) return
    for (const { 0: run, index: start } of plain.matchAll(separatedDigits)) {
      const places = Array.from(run.matchAll(/\d/g), ({ index }) => start + index)
      const digits = run.replaceAll(/\D/g, '')
      for (const [number, phone] of this.#phones.entries()) {
        const { length } = phone
        const standIn = String(number).padStart(length, '0')
        for (let at = digits.indexOf(phone); at !== -1; at = digits.indexOf(phone, at + length)) {
          const [from = 0, last = 0] = [places[at], places[at + length - 1]]
          let next = 0
          const shown = plain.slice(from, last + 1).replaceAll(/\d/g, () => standIn.charAt(next++))
          yield { from, to: last + 1, shown }
        }
      }
    }
  }
}

/** As long, and of the same kind. Of ones: `0` and `00` are keys that lead back, and most questions take a 1. */
export function standInOf(text: string): string {
  return text.replaceAll(/\d/g, '1').replaceAll(/[^\d\s]/g, 'x')
}

/** So many digits at the end are the subscriber's; what stands before is the country's. */
const subscriber = 9

/** Characters. */
export const shortestSecret = 3

/** The names of fields whose digits are no phone, though they may look like one. */
const identifier = /(?:id|reference|code|token|date|time)$/i

const magic = new Set([...magicNumbers, ...messageNumbers].map(({ mobile }) => mobile.slice(-subscriber)))

function isPhone(name: string, value: unknown): value is string {
  return typeof value === 'string' && /^(?:to|from)$|mobile|phone/i.test(name) && /^\+?\d{9,15}$/.test(value)
}
