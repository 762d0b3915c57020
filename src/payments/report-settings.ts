import type { FulfilmentReportOptions } from './report-options.ts'

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
