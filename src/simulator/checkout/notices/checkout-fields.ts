import type { WireFields } from '../../wire/names.ts'
import type { Bill } from '../../world/bill.ts'
import type { PaymentMethod, Transaction } from '../../world/transaction.ts'
import { outcomeWordsOf } from './outcome-words.ts'

/** A checkout callback (reference 2.3). A card has no phone (field notes, "Checkout: fields"). */
export function checkoutFields(bill: Bill, transaction: Transaction): WireFields {
  const { code, status, envelope, description, amount } = outcomeWordsOf(transaction)
  const { mobile, method } = transaction
  return {
    ResponseCode: code,
    Status: envelope,
    Data: {
      CheckoutId: bill.id,
      SalesInvoiceId: bill.salesInvoiceId,
      ClientReference: bill.reference,
      Status: status,
      Amount: amount,
      ...(mobile !== null && { CustomerPhoneNumber: mobile }),
      PaymentDetails:
        mobile === null
          ? { PaymentType: paymentTypes[method], CardNumber: '400000******0000', CardType: 'debit' }
          : { MobileMoneyNumber: mobile, PaymentType: paymentTypes[method] },
      Description: description,
    },
  }
}

// The first is shown; the others are not.
const paymentTypes: Readonly<Record<PaymentMethod, string>> = {
  'mobile money': 'MobileMoney',
  card: 'Card',
  qr: 'QR',
  wallet: 'Wallet',
}
