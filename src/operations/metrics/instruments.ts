import { FMW_METRICS } from '../errors.ts'
import { metricTable, type NameOf } from './metric-table.ts'
import type { MetricSettings, PrometheusClient, PrometheusLabels, PrometheusRegistry } from './prometheus-client.ts'

/** The metrics of one application in a registry, by their names. */
export class Instruments {
  readonly #registry: PrometheusRegistry
  readonly #counters = new Map<string, InstanceType<PrometheusClient['Counter']>>()
  readonly #gauges = new Map<string, InstanceType<PrometheusClient['Gauge']>>()
  readonly #histograms = new Map<string, InstanceType<PrometheusClient['Histogram']>>()

  /**
   * @param collect is called before a gauge is scraped
   * @throws FMW_METRICS where the registry has one of the names
   */
  constructor(
    { Counter, Gauge, Histogram }: PrometheusClient,
    registry: PrometheusRegistry,
    collect: () => Promise<void>,
  ) {
    const taken = Object.keys(metricTable).find((name) => registry.getSingleMetric(name) !== undefined)
    if (taken !== undefined) throw new FMW_METRICS(`the registry has ${taken} already. ${ownRegistry}`)
    this.#registry = registry
    for (const [name, row] of Object.entries(metricTable)) {
      const settings: MetricSettings = { name, help: row.help, labelNames: [...row.labels], registers: [] }
      if (row.type === 'counter') this.#add(name, this.#counters, new Counter(settings))
      else if (row.type === 'gauge') this.#add(name, this.#gauges, new Gauge({ ...settings, collect }))
      else this.#add(name, this.#histograms, new Histogram({ ...settings, buckets: [...row.buckets] }))
    }
  }

  count(name: NameOf<'counter'>, labels: PrometheusLabels, by = 1): void {
    this.#counters.get(name)?.inc(labels, by)
  }

  /** @param ms is observed in seconds */
  observe(name: NameOf<'histogram'>, labels: PrometheusLabels, ms: number): void {
    this.#histograms.get(name)?.observe(labels, ms / 1_000)
  }

  /** Shows a histogram before anything was observed: a rate counts from there. */
  begin(name: NameOf<'histogram'>, labels: PrometheusLabels): void {
    this.#histograms.get(name)?.zero(labels)
  }

  set(name: NameOf<'gauge'>, labels: PrometheusLabels, value: number): void {
    this.#gauges.get(name)?.set(labels, value)
  }

  /** Takes them out of the registry. */
  remove(): void {
    for (const name of Object.keys(metricTable)) this.#registry.removeSingleMetric(name)
  }

  #add<Metric extends object>(name: string, metrics: Map<string, Metric>, metric: Metric): void {
    this.#registry.registerMetric(metric)
    metrics.set(name, metric)
  }
}

const ownRegistry =
  'If another application of this process is measured there, give this one its own: metrics(app, { client, registry: new client.Registry() })'
