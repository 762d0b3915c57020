import type { Transaction } from '../client/transactions/transaction.ts'
import type { ReviewReason } from '../pushes/confirmation.ts'
import type { SignedAddress } from '../pushes/signed-address.ts'

/** Whether an address was made for another phone than this one. */
export type IsOtherPayer = (signed: SignedAddress, phone: string) => boolean

/**
 * Why the money of a record is not what an address was made for: whoever has seen one may post any payment of the account
 * to it. Money that came before, or from another phone, was not asked for by it; of money without a time or a payer nobody
 * can say. Each record has its time; its payer only one of reference 2.4, which has a TransactionType too: the other shape
 * (field notes) never names a phone.
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
  if (phone === null) {
    if (payer !== undefined && transactionType !== null) reasons.push('payerUnknown')
  } else if (isOtherPayer(signed, phone)) reasons.push('otherPayer')
  return reasons
}

// ms. The service's clock and ours may be an hour apart, as clocks are that are set to another zone, and some minutes.
const clocksApart = 3_900_000
