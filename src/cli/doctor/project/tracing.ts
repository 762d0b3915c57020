import { channel } from 'node:diagnostics_channel'
import type { Inspection } from '../../../registration/inspection.ts'
import { type Finding, fine, warning } from '../finding.ts'
import type { PackageFile } from './package-file.ts'

/** Whether something that traces requests would write the secrets of addresses into its spans. */
export function tracingFinding(registrations: readonly Inspection[], { dependencies }: PackageFile): Finding {
  const who = dependencies.filter((name) => tracers.test(name))
  if (who.length === 0 && channels.some((name) => channel(name).hasSubscribers)) who.push('something that runs here')
  if (who.length === 0) return fine('tracing', 'nothing that records addresses was found')
  const open = registrations.some(({ kinds }) => kinds.some(({ suffix }) => suffix !== ''))
  if (!open) return fine('tracing', `${who.join(', ')}; but no address holds a secret`)
  return warning(
    'tracing',
    `${who.join(', ')} can write whole addresses into spans, and yours hold secrets.`,
    'Leave push addresses out of its spans (docs/guides/tracing.md), or use secretHeader.',
  )
}

/** Of Node and Fastify: who traces requests subscribes to one. */
const channels = ['http.server.request.start', 'tracing:fastify.request.handler:start']

// Not @fastify/otel: push addresses are left out of its spans.
const tracers =
  /^(?:@opentelemetry\/(?:auto-instrumentations-node|instrumentation-(?:http|fastify)|sdk-node)|@sentry\/(?:node|profiling-node)|dd-trace|newrelic|elastic-apm-node|@elastic\/opentelemetry-node|applicationinsights|@azure\/monitor-opentelemetry|@google-cloud\/trace-agent)$/
