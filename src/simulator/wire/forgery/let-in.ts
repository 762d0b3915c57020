import type { Kind } from '../../../pushes/kinds.ts'

/**
 * The kinds that an application in this process takes from this machine's address without any secret, as `sourceAddresses` does
 * where the list has it: a forgery from here proves nothing about it.
 */
export function kindsLetIn(merchant: object): ReadonlySet<Kind> {
  const registrations: unknown = Reflect.get(merchant, inspection)
  const found: readonly Inspected[] = Array.isArray(registrations) ? registrations : []
  return new Set(
    found.flatMap(({ kinds }) => kinds.filter(({ letsIn }) => letsIn?.(ownAddress) === true).map(({ kind }) => kind)),
  )
}

/** The problem of a forgery that was taken for the address that it came from. */
export const letInByAddress =
  'the forgery was let in by the address of this machine, which may push: it says nothing about your protection'

interface Inspected {
  readonly kinds: readonly { readonly kind: Kind; readonly letsIn?: (address: string) => boolean }[]
}

/** The name by which every copy of the package shows what its registrations were set up with. */
const inspection = Symbol.for('fastify-merchant-webhooks.inspection')

/** From which everything comes that is sent to an application in this process. */
const ownAddress = '127.0.0.1'
