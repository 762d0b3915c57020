import type { Service } from '../../service.ts'
import type { WireFields } from '../../wire/names.ts'
import type { Bill } from '../../world/bill.ts'
import type { PaymentMethod, Transaction } from '../../world/transaction.ts'
import { toHundredths } from '../bills/amount.ts'
import { outcomeWordsOf } from './outcome-words.ts'

/** The fulfilment notice of a cart (field notes, "Fulfilment notice"): OrderId is the identity. */
export function fulfilmentFields(bill: Bill, transaction: Transaction, { settings, clock }: Service): WireFields {
  const { status, description, amount } = outcomeWordsOf(transaction)
  // The customer pays the fee on top: AmountAfterCharges leaves it out, the others include it.
  const withFee = (sum: number): number => toHundredths(sum * (1 + settings.money.feeRate))
  return {
    SessionId: bill.sessionId,
    OrderId: bill.id,
    ExtraData: {},
    OrderInfo: {
      CustomerMobileNumber: (transaction.mobile ?? bill.mobile ?? '').replace(/^\+/, ''),
      CustomerEmail: 'customer@example.com',
      CustomerName: 'A Customer',
      Status: status === 'Success' ? 'Paid' : status,
      OrderDate: dateOf(bill.createdAt),
      Currency: settings.money.currency,
      BranchName: 'Main',
      IsRecurring: false,
      RecurringInvoiceId: null,
      Subtotal: withFee(bill.amount),
      Items: bill.items.map(({ id, name, quantity, price }) => ({
        ItemId: id,
        Name: name,
        Quantity: quantity,
        UnitPrice: price,
      })),
      Payment: {
        PaymentType: paymentTypes[transaction.method],
        AmountPaid: withFee(amount),
        AmountAfterCharges: amount,
        PaymentDate: dateOf(clock.now()),
        PaymentDescription: description,
        IsSuccessful: status === 'Success',
      },
    },
  }
}

/** As such notices write it: seven digits of a second, and the hours from Greenwich. */
function dateOf(moment: number): string {
  return new Date(moment).toISOString().replace('Z', '0000+00:00')
}

const paymentTypes: Readonly<Record<PaymentMethod, string>> = {
  'mobile money': 'mobilemoney',
  card: 'card',
  qr: 'qr',
  wallet: 'wallet',
}
