import type { SignedAddress } from '../pushes/signed-address.ts'
import type { CalledBackKind } from './callback-signer.ts'

/**
 * What an address was signed for, where that is the payment of this reference; else null. Whoever has seen an address may
 * name any other checkout at it, and must set neither its amount nor that somebody waits for it. A USSD payment has no
 * reference of ours (reference 2.8): its notice is joined by the address alone.
 */
export function signedFor(
  kind: CalledBackKind,
  signed: SignedAddress | null,
  clientReference: string | undefined,
): SignedAddress | null {
  return kind === 'ussdPayment' || signed?.reference === clientReference ? signed : null
}
