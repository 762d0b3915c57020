import { createHash, timingSafeEqual } from 'node:crypto'
import type { TurnMessage } from './channels.ts'

/**
 * The header by which the simulator asks for a turn's timing, and gets it. Asked with the right secret alone, and never in
 * production: the names of your steps are nobody else's business.
 */
export const timingHeader = 'x-merchant-timing'

/** The variable by which an application in another process learns the secret. */
export const timingVariable = 'MERCHANT_TIMING_SECRET'

const secrets = new Set<string>()

/** Lets whoever has a secret ask, in this process. @returns ends it */
export function allowTiming(secret: string): () => void {
  secrets.add(secret)
  return () => void secrets.delete(secret)
}

/** Whether a request may have its timing. */
export function mayHaveTiming(given: string | readonly string[] | undefined): boolean {
  if (typeof given !== 'string' || process.env.NODE_ENV === 'production') return false
  const own = process.env[timingVariable]
  const digest = digestOf(given)
  const known = own === undefined || own.length < shortestSecret ? secrets : [...secrets, own]
  return [...known].some((secret) => timingSafeEqual(digestOf(secret), digest))
}

/** Characters. A shorter one could be guessed, and is as none. */
const shortestSecret = 16

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A timing, as a header may have it: what a header can't hold is escaped. */
export function writeTiming({ steps, late, source, ms, entryId, thrown, hidesNext }: TurnTiming): string {
  const timing: TurnTiming = { source, ms, steps, late, entryId, thrown, hidesNext }
  const json = JSON.stringify(timing, (_name, value) =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  )
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Where the time of a turn went, or of a notification up to its answer, ms from its arrival. The `source` of a notification
 * is `accepted`, `repeated`, `again` (it came before, and had failed for good or not been believed) or `conflict`.
 *
 * @example
 * const waited = ({ steps }: TurnTiming) => steps.some(({ name }) => name === 'wait')
 */
export interface TurnTiming extends Pick<TurnMessage, 'source' | 'ms' | 'steps' | 'late'> {
  /** Of a notification: its entry in the inbox. */
  readonly entryId?: string | undefined
  /** What the handler of a turn threw. */
  readonly thrown?: Thrown | undefined
  /** Of a turn: whether what is entered next is sensitive. A waiting screen asks for nothing, so it has none. */
  readonly hidesNext?: boolean | undefined
}

/**
 * What a handler threw, as the simulator's page shows it in development.
 *
 * @example
 * const inWords = ({ line, place }: Thrown) => `${line}${place === null ? '' : ` (${place})`}`
 */
export interface Thrown {
  /** `ReferenceError: stock is not defined`. What the subscriber entered at a sensitive screen is masked. */
  readonly line: string
  /** The first line of your own code in its stack: `app.js:30`. Null where there is none. */
  readonly place: string | null
}
