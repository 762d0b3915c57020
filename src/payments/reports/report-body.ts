import type { Clock } from '../../clock.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { nameType } from '../../pushes/reading/push-problem.ts'
import type { FulfilmentReport } from './fulfilment-report.ts'
import type { FulfilmentReportDetails } from './report-options.ts'

/** What is posted (field notes, "Fulfilment duty"), and what it says in a word. */
export interface ReportBody {
  readonly serviceStatus: 'success' | 'failed'
  readonly json: string
}

/** What a report is made of. */
export interface ReportBodyParts {
  readonly report: FulfilmentReport
  readonly handled: boolean
  readonly describe: ((event: FulfilmentEvent, handled: boolean) => unknown) | undefined
  /** Reads the notice. @throws PushProblem, FMW_STORE_UNAVAILABLE */
  readonly readEvent: () => Promise<FulfilmentEvent>
  /** What `describe` may take. ms */
  readonly timeout: number
  readonly clock: Clock
}

/**
 * Writes a report.
 *
 * @throws what `describe` throws; TypeError for what it may not give, Error where it takes too long
 */
export async function writeReportBody(parts: ReportBodyParts): Promise<ReportBody> {
  const { report, handled } = parts
  const { serviceStatus = handled ? 'success' : 'failed', metaData = null } = readDetails(await describeReport(parts))
  const { sessionId, orderId } = report
  const json = JSON.stringify({
    SessionId: sessionId,
    OrderId: orderId,
    ServiceStatus: serviceStatus,
    MetaData: metaData,
  })
  return { serviceStatus, json }
}

async function describeReport({ handled, describe, readEvent, timeout, clock }: ReportBodyParts): Promise<unknown> {
  if (describe === undefined) return undefined
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(timeout, () => late.reject(new Error(`describe took longer than ${timeout} ms`)))
  try {
    return await Promise.race([readEvent().then((event) => describe(event, handled)), late.promise])
  } finally {
    cancel()
  }
}

/** In JavaScript anything may come. */
function readDetails(given: unknown): FulfilmentReportDetails {
  if (given === undefined) return {}
  if (!isRecord(given))
    throw new TypeError(`describe must give { serviceStatus, metaData }, and gave ${nameType(given)}`)
  const { serviceStatus, metaData, ...others } = given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new TypeError(`describe gave ${unknown}, which is neither serviceStatus nor metaData`)
  if (serviceStatus !== undefined && serviceStatus !== 'success' && serviceStatus !== 'failed') {
    throw new TypeError("describe gave a serviceStatus that is neither 'success' nor 'failed'")
  }
  if (metaData !== undefined && JSON.stringify(metaData) === undefined) {
    throw new TypeError(`describe gave a metaData that is no JSON: ${nameType(metaData)}`)
  }
  return { serviceStatus, metaData }
}
