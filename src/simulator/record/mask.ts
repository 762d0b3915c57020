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
    const standIn = text.replaceAll(/\d/g, '0').replaceAll(/[^\d\s]/g, 'x')
    this.#texts.set(text, standIn)
    return standIn
  }

  text(text: string): string {
    const standIn = this.#texts.get(text)
    if (standIn !== undefined) return standIn
    // A shorter one stands in other texts by chance.
    const all = [...[...this.#texts.keys()].filter(({ length }) => length >= shortestSecret), ...this.#phones]
    if (all.length === 0) return text
    // All at once: what stands for one may be another.
    const escaped = all.map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    return text.replaceAll(new RegExp(escaped.join('|'), 'g'), (found) => this.#texts.get(found) ?? this.#stand(found))
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

  #stand(digits: string): string {
    return String(this.#phones.indexOf(digits)).padStart(subscriber, '0')
  }
}

/** So many digits at the end are the subscriber's; what stands before is the country's. */
const subscriber = 9

const shortestSecret = 3

const magic = new Set([...magicNumbers, ...messageNumbers].map(({ mobile }) => mobile.slice(-subscriber)))

function isPhone(name: string, value: unknown): value is string {
  return typeof value === 'string' && /^(?:to|from)$|mobile|phone/i.test(name) && /^\+?\d{9,15}$/.test(value)
}
