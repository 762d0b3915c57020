import { foldName } from '../text/fold-name.ts'

/** What may stay of a field's value when a push is masked. */
export type FieldUse =
  /** A number of the service, or a flag. */
  | 'code'
  /** A word of the service's own lists: no spaces. */
  | 'word'
  /** Money, or how many. */
  | 'amount'
  | 'date'
  /** A word that says how something ended, of the service's own. */
  | 'status'
  /** Words that decide how a payment ended. */
  | 'verdict'
  /** Words that everybody uses. */
  | 'text'
  /** Its shape. */
  | 'identifier'
  /** An object of the service's own: its shape, as an identifier's where it is none. */
  | 'part'
  /** An object of the merchant's own: not even its names stay. */
  | 'free'

/** The names that pushes carry (reference 2.3, 2.10, 4.10, 4.11; field notes), by what may stay of them. */
const table: readonly (readonly [use: FieldUse, names: readonly string[]])[] = [
  ['code', ['ResponseCode', 'Network', 'Sequence', 'IsSuccessful', 'IsRecurring', 'IsFulfilled']],
  ['word', ['PaymentType', 'PaymentMethod', 'Channel', 'CardType', 'Currency', 'CurrencyCode', 'Type', 'Platform']],
  ['amount', ['Amount', 'Charges', 'AmountAfterCharges', 'AmountCharged', 'AmountPaid', 'Subtotal']],
  ['amount', ['Quantity', 'UnitPrice', 'Qty', 'Price']],
  ['date', ['Date', 'Timestamp', 'OrderDate', 'PaymentDate']],
  ['status', ['Status', 'TransactionStatus']],
  ['verdict', ['Message']],
  ['text', ['Description', 'PaymentDescription', 'fulltext', 'keyword', 'text']],
  ['identifier', ['CheckoutId', 'SalesInvoiceId', 'ClientReference', 'TransactionId', 'ExternalTransactionId']],
  ['identifier', ['OrderId', 'MessageId', 'SessionId', 'ItemId', 'RecurringInvoiceId', 'account', 'campaign']],
  ['identifier', ['from', 'to', 'Mobile', 'CustomerPhoneNumber', 'CustomerMobileNumber', 'MobileMoneyNumber']],
  ['identifier', ['CardNumber', 'Name', 'ItemName', 'CustomerName', 'CustomerEmail', 'BranchName']],
  ['part', ['Data', 'PaymentDetails', 'OrderInfo', 'Items', 'Item', 'Payment']],
  ['free', ['ExtraData', 'MetaData']],
]

const uses: ReadonlyMap<string, FieldUse> = new Map(
  table.flatMap(([use, names]) => names.map((name) => [foldName(name), use] as const)),
)

/** What may stay of the field of this name; undefined for a name that no push is known to carry. */
export function useOf(name: string): FieldUse | undefined {
  return uses.get(foldName(name))
}
