import type { Service } from '../../service.ts'
import type { WireFields } from '../../wire/names.ts'
import type { Bill } from '../../world/bill.ts'
import { statusOf, type Transaction } from '../../world/transaction.ts'
import { toHundredths } from '../bills/amount.ts'
import { outcomeWordsOf } from './outcome-words.ts'

/**
 * The notice of a USSD payment (field notes, "USSD payment notice"): code and message together say it. The amounts of a
 * failure are 0; where nobody knows the outcome they are null.
 */
export function ussdPaymentFields(bill: Bill, transaction: Transaction, { settings, clock }: Service): WireFields {
  const { code, status, amount } = outcomeWordsOf(transaction)
  const isKnown = statusOf(transaction) !== 'Pending' || amount > 0
  const charges = toHundredths(amount * settings.money.feeRate)
  const known = (sum: number): number | null => (isKnown ? sum : null)
  return {
    ResponseCode: code,
    Message: status.toLowerCase(),
    Data: {
      Amount: known(amount),
      Charges: known(charges),
      AmountAfterCharges: known(toHundredths(amount - charges)),
      AmountCharged: known(amount),
      Description: bill.description,
      ClientReference: bill.reference,
      TransactionId: transaction.id,
      ExternalTransactionId: transaction.networkId,
      OrderId: bill.id,
      PaymentDate: new Date(clock.now()).toISOString(),
    },
  }
}
