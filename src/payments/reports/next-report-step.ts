import type { EntrySummary } from '../../store/entry.ts'

/** What is to be done about a report now. */
export type ReportStep =
  /** Nobody knows yet how the fulfilment ends: look again after `ms`. */
  | { readonly step: 'wait'; readonly ms: number; readonly why: string }
  /** `handled`: whether the handler has returned, or was given up. */
  | { readonly step: 'send'; readonly handled: boolean }
  /** There is nothing to tell. */
  | { readonly step: 'giveUp'; readonly why: string }

/** The time that a report has. Epoch ms */
export interface ReportTimes {
  readonly since: number
  readonly dueBy: number
}

/** What the next step of a report depends on. */
export interface ReportFacts extends ReportTimes {
  /** The entry of its notice. */
  readonly notice: Pick<EntrySummary, 'state' | 'dueAt' | 'reason'>
  /** Whether it was asked for again: by somebody, or because its notice was. */
  readonly replay: boolean
  /** Whether a handler that fails is tried again here. */
  readonly retries: boolean
  /** Epoch ms. */
  readonly now: number
}

/** Decides it by where the notice stands. What is still worked on is neither a success nor a failure. */
export function nextReportStep(facts: ReportFacts): ReportStep {
  const { notice, replay, retries, now, dueBy } = facts
  const { state } = notice
  if (state === 'rejected') return { step: 'giveUp', why: `its notice was rejected: ${notice.reason}` }
  if (state === 'done') return { step: 'send', handled: true }
  if (state === 'dead') {
    if (retries || now >= lastCall(facts)) return { step: 'send', handled: false }
    return { step: 'wait', ms: Math.min(waitFor(facts, longestWait), lastCall(facts) - now), why: mayComeAgain }
  }
  if (state === 'running') return { step: 'wait', ms: waitFor(facts, longestRun), why: 'its handler runs' }
  // One that runs is awaited: it ends soon. Told once: whoever asks again wants it whenever it comes.
  if (now >= dueBy && !replay)
    return { step: 'giveUp', why: 'its handler has not succeeded in time, and goes on trying' }
  return { step: 'wait', ms: waitForHandler(facts, notice.dueAt), why: 'the plugin retries its handler' }
}

/**
 * When a report is tried again that was not taken: the pauses grow with its age, and the last try is when time is over.
 * ms
 *
 * @param retryAfter what the service asks for, ms
 */
export function tryAgainIn({ now, since, dueBy }: ReportTimes & Pick<ReportFacts, 'now'>, retryAfter: number): number {
  const pause = Math.min(Math.max((now - since) / 4, firstPause), longestPause)
  return Math.min(Math.max(pause, retryAfter), dueBy - now)
}

function waitFor({ now, since }: ReportFacts, longest: number): number {
  return Math.min(Math.max((now - since) / 4, shortestWait), longest)
}

/** @param dueAt epoch ms; null where the notice is not the first of its lane */
function waitForHandler(facts: ReportFacts, dueAt: number | null): number {
  if (dueAt === null) return waitFor(facts, longestWait)
  // A moment after it has begun: it may have ended by then.
  return Math.min(Math.max(dueAt - facts.now, 0) + shortestWait, longestWait)
}

/**
 * Where nothing keeps a notice, whoever tries again is the service: a failure is reported only when little is left of the
 * time. Epoch ms
 */
function lastCall({ since, dueBy }: ReportFacts): number {
  return dueBy - (dueBy - since) / 10
}

const mayComeAgain = 'its handler has failed, and the service may send the notice again'
// ms
const shortestWait = 250
const longestRun = 2_000
const longestWait = 60_000
const firstPause = 1_000
const longestPause = 300_000
