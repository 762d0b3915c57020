import type { FastifyInstance } from 'fastify'
import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { ServiceCallError } from '../../client/errors.ts'
import { ownOptions } from '../../own-options.ts'
import { isTurnKind, type Kind, type NotificationKind, type TurnKind } from '../../pushes/kinds.ts'
import {
  type AttemptEnding,
  attemptEndings,
  type Meter,
  type MeteredPayment,
  type Mishap,
  type Taking,
  takings,
} from '../../registration/events/meter.ts'
import type { Measured, Registration } from '../../registration/merchant.ts'
import { backlogStates, type KindBacklog } from '../../store/backlog.ts'
import { type EntryKind, entryKinds, followUpKinds } from '../../store/entry.ts'
import { onTraced } from '../../trace/on-traced.ts'
import type { AnswerSource } from '../../turns/turn.ts'
import { FMW_METRICS } from '../errors.ts'
import { registrationsOf } from '../registrations.ts'
import { Instruments } from './instruments.ts'
import type { PrometheusClient, PrometheusRegistry } from './prometheus-client.ts'

/**
 * Options of `metrics`.
 *
 * @example
 * const options: MetricsOptions = { client, registry: new client.Registry() }
 */
export interface MetricsOptions {
  /** Your Prometheus client library: `@prometheus-io/client`, `prom-client`, or another one of their shape. */
  readonly client: PrometheusClient
  /** Where the metrics go. Default: the registry of the library. Give each application of a process one of its own. */
  readonly registry?: PrometheusRegistry | undefined
}

/**
 * Measures every registration of an application for Prometheus. You make the route that is scraped, and say who may ask.
 *
 * No label holds a phone, an address, a reference or a text. A scrape doesn't wait for a store that doesn't answer. The
 * metrics leave the registry when the application closes.
 *
 * @throws FMW_METRICS if `client` isn't such a library, there is another option, the registry has one of the names, or it was
 * called before; when the application gets ready also if the plugin isn't registered on it
 * @example
 * import * as client from '@prometheus-io/client'
 *
 * await app.register(merchantWebhooks, options)
 * metrics(app, { client })
 * app.get('/metrics', async (_request, reply) =>
 *   reply.type(client.register.contentType).send(await client.register.metrics()),
 * )
 */
export function metrics(app: FastifyInstance, options: MetricsOptions): void {
  const { client, registry } = readOptions(options)
  for (const registration of registrationsOf(app)) refuseMeasured(registration)
  const measured = new Map<Registration, InboxGauges>()
  const instruments = new Instruments(client, registry, oneAtATime(collect))
  const stopCalls = measureCalls(instruments)
  const stop = (): void => {
    stopCalls()
    instruments.remove()
    for (const registration of measured.keys()) registration.measured.activity.meter = undefined
  }
  measure()
  // What is registered after this.
  app.addHook('onReady', async () => {
    measure()
    if (measured.size === 0) throw new FMW_METRICS(notRegistered)
  })
  app.addHook('onClose', async () => stop())

  function measure(): void {
    for (const registration of registrationsOf(app)) {
      if (measured.has(registration)) continue
      refuseMeasured(registration)
      const parts = registration.measured
      parts.activity.meter = new RegistrationMeter(parts, instruments)
      measured.set(registration, new InboxGauges(parts))
    }
  }

  async function collect(): Promise<void> {
    const gauges = [...measured.values()]
    await Promise.all(gauges.map((each) => each.refresh()))
    for (const each of gauges) each.show(instruments)
  }
}

/** @throws FMW_METRICS */
function refuseMeasured({ name, measured: { activity } }: Registration): void {
  if (activity.meter !== undefined) throw new FMW_METRICS(`the registration ${name} is measured already: call it once`)
}

