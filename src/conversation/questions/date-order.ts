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
