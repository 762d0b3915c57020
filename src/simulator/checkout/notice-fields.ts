import { describeCode } from '../../catalogue/describe-code.ts'
import type { Service } from '../service.ts'
import type { WireFields } from '../wire/names.ts'
import { preciseDate } from '../wire/samples.ts'
import type { Bill } from '../world/bill.ts'
import { type PaymentMethod, statusOf, type Transaction } from '../world/transaction.ts'
import { toHundredths } from './bills/amount.ts'

/** What a notice says of a payment, by where its bill comes from. */
export const fieldsOf: Readonly<
  Record<Bill['source'], (bill: Bill, transaction: Transaction, service: Service) => WireFields>
> = {
  checkout: checkoutFields,
  ussdPayment: ussdPaymentFields,
  fulfilment: fulfilmentFields,
}

/** A checkout callback (reference 2.3). A card has no phone (field notes, "Checkout: fields"). */
function checkoutFields(bill: Bill, transaction: Transaction): WireFields {
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

/**
 * The notice of a USSD payment (field notes, "USSD payment notice"): code and message together say it. The amounts of a
 * failure are 0; where nobody knows the outcome they are null.
 */
function ussdPaymentFields(bill: Bill, transaction: Transaction, { settings, clock }: Service): WireFields {
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

/** The fulfilment notice of a cart (field notes, "Fulfilment notice"): OrderId is the identity. */
function fulfilmentFields(bill: Bill, transaction: Transaction, { settings, clock }: Service): WireFields {
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
      OrderDate: preciseDate(new Date(bill.createdAt)),
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
        PaymentType: paymentTypes[transaction.method].toLowerCase(),
        AmountPaid: withFee(amount),
        AmountAfterCharges: amount,
        PaymentDate: preciseDate(new Date(clock.now())),
        PaymentDescription: description,
        IsSuccessful: status === 'Success',
      },
    },
  }
}

// The first is shown; the others are not. Fulfilment notices write them small.
const paymentTypes: Readonly<Record<PaymentMethod, string>> = {
  'mobile money': 'MobileMoney',
  card: 'Card',
  qr: 'QR',
  wallet: 'Wallet',
}

/** What a notice says of a payment, in the words of a checkout callback. */
interface OutcomeWords {
  readonly code: string
  /** Of the payment: `Success`, `Failed`, `Cancelled`, `Refunded`, `Pending`. */
  readonly status: string
  /** Of the envelope. */
  readonly envelope: 'Success' | 'Failed' | 'Pending'
  readonly description: string
  /** 0 unless money came. */
  readonly amount: number
}

/** A payment that settled is a success to the application; an outcome that nobody knows is called a failure all the same. */
function outcomeWordsOf(transaction: Transaction): OutcomeWords {
  const code = transaction.code ?? '0005'
  const status = statusOf(transaction)
  if (status === 'Success' || status === 'Settled' || status === 'Refunded') {
    const word = status === 'Refunded' ? status : 'Success'
    return { code, status: word, envelope: 'Success', description: 'The payment was made', amount: transaction.paid }
  }
  const description = status === 'Cancelled' ? 'The customer cancelled' : (describeCode(code)?.meaning ?? 'It failed')
  if (code === '0002') return { code, status: 'Pending', envelope: 'Pending', description, amount: transaction.amount }
  return { code, status: status === 'Pending' ? 'Failed' : status, envelope: 'Failed', description, amount: 0 }
}
