import type { Transaction } from '../../client/transactions/transaction.ts'
import type { ReviewReason } from '../../pushes/money/confirmation.ts'
import type { SignedAddress } from '../../pushes/money/signed-address.ts'

/** Whether an address was made for another phone than this one; undefined where that cannot be compared. */
export type IsOtherPayer = (signed: SignedAddress, phone: string) => boolean | undefined

/**
 * Why the money of a record is not what an address was made for: whoever has seen one may post any payment of the account
 * to it. Money that came before, or from another phone, was not asked for by it; of money without a time or a payer nobody
 * can say. Each record has its time; its payer only one of reference 2.4, which has a TransactionType too: the other shape
 * (field notes) never names a phone. A number that is masked or none is nobody's: the digits that it shows are too few to tell
 * one customer from another.
 */
export function heldAgainstAddress(
  signed: SignedAddress,
  { startedAt, customerPhone, customerPhoneInternational, transactionType }: Transaction,
  isOtherPayer: IsOtherPayer,
): ReviewReason[] {
  const { issuedAt, payer } = signed
  const phone = customerPhoneInternational ?? customerPhone
  const reasons: ReviewReason[] = []
  if (issuedAt !== undefined) {
    if (startedAt === null) reasons.push('timeUnknown')
    else if (startedAt.getTime() < issuedAt - clocksApart) reasons.push('beforeAsked')
  }
  if (payer === undefined) return reasons
  const isOther = phone === null ? undefined : isOtherPayer(signed, phone)
  if (isOther === true) reasons.push('otherPayer')
  else if (isOther === undefined && (phone !== null || transactionType !== null)) reasons.push('payerUnknown')
  return reasons
}

// ms. Clocks that are kept by a time server differ by far less. No zone is made up for: a StartDate without one is read as GMT,
// and where the service is, local time is that or ahead of it, so nothing seems older than it is.
const clocksApart = 300_000