/** In JavaScript anything may come. @throws FMW_METRICS */
function readOptions(options: MetricsOptions): Required<MetricsOptions> & { readonly registry: PrometheusRegistry } {
  const given = ownOptions(options ?? {})
  const unknown = Object.keys(given).find((name) => name !== 'client' && name !== 'registry')
  if (unknown !== undefined) throw new FMW_METRICS(`${unknown} is no option: there are client, registry`)
  const { client, registry = client?.register } = given
  const isClient = [client?.Counter, client?.Gauge, client?.Histogram].every((each) => typeof each === 'function')
  if (isClient && typeof registry?.registerMetric === 'function') return { client, registry }
  throw new FMW_METRICS("client must be a Prometheus client library: import * as client from '@prometheus-io/client'")
}

/** All gauges of a scrape ask at once. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

const notRegistered =
  'there is nothing to measure: register the plugin on the same application, or on one around it, and only one copy of it'

/** Measures calls to the service, whichever client of the process makes them. @returns stops it */
function measureCalls(instruments: Instruments): () => void {
  return onTraced({
    client: ({ call, ms, error }) => {
      instruments.observe('merchant_client_duration_seconds', { call, code: codeOf(error) }, Number(ms))
    },
  })
}

/** One of few: what is thrown beside our own errors is the reason of a signal. An aborted call counts alike, whatever it does. */
function codeOf(error: unknown): string {
  if (error === undefined) return 'ok'
  return error instanceof ServiceCallError && error.code !== 'FMW_CALL_ABORTED' ? error.code : 'aborted'
}

/** What happens in a registration, as metrics. */
class RegistrationMeter implements Meter {
  readonly #registration: string
  readonly #instruments: Instruments

  constructor({ name, received }: Measured, instruments: Instruments) {
    this.#registration = name
    this.#instruments = instruments
    instruments.begin('merchant_event_loop_blocked_seconds', { registration: name })
    for (const { kind, verifier, budget } of received) {
      const labels = { registration: name, kind }
      instruments.count('merchant_refused_total', { ...labels, verifier: verifier.name }, 0)
      if (isTurnKind(kind)) {
        instruments.set('merchant_turn_budget_seconds', labels, budget / 1_000)
        for (const answered of firstAnswers)
          instruments.begin('merchant_turn_duration_seconds', { ...labels, answered })
      } else {
        for (const taken of takings) instruments.count('merchant_notifications_total', { ...labels, taken }, 0)
        instruments.count('merchant_notifications_failed_total', labels, 0)
        for (const ended of attemptEndings) instruments.count('merchant_attempts_total', { ...labels, ended }, 0)
      }
    }
  }

  answered(kind: TurnKind, answered: AnswerSource, ms: number): void {
    this.#instruments.observe('merchant_turn_duration_seconds', { ...this.#of(kind), answered }, ms)
  }

  taken(kind: NotificationKind, taken: Taking, ms: number): void {
    const labels = this.#of(kind)
    this.#instruments.count('merchant_notifications_total', { ...labels, taken })
    if (acknowledged.includes(taken)) this.#instruments.observe('merchant_accept_duration_seconds', labels, ms)
  }

  attempted(kind: EntryKind, ended: AttemptEnding, ms: number): void {
    const labels = { ...this.#of(kind), ended }
    this.#instruments.count('merchant_attempts_total', labels)
    this.#instruments.observe('merchant_attempt_duration_seconds', labels, ms)
  }

  failing(kind: NotificationKind): void {
    this.#instruments.count('merchant_notifications_failed_total', this.#of(kind))
  }

  paid({ source, outcome, evidence }: MeteredPayment): void {
    const registration = this.#registration
    this.#instruments.count('merchant_payments_total', { registration, source, outcome, evidence })
  }

  refused(kind: Kind, verifier: string): void {
    this.#instruments.count('merchant_refused_total', { ...this.#of(kind), verifier })
  }

  blocked(ms: number): void {
    this.#instruments.observe('merchant_event_loop_blocked_seconds', { registration: this.#registration }, ms)
  }

  mishap(kind: Kind, what: Mishap): void {
    this.#instruments.count('merchant_mishaps_total', { ...this.#of(kind), what })
  }

  #of(kind: EntryKind | Kind): { readonly registration: string; readonly kind: string } {
    return { registration: this.#registration, kind }
  }
}

// Without them a rate begins at the second one.
const firstAnswers: readonly AnswerSource[] = ['handler', 'waiting', 'deadline', 'failed', 'unreadable']
const acknowledged: readonly Taking[] = ['accepted', 'repeated', 'conflict']

/**
 * What the store of a registration says of its inbox, as it was last read. A store that does not answer keeps a scrape for a
 * moment, once; what is known stays, and its age grows.
 */
class InboxGauges {
  readonly #measured: Measured
  /** Those that are shown: what has vanished is shown as none. */
  readonly #kinds: Set<EntryKind>
  #known: readonly KindBacklog[] | undefined
  #reviews: ReadonlyMap<EntryKind, number> = new Map()
  /** Monotonic ms. */
  #readAt: number
  #isAsked = false

