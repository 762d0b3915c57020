import { countries, type Numbering } from '../../text/countries.ts'

/**
 * One phone number, in each way that a text may write it: with its calling code after `+`, `00` or nothing, as it is dialled in its
 * country, and each of them with spaces, dashes, dots or brackets between the digits.
 *
 * @example
 * const number = new WrittenNumber('233000000000')
 * number.without('call 000 000 0000', '+233...000') // 'call +233...000'
 */
export class WrittenNumber {
  /** Each way of writing it has these, once all that is no digit is taken out. */
  readonly digits: string
  readonly #international: string
  readonly #national: string
  /** The digits of each way, the longest first. */
  readonly #ways: readonly string[]

  /**
   * @param international with the calling code, without a plus
   * @param country whose number it may be, if that is not in the table
   */
  constructor(international: string, country?: Numbering) {
    const own = [country, ...Object.values<Numbering>(countries)].find(
      (numbering) => numbering !== undefined && international.startsWith(numbering.callingCode),
    )
    const { callingCode = '', trunk = '' } = own ?? {}
    this.digits = international.slice(callingCode.length)
    this.#international = international
    this.#national = trunk + this.digits
    // Without a trunk prefix a few digits may as well be any number: it is one where they are said to be dialled there.
    const isDialled = own !== undefined && (trunk !== '' || own === country)
    this.#ways = [
      `00${international}`,
      // As in `+233 (0)`.
      ...(trunk === '' ? [] : [callingCode + this.#national]),
      international,
      ...(isDialled ? [this.#national] : []),
    ]
  }

  /** Whether it stands in a text, and is no part of a longer one. */
  isIn(text: string): boolean {
    return this.without(text, '') !== text
  }

  /** Whether its digits stand in bytes that are read as Latin-1: beside them there may be the digits of another value. */
  isAmong(bytes: string): boolean {
    for (const [found] of bytes.matchAll(run)) {
      const digits = found.replaceAll(/\D/g, '')
      if (digits.includes(this.#national) || digits.includes(this.#international)) return true
    }
    return false
  }

  /** A text without it. @param masked takes its place */
  without(text: string, masked: string): string {
    return text.replaceAll(run, (found) => this.#outOf(found, masked))
  }

  #outOf(found: string, masked: string): string {
    const places = Array.from(found.matchAll(/\d/g), ({ index }) => index)
    const digits = found.replaceAll(/\D/g, '')
    const isBorder = (at: number): boolean => places[at - 1] !== Number(places[at]) - 1
    let [kept, at] = [0, 0]
    let text = ''
    while (at < digits.length) {
      const way = this.#ways.find((each) => digits.startsWith(each, at) && isBorder(at) && isBorder(at + each.length))
      if (way === undefined) at += 1
      else {
        text += found.slice(kept, at === 0 ? 0 : places[at]) + masked
        at += way.length
        kept = Number(places[at - 1]) + 1
      }
    }
    return text + found.slice(kept)
  }
}

/** Digits, and what `toInternational` reads over between them. */
const run = /\+?\d(?:[ ().-]{0,3}\d)+/g
