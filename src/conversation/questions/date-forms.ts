/**
 * In which order a date is written: day, month, year; month, day, year; or year, month, day.
 *
 * @example
 * const order: DateOrder = 'mdy'
 */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/**
 * Whether a value is such an order.
 *
 * @example
 * ```ts
 * isDateOrder('dym') // false
 * ```
 */
export function isDateOrder(value: unknown): boolean {
  return value === 'dmy' || value === 'mdy' || value === 'ymd'
}

/**
 * A day as people write it in an order.
 *
 * @param day as `2026-12-31`
 * @example
 * ```ts
 * writeDay('2026-12-31', 'dmy') // '31/12/2026'
 * ```
 */
export function writeDay(day: string, order: DateOrder): string {
  return day.replace(parts, written[order])
}

const parts = /^(\d{4})-(\d\d)-(\d\d)$/

const written: Readonly<Record<DateOrder, string>> = { dmy: '$3/$2/$1', mdy: '$2/$3/$1', ymd: '$1-$2-$3' }

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

/**
 * A day of the calendar as `2026-12-31`; undefined where there is no such day.
 *
 * @param year 1 to 9999
 * @param month from 1
 * @param day from 1
 * @example
 * ```ts
 * isoDay(2028, 2, 29) // '2028-02-29'
 * isoDay(2026, 2, 29) // undefined
 * ```
 */
export function isoDay(year: number, month: number, day: number): string | undefined {
  return exists(year, month, day) ? `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}` : undefined
}

/**
 * Whether a value is a day of the calendar in that form.
 *
 * @example
 * ```ts
 * isIsoDay('2026-02-29') // false
 * ```
 */
export function isIsoDay(value: unknown): value is string {
  if (typeof value !== 'string' || !form.test(value)) return false
  return exists(Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8)))
}

const form = /^\d{4}-\d{2}-\d{2}$/

function exists(year: number, month: number, day: number): boolean {
  return year >= 1 && year <= 9999 && day >= 1 && day <= daysOf(year, month)
}

/** 0 where there is no such month. */
function daysOf(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (days[month] ?? 0)
}

const days: readonly number[] = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function padded(value: number, length: number): string {
  return `${value}`.padStart(length, '0')
}
