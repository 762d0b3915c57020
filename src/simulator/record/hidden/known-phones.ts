import type { Found } from '../../../text/folded/plain-digits.ts'
import { separatedDigits } from '../../../text/phone.ts'
import { type KnownPhone, shortenedNumbers } from './shortened-numbers.ts'

/** The phones of a recording, by their digits: in each text all of them are looked for at once. */
export class KnownPhones {
  readonly #byDigits = new Map<string, KnownPhone>()
  /** By 3 and by 4 last digits. */
  readonly #byEnd = new Map<string, KnownPhone[]>()
  readonly #lengths = new Set<number>()

  add(phone: string): void {
    if (this.#byDigits.has(phone)) return
    const known = { phone, standIn: String(this.#byDigits.size).padStart(phone.length, '0') }
    this.#byDigits.set(phone, known)
    this.#lengths.add(phone.length)
    for (const length of shownLengths) {
      const end = phone.slice(-length)
      const ending = this.#byEnd.get(end) ?? []
      this.#byEnd.set(end, ending)
      ending.push(known)
    }
  }

  /** What is left of those that the application shortened. @param callingCode of the country whose numbers are written without it */
  shortenedIn(plain: string, callingCode: string | undefined): Iterable<Found> {
    if (this.#byDigits.size === 0) return []
    return shortenedNumbers(plain, (tail) => this.#byEnd.get(tail) ?? [], callingCode)
  }

  /** With whatever people write between the digits, which stays. */
  *foundIn(plain: string): Generator<Found> {
    if (this.#byDigits.size === 0) return
    for (const { 0: run, index: start } of plain.matchAll(separatedDigits)) {
      const places = Array.from(run.matchAll(/\d/g), ({ index }) => start + index)
      const digits = run.replaceAll(/\D/g, '')
      for (const { at, phone, standIn } of this.#phonesOf(digits)) {
        const [from = 0, last = 0] = [places[at], places[at + phone.length - 1]]
        let next = 0
        const shown = plain.slice(from, last + 1).replaceAll(/\d/g, () => standIn.charAt(next++))
        yield { from, to: last + 1, shown }
      }
    }
  }

  *#phonesOf(digits: string): Generator<KnownPhone & { readonly at: number }> {
    /** A number never overlaps itself. */
    const ends = new Map<string, number>()
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= digits.length; at++) {
        const known = this.#byDigits.get(digits.slice(at, at + length))
        if (known === undefined || at < (ends.get(known.phone) ?? 0)) continue
        ends.set(known.phone, at + length)
        yield { ...known, at }
      }
    }
  }
}

/** So many digits at the end count, where the application hides the others. */
const shownLengths = [3, 4]
