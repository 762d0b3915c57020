import type { FastifyInstance } from 'fastify'
import { ServiceCallError } from '../../client/errors.ts'
import { ownOptions } from '../../own-options.ts'
import type { Registration } from '../../registration/merchant.ts'
import { onTraced } from '../../trace/on-traced.ts'
import { FMW_METRICS } from '../errors.ts'
import { registrationsOf } from '../registrations.ts'
import { InboxGauges } from './inbox-gauges.ts'
import { Instruments } from './instruments.ts'
import type { PrometheusClient, PrometheusRegistry } from './prometheus-client.ts'
import { RegistrationMeter } from './registration-meter.ts'

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
