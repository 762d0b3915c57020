import { FMW_METRICS } from '../errors.ts'
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

/** A metric as the table has it. */
interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** Of a histogram: the upper bounds, seconds. */
  readonly buckets?: readonly number[]
}

// The budget is 6 s, and the service hangs up after 7 (reference 8): both are edges.
const turnBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 7, 10]
const storeBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
// An attempt may take 30 s, unless `retry.timeout` says otherwise.
const workBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
// Seconds; shorter holds are not told.
const holdBuckets = [0.25, 0.5, 1, 2, 3, 4, 5, 6, 7, 10]

/** Every metric. No label holds what a push brings: each value is one of a list, or was chosen at boot. */
export const metricTable = {
  merchant_turn_duration_seconds: histogram(
    'From the arrival of a turn to its answer, by what answered it',
    turnBuckets,
    'registration',
    'kind',
    'answered',
  ),
  merchant_turn_budget_seconds: gauge('The budget of turns', 'registration', 'kind'),
  merchant_notifications_total: counter('Notifications by how they were taken', 'registration', 'kind', 'taken'),
  merchant_notifications_failed_total: counter('Notifications whose first attempt failed', 'registration', 'kind'),
  merchant_accept_duration_seconds: histogram(
    'From the arrival of a notification until it is acknowledged',
    storeBuckets,
    'registration',
    'kind',
  ),
  merchant_attempts_total: counter(
    'Attempts on entries of the inbox by how they ended',
    'registration',
    'kind',
    'ended',
  ),
  merchant_attempt_duration_seconds: histogram('How long attempts took', workBuckets, 'registration', 'kind', 'ended'),
  merchant_inbox_entries: gauge('Entries that are not done, in the whole store', 'registration', 'kind', 'state'),
  merchant_inbox_reviews: gauge('Entries that need review, in the whole store; 1,000 at most', 'registration', 'kind'),
  merchant_inbox_oldest_waiting_seconds: gauge(
    'Since when the oldest waiting entry waits; 0 where none does',
    'registration',
    'kind',
  ),
  merchant_inbox_read_age_seconds: gauge(
    'Age of the numbers of the inbox: it grows while the store does not answer',
    'registration',
  ),
  merchant_store_ok: gauge('1 while the store is well, else 0', 'registration'),
  merchant_kind_stopped: gauge('1 while somebody has stopped the kind, else 0', 'registration', 'kind'),
  merchant_payments_total: counter('Payments that a handler took', 'registration', 'source', 'outcome', 'evidence'),
  merchant_refused_total: counter('Pushes that a verifier did not let in', 'registration', 'kind', 'verifier'),
  merchant_mishaps_total: counter('What went wrong beside an answer', 'registration', 'kind', 'what'),
  merchant_client_duration_seconds: histogram(
    'Calls to the service, retries included, of the whole process',
    workBuckets,
    'call',
    'code',
  ),
  merchant_event_loop_blocked_seconds: histogram(
    'How long the event loop was held, where that was 0.25 s or more',
    holdBuckets,
    'registration',
  ),
} satisfies Readonly<Record<string, MetricRow>>

function counter(help: string, ...labels: readonly string[]) {
  return { type: 'counter', help, labels } as const
}

function gauge(help: string, ...labels: readonly string[]) {
  return { type: 'gauge', help, labels } as const
}

function histogram(help: string, buckets: readonly number[], ...labels: readonly string[]) {
  return { type: 'histogram', help, labels, buckets } as const
}

type Table = typeof metricTable

/** The names of the metrics of a type. */
type NameOf<Type extends MetricRow['type']> = {
  [Name in keyof Table]: Table[Name]['type'] extends Type ? Name : never
}[keyof Table]
