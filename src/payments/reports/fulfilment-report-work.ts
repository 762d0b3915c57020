import type { Clock } from '../../clock.ts'
import type { Attempt } from '../../inbox/attempt.ts'
import { errorLine } from '../../inbox/attempt-run.ts'
import { readKept } from '../../inbox/entry.ts'
import {
  type DeliveredKind,
  foundWork,
  type Instead,
  isInstead,
  isPreparation,
  type NotificationWorks,
  PlainWorks,
  type Preparation,
  readWork,
} from '../../inbox/work.ts'
import { logSafely } from '../../log.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { EntrySummary, StoredEntry } from '../../store/entry.ts'
import type { InboxStore } from '../../store/inbox-store.ts'
import { shownNames } from '../../text/clean-text.ts'
import { ageOf } from '../work/preparation-trouble.ts'
import { type FulfilmentReport, lateReport, readReport } from './fulfilment-report.ts'
import { FMW_NOT_REPORTED, type ReportSettings } from './report-options.ts'
import { type ReportBody, type SentReport, sendReport, writeReportBody } from './send-report.ts'

/** What reports are made and sent with. */
export interface ReportParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'get'>
  readonly settings: ReportSettings
  /** Whether a handler that fails is tried again here; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
  readonly delivered: DeliveredKind<FulfilmentEvent>
  /** What handlers are told beside what their notices say. */
  readonly toldBy: (works: NotificationWorks<FulfilmentEvent>) => NotificationWorks<FulfilmentEvent>
  readonly clock: Clock
}

/** The work of a report. @throws PushProblem when it cannot be read */
export function readReportWork(parts: ReportParts, { payload }: StoredEntry): Preparation {
  const reporting = new Reporting(parts, readReport(readKept(payload)))
  return { ...foundWork((attempt, kept) => reporting.find(attempt, kept)), waitsForOthers: true }
}

/** Waits until the handler of the notice has ended, and tells the service how. */
class Reporting {
  readonly #parts: ReportParts
  readonly #report: FulfilmentReport

  constructor(parts: ReportParts, report: FulfilmentReport) {
    this.#parts = parts
    this.#report = report
  }

  async find(attempt: Attempt, kept: number | undefined): Promise<Instead> {
    const { sessionId, orderId, receivedAt: since, before } = this.#report
    if (sessionId === null && orderId === null) return givenUp('its notice names neither a session nor an order')
    // Before the notice is looked at: whoever works on that later finds the time over by then, if it is over now.
    const { clock } = this.#parts
    const { replay } = attempt
    const now = replay ? clock.now() : since + ageOf({ kept, before, since, now: clock.now(), replay })
    const notice = await this.#parts.inbox.get(this.#parts.registration, this.#report.notice)
    return notice === undefined ? givenUp('its notice is not kept any more') : await this.#go(notice, now, attempt)
  }

