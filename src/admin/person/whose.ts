import type { Numbering } from '../../text/countries.ts'
import { maskPhone, toInternational } from '../../text/phone.ts'
import { phoneKey } from '../../text/phone-key.ts'
import { readPhone } from '../check-query.ts'

/** One person, by their phone. */
export class Whose {
  /** What finds them. */
  readonly key: string
  readonly masked: string
  /** Of the number with its country; undefined where it is none, or nobody said of which country. */
  readonly digits: string | undefined
  readonly #country: Numbering | undefined
  readonly #written: RegExp | undefined

  /** @throws FMW_LOOK */
  constructor(phone: string, country: Numbering | undefined) {
    this.key = readPhone(phone, country)
    this.#country = country
    const international = toInternational(phone, country)
    this.masked = maskPhone(international ?? phone)
    this.digits = international?.slice(1)
    this.#written = this.digits === undefined ? undefined : writtenAs(this.digits, country)
  }

  /** Whether a text is their number. */
  is(text: string): boolean {
    return phoneKey(text, this.#country) === this.key
  }

  /** Whether their number stands in a text. */
  isIn(text: string): boolean {
    return this.#written?.test(text.replaceAll(between, '')) === true
  }

  /** A text without their number. */
  without(text: string): string {
    if (this.is(text)) return this.masked
    if (this.#written === undefined || !this.isIn(text)) return text
    const replaced = text.replaceAll(new RegExp(this.#written, 'g'), this.masked)
    // It is written with something between its digits: what stays readable is worth less than what goes.
    return this.isIn(replaced) ? erased : replaced
  }
}

/** Stands for what was erased. */
export const erased = '(erased)'

const between = /(?<=\d)[ .-](?=\d)/g

function writtenAs(digits: string, country: Numbering | undefined): RegExp {
  const national =
    country !== undefined && digits.startsWith(country.callingCode)
      ? `|${country.trunk ?? ''}${digits.slice(country.callingCode.length)}`
      : ''
  return new RegExp(`(?<!\\d)(?:(?:\\+|00)?${digits}${national})(?!\\d)`)
}
