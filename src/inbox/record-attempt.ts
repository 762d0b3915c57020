import type { AttemptRecord, StoredEntry } from '../store/entry.ts'
import { lineOfError } from '../text/describe-error.ts'
import type { AttemptEnd } from './attempt-run.ts'
import type { EndedRun } from './delivery-reports.ts'

/** An attempt as it is remembered: what went wrong in one line, masked. */
export function recordAttempt(run: EndedRun, end: AttemptEnd, note: string | undefined): AttemptRecord {
  const { entry, number, startedAt, ms } = run
  const attempt = { number, startedAt, ms, replay: entry.replay, error: end.ok ? null : errorLine(end.error) }
  return note === undefined ? attempt : { ...attempt, note: fitting(note) }
}

/** The number of the next attempt: it goes on counting over replays. */
export function nextNumber({ attempts }: StoredEntry): number {
  return (attempts.at(-1)?.number ?? 0) + 1
}

/** An error in one line, masked. */
export function errorLine(error: unknown): string {
  // Whatever a handler throws must fit every store.
  return fitting(lineOfError(error))
}

function fitting(text: string): string {
  return text.slice(0, longestError).toWellFormed().replaceAll('\0', ' ')
}

const longestError = 1_000
