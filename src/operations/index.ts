export type { HeldElsewhere } from '../admin/person/elsewhere.ts'
export type { EraseOptions } from '../admin/person/erase.ts'
export type {
  EraseReport,
  KeptEntry,
  KeptPayment,
  KeptResult,
  KeptSession,
  OtherEntry,
} from '../admin/person/erase-report.ts'
export type { PersonExport, PersonExportOptions } from '../admin/person/export.ts'
export type { ExportedBeside, ExportedResult, ExportedState, ExportedStep } from '../admin/person/export-beside.ts'
export type { StartOptions, StopOptions, StoppedKind } from '../admin/stops.ts'
export type { Trail, TrailEntry, TrailQuery } from '../admin/trail.ts'
export type { MerchantHealth } from '../registration/merchant.ts'
export { onTraced, type TracedListeners } from '../trace/on-traced.ts'
export { type HealthOptions, health } from './health.ts'
export { type MetricsOptions, metrics } from './metrics/metrics.ts'
export type {
  MetricSettings,
  PrometheusClient,
  PrometheusLabels,
  PrometheusRegistry,
} from './metrics/prometheus-client.ts'
export type { Operator, OperatorAccess, OperatorGrant, OperatorRight } from './page/access.ts'
export { type OperatorPageOptions, operatorPage } from './page/operator-page.ts'
