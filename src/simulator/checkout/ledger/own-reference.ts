import { addressParameters } from '../../../payments/rules/address-parameters.ts'

/** The reference that the application gave a payment, where it signed the address of its notice: what the service calls it nobody else knows. */
export function ownReferenceOf(address: string): string | null {
  return URL.parse(address)?.searchParams.get(addressParameters.reference) ?? null
}
