import type { Kind } from '../../pushes/kinds.ts'
import { isRecord } from '../check-arguments.ts'
import type { Random } from '../random.ts'
import type { WireFields, WireValue } from './names.ts'

/**
 * Fields to be put into a push in the place of others: what is undefined is left out, objects are gone into.
 *
 * @example
 * const declined: FieldChanges = { ResponseCode: '2101', Status: 'Failed', Data: { Amount: 0, SalesInvoiceId: undefined } }
 */
export type FieldChanges = { readonly [name: string]: WireValue | FieldChanges | undefined }

/**
 * A push of a kind as the reference shows it, and the field notes where the reference doesn't, with identifiers of its own.
 *
 * @param now epoch ms
 */
export function sampleOf(kind: Kind, random: Random, now: number): WireFields {
  return samples[kind](random, new Date(now))
}

/** The same fields with others in their place. */
export function withFields(fields: WireFields, given: FieldChanges): WireFields {
  const changed = new Map(Object.entries(fields))
  for (const [name, value] of Object.entries(given)) {
    const held = changed.get(name)
    if (value === undefined) changed.delete(name)
    else changed.set(name, isRecord(value) ? withFields(isRecord(held) ? held : {}, value) : value)
  }
  return Object.fromEntries(changed)
}

const phone = '+233000000000'

const samples: Readonly<Record<Kind, (random: Random, now: Date) => WireFields>> = {
  // Reference 2.7.
  ussd: (random) => ({
    Mobile: phone,
    SessionId: random.uuid(),
    ServiceCode: '713',
    Type: 'Initiation',
    Message: '*713#',
    Operator: 'network-a',
    Sequence: 1,
    ClientState: null,
  }),
  // Reference 2.5.
  programmable: (random) => ({
    Type: 'initiation',
    Message: '*713#',
    ServiceCode: '713',
    Operator: 'network-a',
    ClientState: '',
    Mobile: phone,
    SessionId: random.uuid(),
  }),
  // Reference 2.3.
  checkout: (random) => ({
    ResponseCode: '0000',
    Status: 'Success',
    Data: {
      CheckoutId: random.hex(32),
      SalesInvoiceId: random.hex(32),
      ClientReference: `order-${random.hex(8)}`,
      Status: 'Success',
      Amount: 50.25,
      CustomerPhoneNumber: phone,
      PaymentDetails: { MobileMoneyNumber: phone, PaymentType: 'MobileMoney' },
      Description: 'The payment was made',
    },
  }),
  // Field notes, "Fulfilment notice".
  fulfilment: (random, now) => ({
    SessionId: random.hex(32),
    OrderId: random.hex(32),
    ExtraData: {},
    OrderInfo: {
      CustomerMobileNumber: phone.slice(1),
      CustomerEmail: 'customer@example.com',
      CustomerName: 'A Customer',
      Status: 'Paid',
      OrderDate: preciseDate(now),
      Currency: 'GHS',
      BranchName: 'Main',
      IsRecurring: false,
      RecurringInvoiceId: null,
      Subtotal: 51.5,
      Items: [{ ItemId: random.hex(32), Name: 'Ticket', Quantity: 2, UnitPrice: 25 }],
      Payment: {
        PaymentType: 'mobilemoney',
        AmountPaid: 51.5,
        AmountAfterCharges: 50,
        PaymentDate: preciseDate(now),
        PaymentDescription: 'The payment was made',
        IsSuccessful: true,
      },
    },
  }),
  // Field notes, "USSD payment notice".
  ussdPayment: (random, now) => ({
    ResponseCode: '0000',
    Message: 'success',
    Data: {
      Amount: 5,
      Charges: 0.1,
      AmountAfterCharges: 4.9,
      AmountCharged: 5,
      Description: 'Tea',
      ClientReference: `tea-${random.hex(8)}`,
      TransactionId: random.hex(32),
      ExternalTransactionId: `000000${random.digits(10)}`,
      OrderId: random.hex(32),
      PaymentDate: `${now.toISOString().slice(0, 19)}Z`,
    },
  }),
  // Reference 2.10.
  deliveryReport: (random) => ({
    From: 'SHOP',
    To: phone,
    MessageId: random.hex(32),
    ClientReference: `sms-${random.hex(8)}`,
    Status: 'Delivered',
  }),
  // Reference 4.11.
  inboundMessage: (random, now) => ({
    from: phone,
    to: '1713',
    fulltext: 'VOTE for tea',
    keyword: 'VOTE',
    text: 'for tea',
    account: '000417',
    campaign: `campaign-${random.hex(8)}`,
    date: now.toISOString().slice(0, 16).replace('T', ' '),
    network: '00101',
  }),
}

/** With seven digits of a second and the hours from Greenwich, as such services write it. */
export function preciseDate(date: Date): string {
  return date.toISOString().replace('Z', '0000+00:00')
}
