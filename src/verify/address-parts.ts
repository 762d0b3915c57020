import { VerifierConflictError } from './errors.ts'
import type { Verifier } from './verifier.ts'

/** The members' additions to the address, in one: `/s3cret` and `?key=other` become `/s3cret?key=other`. */
export function mergeAddresses(members: readonly Verifier[]): string | undefined {
  const addresses = members.flatMap((member) => member.address ?? [])
  if (addresses.length === 0) return undefined
  const paths = addresses.map((address) => address.split('?', 1).join(''))
  const queries = addresses
    .filter((address) => address.includes('?'))
    .map((address) => address.slice(address.indexOf('?') + 1))
  return paths.join('') + (queries.length === 0 ? '' : `?${queries.join('&')}`)
}

/** Every query parameter that carries a member's secret, once. */
export function queryNamesOf(members: readonly Verifier[]): readonly string[] | undefined {
  const names = new Set(members.flatMap((member) => member.queryNames ?? []))
  return names.size === 0 ? undefined : [...names]
}

/** A parameter that comes twice is refused, so two members of an `allOf` cannot share one. */
export function refuseSharedQueryNames(name: string, members: readonly Verifier[]): void {
  const names = members.flatMap((member) => member.queryNames ?? [])
  const shared = names.find((queryName, index) => names.indexOf(queryName) !== index)
  if (shared === undefined) return
  throw new VerifierConflictError(
    name,
    `two members look for a secret in the query parameter ${shared}, and it cannot be both. To accept old secrets, give one secretQuery a list`,
  )
}
