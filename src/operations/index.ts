export { type MetricsOptions, metrics } from './metrics/metrics.ts'
export type {
  MetricSettings,
  PrometheusClient,
  PrometheusLabels,
  PrometheusRegistry,
} from './metrics/prometheus-client.ts'
