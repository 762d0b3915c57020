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
  merchant_turn_duration_seconds: {
    type: 'histogram',
    help: 'From the arrival of a turn to its answer, by what answered it',
    labels: ['registration', 'kind', 'answered'],
    buckets: turnBuckets,
  },
  merchant_turn_budget_seconds: {
    type: 'gauge',
    help: 'The budget of turns',
    labels: ['registration', 'kind'],
  },
  merchant_notifications_total: {
    type: 'counter',
    help: 'Notifications by how they were taken',
    labels: ['registration', 'kind', 'taken'],
  },
  merchant_accept_duration_seconds: {
    type: 'histogram',
    help: 'From the arrival of a notification until it is acknowledged',
    labels: ['registration', 'kind'],
    buckets: storeBuckets,
  },
  merchant_attempts_total: {
    type: 'counter',
    help: 'Attempts on entries of the inbox by how they ended',
    labels: ['registration', 'kind', 'ended'],
  },
  merchant_attempt_duration_seconds: {
    type: 'histogram',
    help: 'How long attempts took',
    labels: ['registration', 'kind', 'ended'],
    buckets: workBuckets,
  },
  merchant_inbox_entries: {
    type: 'gauge',
    help: 'Entries that are not done, in the whole store',
    labels: ['registration', 'kind', 'state'],
  },
  merchant_inbox_reviews: {
    type: 'gauge',
    help: 'Entries that need review, in the whole store; 1,000 at most',
    labels: ['registration', 'kind'],
  },
  merchant_inbox_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'Since when the oldest waiting entry waits; 0 where none does',
    labels: ['registration', 'kind'],
  },
  merchant_inbox_read_age_seconds: {
    type: 'gauge',
    help: 'Age of the numbers of the inbox: it grows while the store does not answer',
    labels: ['registration'],
  },
  merchant_store_ok: {
    type: 'gauge',
    help: '1 while the store is well, else 0',
    labels: ['registration'],
  },
  merchant_kind_stopped: {
    type: 'gauge',
    help: '1 while somebody has stopped the kind, else 0',
    labels: ['registration', 'kind'],
  },
  merchant_payments_total: {
    type: 'counter',
    help: 'Payments that a handler took',
    labels: ['registration', 'source', 'outcome', 'evidence'],
  },
  merchant_refused_total: {
    type: 'counter',
    help: 'Pushes that a verifier did not let in',
    labels: ['registration', 'kind', 'verifier'],
  },
  merchant_mishaps_total: {
    type: 'counter',
    help: 'What went wrong beside an answer',
    labels: ['registration', 'kind', 'what'],
  },
  merchant_client_duration_seconds: {
    type: 'histogram',
    help: 'Calls to the service, retries included, of the whole process',
    labels: ['call', 'code'],
    buckets: workBuckets,
  },
  merchant_event_loop_blocked_seconds: {
    type: 'histogram',
    help: 'How long the event loop was held, where that was 0.25 s or more',
    labels: ['registration'],
    buckets: holdBuckets,
  },
} as const satisfies Readonly<Record<string, MetricRow>>

type Table = typeof metricTable

/** The names of the metrics of a type. */
export type NameOf<Type extends MetricRow['type']> = {
  [Name in keyof Table]: Table[Name]['type'] extends Type ? Name : never
}[keyof Table]
