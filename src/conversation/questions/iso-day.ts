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