  constructor(measured: Measured) {
    this.#measured = measured
    this.#readAt = measured.time.monotonic()
    const received = measured.received.flatMap(({ kind }) => (isTurnKind(kind) ? [] : kind))
    this.#kinds = new Set([...received, ...followUpKinds])
  }

  /** Asks the store, unless it still owes an answer. */
  async refresh(): Promise<void> {
    if (this.#isAsked) return
    this.#isAsked = true
    const { inbox, time } = this.#measured
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = time.after(patience, resolve)
    Promise.all([inbox.backlog(), openReviews(inbox)])
      .then(([kinds, reviews]) => {
        this.#known = kinds
        this.#reviews = reviews
        this.#readAt = time.monotonic()
      })
      // `merchant_store_ok` and the age tell of it.
      .catch(() => undefined)
      .finally(() => {
        this.#isAsked = false
        cancel()
        resolve()
      })
    await promise
  }

  show(instruments: Instruments): void {
    const { name: registration, time, health, received, stopped } = this.#measured
    instruments.set('merchant_store_ok', { registration }, health().ok ? 1 : 0)
    for (const { kind } of received) {
      instruments.set('merchant_kind_stopped', { registration, kind }, stopped.has(kind) ? 1 : 0)
    }
    const age = (time.monotonic() - this.#readAt) / 1_000
    instruments.set('merchant_inbox_read_age_seconds', { registration }, age)
    if (this.#known === undefined) return
    const found = new Map(this.#known.map((each) => [each.kind, each]))
    for (const kind of [...found.keys(), ...this.#reviews.keys()]) this.#kinds.add(kind)
    for (const kind of this.#kinds) {
      const labels = { registration, kind }
      const { oldestWaiting = null, ...counts } = found.get(kind) ?? none
      for (const state of backlogStates) instruments.set('merchant_inbox_entries', { ...labels, state }, counts[state])
      instruments.set('merchant_inbox_reviews', labels, this.#reviews.get(kind) ?? 0)
      const waits = oldestWaiting === null ? 0 : Math.max(0, time.now() - oldestWaiting) / 1_000
      instruments.set('merchant_inbox_oldest_waiting_seconds', labels, waits)
    }
  }
}

const none: Omit<KindBacklog, 'kind'> = { waiting: 0, running: 0, dead: 0, rejected: 0, oldestWaiting: null }

// ms. Prometheus gives a scrape 10 s.
const patience = 250

/** How many entries need review, by kind; 1,000 at most each. Where none does, which is usual, it is one question. */
async function openReviews(inbox: Inbox): Promise<ReadonlyMap<EntryKind, number>> {
  if ((await count(inbox, {}, 1)) === 0) return new Map()
  return new Map(
    await Promise.all(entryKinds.map(async (kinds) => [kinds, await count(inbox, { kinds }, most)] as const)),
  )
}

async function count(inbox: Inbox, filter: InboxFilter, most: number): Promise<number> {
  const counts = await inbox.count({ ...filter, needsReview: true }, { most })
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
}

const most = 1_000
