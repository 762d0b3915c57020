/**
 * Reads the loose date forms that the service uses: ISO 8601 with a `T` or a space, with or without
 * seconds, with 1 to 9 fraction digits (cut to milliseconds), with `Z`, `+00:00`, `+0000`, `+00` or no zone
 * (then GMT, reference 2.9), `YYYY-MM-DD HH:MM` (reference 4.11), a date alone (its midnight in GMT), and
 * `/Date(ms)/`.
 *
 * `null` for anything else: forms that could mean two days (`01/02/2026`), days that do not exist, and years
 * before 1900, because some platforms write "no date" as the first day of year 1.
 *
 * @example
 * ```ts
 * readDate('2026-03-01 09:30')?.toISOString() // '2026-03-01T09:30:00.000Z'
 * readDate('2026-02-30') // null
 * ```
 */
export function readDate(text: string): Date | null {
  if (text.length > longest) return null
  const milliseconds = readIso(text) ?? readTicks(text)
  if (milliseconds === undefined || milliseconds < earliest || milliseconds > latest) return null
  return new Date(milliseconds)
}

/** The longest form that is read, with some space around it; bounds the work on hostile text. */
const longest = 48

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const iso =
  /^ ?(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(?:[Zz]|([+-])(\d{2}):?(\d{2})?))?)? ?$/

/** A zone after the ticks only tells how the sender would have shown them: the ticks are GMT already. */
const ticks = /^ ?\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/ ?$/

const minute = 60_000

/** Milliseconds since 1970, or undefined when the text has another form or names no real moment. */
function readIso(text: string): number | undefined {
  const match = iso.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '0', minutes = '0', seconds = '0', fraction = ''] = match
  const [sign, zoneHour = '0', zoneMinute = '0'] = match.slice(8)
  const date = startOfDay(Number(year), Number(month), Number(day))
  const time = timeOfDay(Number(hour), Number(minutes), Number(seconds))
  const zone = zoneOffset(Number(zoneHour), Number(zoneMinute))
  if (date === undefined || time === undefined || zone === undefined) return undefined
  const moment = date + time + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return sign === '-' ? moment + zone : moment - zone
}

function readTicks(text: string): number | undefined {
  const match = ticks.exec(text)
  return match === null ? undefined : Number(match[1])
}

/** A day that does not exist (30 February) comes back from the calendar as another day. */
function startOfDay(year: number, month: number, day: number): number | undefined {
  const start = new Date(Date.UTC(year, month - 1, day))
  const exists = start.getUTCFullYear() === year && start.getUTCMonth() === month - 1 && start.getUTCDate() === day
  return exists ? start.getTime() : undefined
}

function timeOfDay(hour: number, minutes: number, seconds: number): number | undefined {
  return hour < 24 && minutes < 60 && seconds < 60 ? (hour * 60 + minutes) * minute + seconds * 1000 : undefined
}

/** Zones reach from -12:00 to +14:00; one bound is enough to refuse nonsense. */
function zoneOffset(hours: number, minutes: number): number | undefined {
  return hours <= 14 && minutes < 60 ? (hours * 60 + minutes) * minute : undefined
}
