import type { DeliveredKind } from '../../inbox/delivery.ts'
import { readReportWork } from '../../payments/reports/fulfilment-report-work.ts'
import type { FulfilmentReportOptions } from '../../payments/reports/report-options.ts'
import { ReportedWorks } from '../../payments/reports/reported-works.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import { readReportOptions } from '../options/read-report-options.ts'
import type { KindParts } from './kind-parts.ts'
import type { KindWorks } from './payment-confirmation.ts'

/**
 * The works of fulfilment notices whose ends are reported to the service; undefined where they are not.
 *
 * @throws FMW_OPTION
 */
export function oweReports(
  { shared, opened, intake, deliveries, time: clock }: KindParts,
  delivered: DeliveredKind<FulfilmentEvent>,
  identify: (event: FulfilmentEvent) => Identity,
  report: FulfilmentReportOptions | undefined,
): KindWorks<FulfilmentEvent> | undefined {
  if (report === undefined) return undefined
  const settings = readReportOptions(report)
  const { name: registration, store } = shared
  const { inbox } = opened
  const { country } = delivered
  const retries = store.durability !== 'none'
  const reports = { registration, inbox, settings, retries, country, clock }
  deliveries.serve('fulfilmentReport', (entry) => readReportWork(reports, entry))
  const put = intake.put.bind(intake)
  const works = new ReportedWorks(delivered, { registration, inbox, put, within: settings.within, clock })
  return { works, identify }
}
