import { type Found, plainOf, replacePlain } from '../../text/folded/plain-digits.ts'
import { spansOf } from '../../text/hide-secrets.ts'
import { separatedDigits } from '../../text/phone.ts'
import { magicNumbers } from '../checkout/customers/magic-numbers.ts'
import { messageNumbers } from '../messages/magic-numbers.ts'

/** What must not stand in a recording, each with what stands for it. */
export class Masks {
  readonly #phones: string[] = []
  readonly #texts = new Map<string, string>()

  get isEmpty(): boolean {
    return this.#phones.length + this.#texts.size === 0
  }

  /** A phone number, however it is written. The simulator's own magic numbers are nobody's. */
  addPhone(number: string): void {
    const digits = number.slice(-subscriber)
    if (/^\d{9}$/.test(digits) && !magic.has(digits) && !this.#phones.includes(digits)) this.#phones.push(digits)
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

  /** The phone numbers of a value: the names of its fields say where one is. */
  addPhonesOf(value: unknown): void {
    JSON.stringify(value, (name, held) => {
      if (isPhone(name, held)) this.addPhone(held)
      return held
    })
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
        const standIn = String(number).padStart(subscriber, '0')
        for (let at = digits.indexOf(phone); at !== -1; at = digits.indexOf(phone, at + subscriber)) {
          const [from = 0, last = 0] = [places[at], places[at + subscriber - 1]]
          let next = 0
          const shown = plain.slice(from, last + 1).replaceAll(/\d/g, () => standIn.charAt(next++))
          yield { from, to: last + 1, shown }
        }
      }
    }
  }
}

/** As long, and of the same kind. */
function standInOf(text: string): string {
  return text.replaceAll(/\d/g, '0').replaceAll(/[^\d\s]/g, 'x')
}

/** So many digits at the end are the subscriber's; what stands before is the country's. */
const subscriber = 9

const shortestSecret = 3

const magic = new Set([...magicNumbers, ...messageNumbers].map(({ mobile }) => mobile.slice(-subscriber)))

function isPhone(name: string, value: unknown): value is string {
  return typeof value === 'string' && /^(?:to|from)$|mobile|phone/i.test(name) && /^\+?\d{9,15}$/.test(value)
}
