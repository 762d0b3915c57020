import { describeCode } from '../../catalogue/describe-code.ts'
import { isTaken, type LogRow } from '../log/row.ts'
import type { Service } from '../service.ts'
import type { WireFields } from '../wire/names.ts'
import { preciseDate } from '../wire/samples.ts'
import { type Bill, type PaymentMethod, statusOf, type Transaction } from '../world/world.ts'
import { toHundredths } from './bills/amount.ts'

/** Tells the application what became of a payment. */
export class Notices {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Sends the notice to each address that gets it. @returns what was sent and answered */
  async tell(bill: Bill, transaction: Transaction): Promise<readonly LogRow[]> {
    const { callbackAddresses } = this.#service.settings.money
    const fields = fieldsOf[bill.source](bill, transaction, this.#service)
    const { callbackUrl, primaryCallbackUrl, secondaryCallbackUrl } = bill
    if (callbackAddresses === 'one') return [await this.#send(bill, fields, callbackUrl)]
    if (callbackAddresses === 'all') {
      const named = [primaryCallbackUrl, secondaryCallbackUrl].filter((url) => url !== null)
      return Promise.all([...new Set([callbackUrl, ...named])].map((url) => this.#send(bill, fields, url)))
    }
    const first = await this.#send(bill, fields, primaryCallbackUrl ?? callbackUrl)
    if (isTaken(first.response) || secondaryCallbackUrl === null) return [first]
    return [first, await this.#send(bill, fields, secondaryCallbackUrl)]
  }

  /** The customer has paid all the same: where nobody could be told, the log says why. */
  #send(bill: Bill, fields: WireFields, url: string | null): Promise<LogRow> {
    const { id: billId, reference, sessionId, mobile, source: kind } = bill
    const about = {
      billId,
      reference: reference ?? undefined,
      sessionId: sessionId ?? undefined,
      mobile: mobile ?? undefined,
    }
    return this.#service.sender.tell({ kind, fields, url, about })
  }
}

/** What a notice says of a payment, by where its bill comes from. */
const fieldsOf: Readonly<
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
