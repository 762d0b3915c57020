import type { Transaction } from '../client/transactions/transaction.ts'
import type { ReviewReason } from '../pushes/confirmation.ts'
import type { SignedAddress } from '../pushes/signed-address.ts'

/** Whether an address was made for another phone than this one. */
export type IsOtherPayer = (signed: SignedAddress, phone: string | null) => boolean

/**
 * Why the money of a record is not what an address was made for: whoever has seen one may post any payment of the account
 * to it. Money that came before, or from another phone, was not asked for by it.
 */
export function heldAgainstAddress(
  signed: SignedAddress,
  { startedAt, customerPhone, customerPhoneInternational }: Transaction,
  isOtherPayer: IsOtherPayer,
): ReviewReason[] {
  const { issuedAt } = signed
  const reasons: ReviewReason[] = []
  if (startedAt !== null && issuedAt !== undefined && startedAt.getTime() < issuedAt - clocksApart) {
    reasons.push('beforeAsked')
  }
  if (isOtherPayer(signed, customerPhoneInternational ?? customerPhone)) reasons.push('otherPayer')
  return reasons
}

// ms. The service's clock and ours may be an hour apart, as clocks are that are set to another zone, and some minutes.
const clocksApart = 3_900_000
