import { channel } from 'node:diagnostics_channel'
import { checkNode } from '../../../check-node.ts'
import type { Kind } from '../../../pushes/kinds.ts'
import type { Inspection } from '../../../registration/inspection.ts'
import { isLoopback } from '../../../simulator/wire/lines/socket.ts'
import { messageOf } from '../../../text/message-of.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'
import type { PackageFile } from './package-file.ts'

/** Who may push, and where the service finds the application. */
export function settingFindings(registration: Inspection): readonly Finding[] {
  return [verifierFinding(registration), addressFinding(registration), ...paymentFindings(registration)]
}

/** Whom Fastify believes. @param trustProxy its option */
export function proxyFinding(trustProxy: unknown): Finding {
  if (trustProxy === true) {
    return warning(
      'trustProxy',
      'Fastify believes any X-Forwarded-For: request.ip is what a sender writes.',
      "Name your proxies: trustProxy: ['10.0.0.0/8'], or how many there are.",
    )
  }
  return fine('trustProxy', trustProxy === undefined || trustProxy === false ? 'off' : 'proxies are named')
}

function verifierFinding({ kinds }: Inspection): Finding {
  const open = kinds.filter(({ verifier }) => verifier === 'none').map(({ kind }) => kind)
  if (open.length > 0) {
    return failure(
      'verifiers',
      `verify is 'none' for ${open.join(', ')}: anybody can push.`,
      'Give a verifier, such as verify: secretPath(process.env.PUSH_SECRET).',
    )
  }
  const weak = kinds.filter(({ verifier }) => /^sourceAddresses/.test(verifier)).map(({ kind }) => kind)
  if (weak.length > 0) {
    return warning(
      'verifiers',
      `Only the source address proves who pushes ${weak.join(', ')}.`,
      'Add a secret: allOf(sourceAddresses(…), secretPath(…)).',
    )
  }
  return fine('verifiers', [...new Set(kinds.map(({ verifier }) => verifier))].join(', '))
}

function addressFinding({ publicUrl }: Inspection): Finding {
  if (publicUrl === undefined) {
    return skipped('publicUrl', 'It is not set: payments get no address to come back to.', 'Set publicUrl.')
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (/(?:^|\.)example(?:\.(?:com|net|org))?$/.test(hostname))
    return skipped('publicUrl', `${hostname} is no real host.`, 'Set your own before you deploy.')
  const isHere = hostname === 'localhost' || isLoopback(hostname)
  if (isHere)
    return failure('publicUrl', `${hostname} is this machine: the service can't reach it.`, 'Set the public address.')
  if (protocol === 'http:') {
    return failure(
      'publicUrl',
      'It is http: secrets of addresses and what subscribers enter travel in the clear.',
      'Put TLS in front, and set an https address.',
    )
  }
  return fine('publicUrl', publicUrl)
}

function paymentFindings({ lacks }: Inspection): readonly Finding[] {
  return lacks.map((lack) => {
    const [says = lack, remedy = 'See the guide on payments.'] = lack.split('; ')
    return warning('payments', `${says}.`, `${remedy}.`)
  })
}

/** Whether the service hears that carts are delivered. @param variable what REPORT_URL is where the application runs */
export function reportFindings(
  { kinds, reportUrl }: Inspection,
  simulated: string | undefined,
  variable: string | undefined,
): readonly Finding[] {
  const isReceived = (wanted: Kind): boolean => kinds.some(({ kind }) => kind === wanted)
  if (reportUrl === undefined || !isReceived('programmable') || !isReceived('fulfilment')) return []
  const told = 'the service is not told that carts are delivered, which it wants within an hour'
  const remedy = "Set it before you sell in a web store, at a till or in the service's app."
  if (reportUrl === null)
    return [warning('reports', `fulfilment.report is not set: ${told}.`, `${remedy} If you report yourself, leave it.`)]
  // Here the simulator stands in for the service.
  return reportUrl === simulated && variable === undefined
    ? [warning('reports', `REPORT_URL is not set: ${told}.`, remedy)]
    : [fine('reports', 'deliveries of carts are reported')]
}

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

/** Whether this Node.js can run the plugin, and is one that gets fixes for long. @param version as `process.versions.node` */
export function nodeFinding(version: string): Finding {
  try {
    checkNode(version)
  } catch (error) {
    return failure('Node.js', messageOf(error), 'Install the newest Node.js with an even number.')
  }
  // Odd numbers get fixes for half a year.
  if (Number.parseInt(version, 10) % 2 === 0) return fine('Node.js', version)
  return warning('Node.js', `${version} gets fixes for months only.`, 'Take the newest one with an even number.')
}

/** Whether the application knows that it isn't tried out. @param mode NODE_ENV */
export function modeFinding(mode: string | undefined): Finding {
  if (mode === undefined || mode === '') return fine('NODE_ENV', 'not set here, which is not development')
  if (mode !== 'development') return fine('NODE_ENV', mode)
  return warning(
    'NODE_ENV',
    'development: Fastify and other packages are slower, and show more to strangers.',
    'Set NODE_ENV=production where the application runs.',
  )
}
