import type { Clock } from '../../clock.ts'
import type { Attempt } from '../../inbox/attempt.ts'
import { errorLine } from '../../inbox/attempt-run.ts'
import { readKept } from '../../inbox/entry.ts'
import { eventOf } from '../../inbox/read-entry.ts'
import { foundWork, type Instead, type Preparation } from '../../inbox/work.ts'
import { type FulfilmentEvent, fulfilment } from '../../pushes/fulfilment.ts'
import type { StoredEntry } from '../../store/entry.ts'
import type { InboxStore } from '../../store/inbox-store.ts'
import { shownNames } from '../../text/clean-text.ts'
import type { Numbering } from '../../text/countries.ts'
import { ageOf } from '../work/preparation-trouble.ts'
import { type FulfilmentReport, readReport } from './fulfilment-report.ts'
import { nextReportStep, type ReportTimes, tryAgainIn } from './next-report-step.ts'
import { FMW_NOT_REPORTED, type ReportSettings } from './report-options.ts'
import { type ReportBody, type SentReport, sendReport, writeReportBody } from './send-report.ts'

/** What reports are made and sent with. */
export interface ReportParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'get'>
  readonly settings: ReportSettings
  /** Whether a handler that fails is tried again here; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
  /** Adds the reference of its cart to a notice. @throws FMW_STORE_UNAVAILABLE */
  readonly withReference: (event: FulfilmentEvent) => Promise<FulfilmentEvent>
  /** Of the notices. */
  readonly country: Numbering | undefined
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
    // What was asked for again has its time from there on.
    const since = Math.min((attempt.replay ? notice.finishedAt : null) ?? this.#report.receivedAt, now)
    const dueBy = since + settings.within
    const next = nextReportStep({ notice, replay: attempt.replay, retries, now, since, dueBy })
    if (next.step === 'wait') return { state: 'later', retryIn: next.ms, why: next.why }
    if (next.step === 'giveUp') return givenUp(next.why)
    const sent = await this.#send(notice, next.handled, attempt.signal)
    if (sent.isTaken) return { state: 'done', why: sent.why }
    return this.#again(sent, { since, dueBy, now }, attempt)
  }

  async #send(notice: StoredEntry, handled: boolean, signal: AbortSignal): Promise<Sent> {
    const { settings, withReference, country, clock } = this.#parts
    const { describe, timeout } = settings
    let body: ReportBody
    try {
      const readEvent = async () => withReference(eventOf({ push: fulfilment, country }, notice))
      body = await writeReportBody({ report: this.#report, handled, describe, readEvent, timeout, clock })
    } catch (error) {
      return { isTaken: false, why: `it could not be described: ${errorLine(error)}`, retryAfter: 0 }
    }
    const sent = await sendReport(settings, body.json, clock, signal)
    if (!sent.isTaken) return sent
    return { isTaken: true, why: `${body.serviceStatus}, which was answered with status ${sent.status}` }
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
      log.warn({ ...shownNames({ why }), retryIn }, 'a fulfilment could not be reported: the plugin retries it')
    return { state: 'later', retryIn, why }
  }
}

/** Whether the service knows now, in words. */
type Sent = { readonly isTaken: true; readonly why: string } | NotTaken
type NotTaken = Extract<SentReport, { isTaken: false }>

function givenUp(why: string): Instead {
  return { state: 'dead', error: new FMW_NOT_REPORTED(why), review: ['unreported'] }
}
