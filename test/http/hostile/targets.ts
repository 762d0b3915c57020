import type { Kind } from '../../../src/index.ts'
import { paths } from '../samples.ts'

/** How the application under attack is registered, once for each verifier, each under a prefix of its own. */
export const verifiers = [
  'none',
  'secretPath',
  'secretQuery',
  'secretHeader',
  'basic',
  'sourceAddresses',
  'verifyWith',
  'allOf',
  'anyOf',
  'asked',
] as const

export type VerifierName = (typeof verifiers)[number]

/** Never in a log line or in an answer. */
export const secrets = {
  path: 'hostile-path-secret-1',
  query: 'hostile-query-secret-2',
  header: 'hostile-header-secret-3',
  password: 'hostile-password-4',
  signing: 'hostile-signing-secret-5',
}

export const kinds = [
  'ussd',
  'programmable',
  'checkout',
  'fulfilment',
  'ussdPayment',
  'deliveryReport',
  'inboundMessage',
] as const satisfies readonly Kind[]

/** Where a push goes that is let in, and with which headers. */
export interface Door {
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
}

/** The way in for a kind, behind a verifier. */
export function doorOf(verifier: VerifierName, kind: Kind): Door {
  const path = `/${verifier}${paths[kind]}`
  const basic = `Basic ${Buffer.from(`pushes:${secrets.password}`).toString('base64')}`
  switch (verifier) {
    case 'secretPath':
    case 'anyOf':
      return { path: `${path}/${secrets.path}`, headers: [] }
    case 'secretQuery':
      return { path: `${path}?key=${secrets.query}`, headers: [] }
    case 'secretHeader':
      return { path, headers: [['x-push-key', secrets.header]] }
    case 'basic':
      return { path, headers: [['authorization', basic]] }
    case 'sourceAddresses':
      return { path, headers: [['x-forwarded-for', '192.0.2.10']] }
    case 'verifyWith':
      return { path, headers: [['x-checked', 'yes']] }
    case 'allOf':
      return { path: `${path}/${secrets.path}`, headers: [['x-checked', 'yes']] }
    default:
      return { path, headers: [] }
  }
}