  async #go(notice: StoredEntry, now: number, attempt: Attempt): Promise<Instead> {
    const { settings, retries } = this.#parts
    const { replay } = attempt
    const isLate = this.#report.isLate === true
    // What was asked for again, or is late, has its time from there on.
    const since = Math.min((replay || isLate ? notice.finishedAt : null) ?? this.#report.receivedAt, now)
    const dueBy = since + settings.within
    const next = nextReportStep({ notice, replay, isLate, retries, now, since, dueBy })
    if (next.step === 'wait') return { state: 'later', retryIn: next.ms, why: next.why }
    if (next.step === 'late') {
      const { ms, why } = next
      const error = new FMW_NOT_REPORTED(`${why}: the report follows when it ends`)
      return { state: 'later', retryIn: ms, why, payload: lateReport(this.#report), error }
    }
    if (next.step === 'giveUp') return { ...givenUp(next.why), isTold: isLate }
    const sent = await this.#send(notice, next.handled, attempt)
    if (sent.isTaken) return { state: 'done', why: sent.why }
    return this.#again(sent, { since, dueBy, now }, attempt)
  }

  async #send(notice: StoredEntry, handled: boolean, attempt: Attempt): Promise<Sent> {
    const { settings, clock } = this.#parts
    const { describe, timeout } = settings
    let body: ReportBody
    try {
      const readEvent = () => this.#told(notice, attempt)
      body = await writeReportBody({ report: this.#report, handled, describe, readEvent, timeout, clock })
    } catch (error) {
      return { isTaken: false, why: `it could not be described: ${errorLine(error)}`, retryAfter: 0 }
    }
    const sent = await sendReport(settings, body.json, clock, attempt.signal)
    if (!sent.isTaken) return sent
    return { isTaken: true, why: `${body.serviceStatus}, which was answered with status ${sent.status}` }
  }

  /** What the handler of a notice was given. @throws PushProblem, Error while that can't be found out */
  async #told(notice: StoredEntry, attempt: Attempt): Promise<FulfilmentEvent> {
    const { id: entryId, conflictsWith, replay } = notice
    const { number, log, signal } = attempt
    const again: Attempt = { entryId, conflictsWith, replay, number, log, signal, once: attempt.once.bind(attempt) }
    const told = Promise.withResolvers<FulfilmentEvent>()
    const delivered = { ...this.#parts.delivered, handler: told.resolve }
    const work = readWork(delivered, this.#parts.toldBy(new PlainWorks(delivered)), notice)
    const found = isPreparation(work) ? await work.prepare(again) : work
    if (isInstead(found)) throw new Error('why' in found ? found.why : found.error.message)
    found.handle(again)
    return told.promise
  }

  /** It was not taken: it is tried again while there is time. */
  #again(
    { why, retryAfter }: NotTaken,
    times: ReportTimes & { readonly now: number },
    { log, signal }: Attempt,
  ): Instead {
    const { now, since, dueBy } = times
    if (now >= dueBy) return givenUp(`${why}, and its time is over`)
    const retryIn = tryAgainIn({ now, since, dueBy }, retryAfter)
    if (!signal.aborted)
      logSafely(
        log,
        'warn',
        { ...shownNames({ why }), retryIn },
        'a fulfilment could not be reported: the plugin retries it',
      )
    return { state: 'later', retryIn, why }
  }
}

/** Whether the service knows now, in words. */
type Sent = { readonly isTaken: true; readonly why: string } | NotTaken
type NotTaken = Extract<SentReport, { isTaken: false }>

function givenUp(why: string): Extract<Instead, { state: 'dead' }> {
  return { state: 'dead', error: new FMW_NOT_REPORTED(why), review: ['unreported'] }
}

/** What is to be done about a report now. */
type ReportStep =
  /** Nobody knows yet how the fulfilment ends: look again after `ms`. */
  | { readonly step: 'wait'; readonly ms: number; readonly why: string }
  /** `handled`: whether the handler has returned, or was given up. */
  | { readonly step: 'send'; readonly handled: boolean }
  /** The same, and its time is over: people are to know. */
  | { readonly step: 'late'; readonly ms: number; readonly why: string }
  /** There is nothing to tell. */
  | { readonly step: 'giveUp'; readonly why: string }

/** The time that a report has. Epoch ms */
interface ReportTimes {
  readonly since: number
  readonly dueBy: number
}

/** What the next step of a report depends on. */
export interface ReportFacts extends ReportTimes {
  /** The entry of its notice. */
  readonly notice: Pick<EntrySummary, 'state' | 'dueAt' | 'reason'>
  /** Whether it was asked for again: by somebody, or because its notice was. */
  readonly replay: boolean
  /** Whether people know that it is late. */
  readonly isLate: boolean
  /** Whether a handler that fails is tried again here. */
  readonly retries: boolean
  /** Epoch ms. */
  readonly now: number
}

/** Decides it by where the notice stands. What is still worked on is neither a success nor a failure. */
export function nextReportStep(facts: ReportFacts): ReportStep {
  const { notice, replay, isLate, retries, now, dueBy } = facts
  const { state } = notice
  if (state === 'rejected') return { step: 'giveUp', why: `its notice was rejected: ${notice.reason}` }
  if (state === 'done') return { step: 'send', handled: true }
  if (state === 'dead') {
    if (retries || now >= lastCall(facts)) return { step: 'send', handled: false }
    return { step: 'wait', ms: Math.min(waitFor(facts, longestWait), lastCall(facts) - now), why: mayComeAgain }
  }
  // Told once: whoever asks again wants it whenever it comes.
  const isOver = now >= dueBy && !replay
  if (state === 'running') {
    // It is awaited: it ends soon.
    const ms = waitFor(facts, longestRun)
    if (isOver && !isLate) return { step: 'late', ms, why: 'its handler still runs, and its time is over' }
    return { step: 'wait', ms, why: 'its handler runs' }
  }
  if (isOver) return { step: 'giveUp', why: 'its handler has not succeeded in time, and goes on trying' }
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
