/**
 * The labels of a sample.
 *
 * @example
 * const labels: PrometheusLabels = { registration: 'default', kind: 'ussd' }
 */
export type PrometheusLabels = Record<string, string>

/**
 * What a metric is made with.
 *
 * @example
 * const settings: MetricSettings = { name: 'merchant_turn_budget_seconds', help: 'Budget', labelNames: ['kind'], registers: [] }
 */
export interface MetricSettings {
  name: string
  help: string
  labelNames: string[]
  /** None: `registry` takes it. */
  registers: never[]
}

/**
 * Where metrics are kept until they are scraped: `register` of the client library, or a `new client.Registry()`.
 *
 * @example
 * import client from 'prom-client'
 *
 * const registry: PrometheusRegistry = new client.Registry()
 */
export interface PrometheusRegistry {
  getSingleMetric(name: string): object | undefined
  registerMetric(metric: object): void
  removeSingleMetric(name: string): void
}

/**
 * What `metrics` uses of a Prometheus client library: `@prometheus-io/client` and `prom-client` have it.
 *
 * @example
 * import * as prometheus from '@prometheus-io/client'
 *
 * const client: PrometheusClient = prometheus
 */
export interface PrometheusClient {
  readonly Counter: new (settings: MetricSettings) => { inc(labels: PrometheusLabels, value?: number): void }
  readonly Gauge: new (
    settings: MetricSettings & { collect: () => Promise<void> },
  ) => { set(labels: PrometheusLabels, value: number): void }
  readonly Histogram: new (
    settings: MetricSettings & { buckets: number[] },
  ) => { observe(labels: PrometheusLabels, value: number): void; zero(labels: PrometheusLabels): void }
  /** The registry that it has by itself. */
  readonly register: PrometheusRegistry
}
