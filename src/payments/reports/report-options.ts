import { createError } from '@fastify/error'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'

/**
 * How the service is told whether what was paid for was delivered: the application must report back within an hour, to
 * an address that the service gives on request (field notes, "Fulfilment duty").
 *
 * @example
 * const report: FulfilmentReportOptions = {
 *   url: process.env.REPORT_URL,
 *   headers: { authorization: process.env.REPORT_AUTHORIZATION },
 *   describe: async ({ orderId }) => ({ metaData: { ticket: await ticketOf(orderId) } }),
 * }
 * await app.register(merchantWebhooks, { verify, store, fulfilment: { handler: onOrder, report } })
 */
export interface FulfilmentReportOptions {
  /** Where reports are posted: an http or https address. `undefined` is in the type for `process.env`, and is refused. */
  readonly url: string | undefined
  /** Sent with each report: credentials, as a rule. They are in no log line and no error. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** How long a report is tried, from the arrival of its notice. ms; 3,600,000 when not given. */
  readonly within?: number | undefined
  /** For one call, and for `describe`. ms; 10,000 when not given. */
  readonly timeout?: number | undefined
  /** Instead of Node's own: behind a proxy, or to look at what goes out. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * What only you know of a fulfilment. Called before each try, so it must be safe to repeat; where it throws the report
   * is tried again later.
   *
   * @param handled false where every attempt of the handler has failed
   */
  readonly describe?: ((event: FulfilmentEvent, handled: boolean) => DescribedReport) | undefined
}

/**
 * What `describe` may give.
 *
 * @example
 * const describe = ({ orderId }: FulfilmentEvent, handled: boolean): DescribedReport => ({
 *   metaData: { orderId, isOpen: !handled },
 * })
 */
export type DescribedReport = FulfilmentReportDetails | undefined | Promise<FulfilmentReportDetails | undefined>

/**
 * What a report says beside its order.
 *
 * @example
 * const soldOut: FulfilmentReportDetails = { serviceStatus: 'failed', metaData: { reason: 'sold out' } }
 */
export interface FulfilmentReportDetails {
  /** `'success'` where the handler has returned and `'failed'` where it was given up, when not given. */
  readonly serviceStatus?: 'success' | 'failed' | undefined
  /** `MetaData`: any JSON; null when not given. */
  readonly metaData?: unknown
}

/** The options of reports, checked, with their defaults. */
export interface ReportSettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** ms from the arrival of the notice. */
  readonly within: number
  /** ms, of one call. */
  readonly timeout: number
  readonly fetch: typeof globalThis.fetch
  readonly describe: FulfilmentReportOptions['describe']
}

/** A fulfilment of which the service could not be told. Argument: why. */
export const FMW_NOT_REPORTED = createError<[why: string]>(
  'FMW_NOT_REPORTED',
  'The fulfilment was not reported to the service: %s',
  500,
)
