import type { Inspection } from '../../../registration/inspection.ts'
import { isLoopback } from '../../../simulator/wire/lines/socket.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'

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
