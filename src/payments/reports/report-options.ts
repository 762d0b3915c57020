import { createError } from '@fastify/error'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'

/**
 * How the plugin tells the service whether you delivered. Merchants must report within an hour, to an address that the
 * service gives on request (field notes, "Fulfilment duty").
 *
 * @example
 * const report: FulfilmentReportOptions = {
 *   url: process.env.REPORT_URL,
 *   headers: { authorization: process.env.REPORT_AUTHORIZATION },
 *   describe: async ({ orderId }) => ({ serviceStatus: (await isDelivered(orderId)) ? 'success' : 'failed' }),
 * }
 * await app.register(merchantWebhooks, { verify, store, fulfilment: { handler: onOrder, report } })
 */
export interface FulfilmentReportOptions {
  /** Where to post reports: an http or https address. The type has `undefined` for `process.env`; it is refused. */
  readonly url: string | undefined
  /** Headers of each report, usually credentials. They are in no log line and no error. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** How long the plugin tries to send a report, from the arrival of its notice, in ms. Default 3,600,000. */
  readonly within?: number | undefined
  /** Time for one call, and for `describe`, in ms. Default 10,000. */
  readonly timeout?: number | undefined
  /** Makes the calls: for a proxy, or to see what goes out. Default: Node's, which sends a call once here. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * Says whether you delivered: look it up where your handler noted it. Default: `success` if the handler has returned, `failed`
   * if every attempt has failed. A handler that returned may have delivered nothing, so the default is warned of at boot.
   * Called before each try, so it must be safe to repeat. If it throws, the plugin retries the report later.
   *
   * @param event what your handler got
   * @param handled false if every attempt of the handler has failed
   */
  readonly describe?: ((event: FulfilmentEvent, handled: boolean) => DescribedReport) | undefined
}

/**
 * What `describe` gives.
 *
 * @example
 * const describe = ({ orderId }: FulfilmentEvent): DescribedReport => ({
 *   serviceStatus: delivered.has(orderId) ? 'success' : 'failed',
 *   metaData: { orderId },
 * })
 */
export type DescribedReport = FulfilmentReportDetails | Promise<FulfilmentReportDetails>

/**
 * What a report says beside its order.
 *
 * @example
 * const soldOut: FulfilmentReportDetails = { serviceStatus: 'failed', metaData: { reason: 'sold out' } }
 */
export interface FulfilmentReportDetails {
  /** Whether you delivered. */
  readonly serviceStatus: 'success' | 'failed'
  /** `MetaData`: any JSON. Default null. */
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
  readonly describe: NonNullable<FulfilmentReportOptions['describe']>
}

/** A fulfilment of which the service could not be told. Argument: why. */
export const FMW_NOT_REPORTED = createError<[why: string]>(
  'FMW_NOT_REPORTED',
  'The fulfilment was not reported to the service: %s',
  500,
)
