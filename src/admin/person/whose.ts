import type { Numbering } from '../../text/countries.ts'
import { maskPhone, phoneKey, toInternational } from '../../text/phone.ts'
import { readPhone } from '../check-query.ts'
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
