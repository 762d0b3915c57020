import type { Verifier, VerifyRequest } from './verifier.ts'

type AddressCheck = (request: VerifyRequest) => boolean

const checks = new WeakMap<Verifier, AddressCheck>()

/** Says of a verifier which requests it lets in for their address alone. */
export function knownByAddress(verifier: Verifier, check: AddressCheck): Verifier {
  checks.set(verifier, check)
  return verifier
}

/** Of an `allOf`: nothing, where a member asks for something else. */
export function everyAddress(verifier: Verifier, members: readonly Verifier[]): Verifier {
  const asked = members.flatMap((member) => checks.get(member) ?? [])
  if (asked.length < members.length) return verifier
  return knownByAddress(verifier, (request) => asked.every((check) => check(request)))
}

/** Of an `anyOf`. */
export function someAddress(verifier: Verifier, members: readonly Verifier[]): Verifier {
  const asked = members.flatMap((member) => checks.get(member) ?? [])
  return knownByAddress(verifier, (request) => asked.some((check) => check(request)))
}

/** Whether a request from this address that carries nothing may push a kind. No check of the merchant's own is asked. */
export function isEnough(verifier: Verifier, kind: string, address: string): boolean {
  const empty = { method: 'POST', params: {}, query: {}, headers: {} }
  return checks.get(verifier)?.({ ...empty, kind, kinds: [kind], remoteAddress: address }) ?? false
}
