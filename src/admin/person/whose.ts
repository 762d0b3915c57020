import type { Numbering } from '../../text/countries.ts'
import { maskPhone, phoneKey, toInternational } from '../../text/phone.ts'
import { readPhone } from '../check-query.ts'
import { FMW_LOOK } from '../errors.ts'
import { WrittenNumber } from './written-number.ts'

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
