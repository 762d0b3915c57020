import type { DateOrder } from './date-order.ts'
import { isoDay } from './iso-day.ts'

/**
 * The days that an entry may mean, as `2026-12-31`, the likeliest first: one for a year of four digits, up to two for a
 * year of two, none where it is no date. A slash, a dash, a point or a space parts the numbers, or nothing where each
 * has all its digits. Four digits in front are a year in every order.
 *
 * @example
 * ```ts
 * daysMeant('31/12/2026', 'dmy') // ['2026-12-31']
 * daysMeant('31.12.26', 'dmy') // ['2026-12-31', '1926-12-31']
 * ```
 */
export function daysMeant(entry: string, order: DateOrder): readonly string[] {
  for (const form of forms[order]) {
    const { year, month, day } = form.exec(entry)?.groups ?? {}
    if (year !== undefined) return yearsMeant(year).flatMap((one) => isoDay(one, Number(month), Number(day)) ?? [])
  }
  return []
}

const yearFirst = /^(?<year>\d{4}|\d\d)(?<mark> ?[/.-] ?| )(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/
const wholeYearFirst = /^(?<year>\d{4})(?<mark> ?[/.-] ?| )(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/

const forms: Readonly<Record<DateOrder, readonly RegExp[]>> = {
  dmy: [
    /^(?<day>\d{1,2})(?<mark> ?[/.-] ?| )(?<month>\d{1,2})\k<mark>(?<year>\d{4}|\d\d)$/,
    /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4}|\d\d)$/,
    wholeYearFirst,
  ],
  mdy: [
    /^(?<month>\d{1,2})(?<mark> ?[/.-] ?| )(?<day>\d{1,2})\k<mark>(?<year>\d{4}|\d\d)$/,
    /^(?<month>\d\d)(?<day>\d\d)(?<year>\d{4}|\d\d)$/,
    wholeYearFirst,
  ],
  ymd: [yearFirst, /^(?<year>\d{4}|\d\d)(?<month>\d\d)(?<day>\d\d)$/],
}

/** Of two digits: below this one they are sooner of the 21st century than of the 20th. */
const pivot = 50

function yearsMeant(digits: string): readonly number[] {
  const year = Number(digits)
  if (digits.length === 4) return [year]
  return year < pivot ? [2000 + year, 1900 + year] : [1900 + year, 2000 + year]
}
