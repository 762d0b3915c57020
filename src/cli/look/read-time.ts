import { printable } from '../../text/clean-text.ts'
import { readDate } from '../../text/read-date.ts'
import { UsageError } from '../terminal.ts'

/**
 * A time of the command line: a span back from now (`30s`, `15m`, `2h`, `7d`, `2w`), or a date with or without a time
 * of day (`2026-11-20`, `2026-11-20T10:00Z`), GMT where it names no zone.
 *
 * @throws UsageError naming the option
 */
export function readTime(option: string, text: string | undefined, now: number): Date | undefined {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  const span = spans.get(unit)
  const time = span === undefined ? readDate(text) : new Date(now - Number(count) * span)
  if (time === null)
    throw new UsageError(
      `${option} takes a span such as 2h or 7d, or a time such as 2026-11-20T10:00Z, not '${printable(text)}'.`,
    )
  return time
}

/** Between what times; each as `readTime` takes it. */
export interface SpanValues {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Both ends of a span. @throws UsageError naming the option */
export function readSpan({ since, until }: SpanValues, now: number) {
  return { since: readTime('--since', since, now), until: readTime('--until', until, now) }
}

/** What was read of a command line at once, so that what makes no sense is said before a store is opened; spans are read by its time. */
export function readAt<Values>(read: (now: number) => Values): (now: number) => Values {
  read(Date.now())
  return read
}

const minute = 60_000
const day = 24 * 60 * minute
const spans: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', minute],
  ['h', 60 * minute],
  ['d', day],
  ['w', 7 * day],
])

/** A time as tables show it: GMT, to the second. */
export function showTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

/** The same to the minute, where there is little room. */
export function showMinute(time: Date): string {
  return showTime(time).slice(0, 16)
}

/** A span in words: `350 ms`, `12 s`, `5 m`, `3 h`, `2 d`. */
export function showSpan(ms: number): string {
  const [unit, size] = shownUnits.find(([, least]) => ms >= 2 * least) ?? ['ms', 1]
  return `${Math.round(ms / size)} ${unit}`
}

const shownUnits: readonly (readonly [unit: string, size: number])[] = [
  ['d', day],
  ['h', 60 * minute],
  ['m', minute],
  ['s', 1_000],
]
