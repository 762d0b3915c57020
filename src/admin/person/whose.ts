import { countries, type Numbering } from '../../text/countries.ts'
import { maskPhone, phoneKey, toInternational } from '../../text/phone.ts'
import { readPhone } from '../check-query.ts'
import { FMW_LOOK } from '../errors.ts'

/** One person, by their phone. */
export class Whose {
  /** What finds them. */
  readonly key: string
  readonly masked: string
  /** In each way of writing it; undefined where it is none, or nobody said of which country. */
  readonly number: WrittenNumber | undefined
  readonly #text: string
  readonly #country: Numbering | undefined

  /** @throws FMW_LOOK */
  constructor(phone: string, country: Numbering | undefined) {
    this.key = readPhone(phone, country)
    this.#country = country
    const international = toInternational(phone, country)
    this.masked = maskPhone(international ?? phone)
    this.number = international === null ? undefined : new WrittenNumber(international.slice(1), country)
    this.#text = phone.trim()
  }

  /**
   * Refuses what is no whole number, where nothing is kept under it: it may be part of one, or one as it is dialled, under which
   * everything is kept in another form.
   *
   * @throws FMW_LOOK
   */
  checkFound(...found: readonly (readonly unknown[])[]): void {
    if (this.number !== undefined || found.some((some) => some.length > 0)) return
    throw new FMW_LOOK(
      'phone',
      'must be a whole number, as +233000000000, or be given with its country: nothing is kept under it as it stands',
    )
  }

  /** Whether a text is their number. */
  is(text: string): boolean {
    return phoneKey(text, this.#country) === this.key
  }

  /** Whether their number stands in a text. */
  isIn(text: string): boolean {
    return this.number?.isIn(text) === true
  }

  /** A text without their number. */
  without(text: string): string {
    if (this.is(text)) return this.masked
    return this.number === undefined ? text : this.number.without(text, this.masked)
  }

  /** Whether bytes, read as Latin-1, have the number, or what stands in its place. */
  isAmong(bytes: string): boolean {
    return this.number === undefined
      ? bytes.includes(Buffer.from(this.#text).toString('latin1'))
      : this.number.isAmong(bytes)
  }
}

/**
 * One phone number, in each way that a text may write it: with its calling code after `+`, `00` or nothing, as it is dialled in its
 * country, and each of them with spaces, dashes, dots or brackets between the digits.
 *
 * @example
 * const number = new WrittenNumber('233000000000')
 * number.without('call 000 000 0000', '+233...000') // 'call +233...000'
 */
class WrittenNumber {
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
