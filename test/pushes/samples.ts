import type { PushEvent } from '../../src/pushes/event.ts'
import type { Kind } from '../../src/pushes/kinds.ts'
import type { PushKind } from '../../src/pushes/push-kind.ts'
import { pushKinds } from '../../src/pushes/push-kinds.ts'
import { type Fields, isRecord } from '../../src/pushes/reading/json.ts'

/** One push of each kind with every field that the reference or the field notes show, in their spelling. */
export const samples: Readonly<Record<Kind, Fields>> = {
  ussd: {
    Mobile: '+233000000000',
    SessionId: '3c796dac-2817-4f73-9de4-262d08409c51',
    ServiceCode: '714',
    Type: 'Initiation',
    Message: '*714*5*3#',
    Operator: 'operator-a',
    Sequence: 1,
    ClientState: 'step=1',
  },
  programmable: {
    Type: 'AddToCart',
    Message: 'Tea',
    ServiceCode: 'a1b2c3',
    Operator: 'webstore',
    ClientState: 'step=1',
    Mobile: 'opaque-user-7f3',
    SessionId: '00a1',
    Sequence: 2,
  },
  checkout: {
    ResponseCode: '0000',
    Status: 'Success',
    Message: 'Transaction successful',
    Data: {
      CheckoutId: '59e1f4c0d5b24d1e8a7b6c5d4e3f2a1b',
      SalesInvoiceId: '1f2e3d4c-0000-4000-8000-000000000001',
      ClientReference: '000042',
      Status: 'Success',
      Amount: 50.5,
      CustomerPhoneNumber: '+233000000000',
      PaymentDetails: {
        MobileMoneyNumber: '233000000000',
        PaymentType: 'MobileMoney',
        Channel: 'channel-a',
        CardNumber: '411111******1111',
        CardType: 'card-a',
      },
      Description: 'The payment was made',
      Timestamp: '2026-03-01T09:29:58.123Z',
      TransactionId: '1234567890123456789012345',
      ExternalTransactionId: '0000123',
    },
  },
  fulfilment: {
    SessionId: '00a1',
    OrderId: '00b2',
    ExtraData: { table: 7 },
    OrderInfo: {
      CustomerMobileNumber: '233000000000',
      CustomerEmail: 'ama@shop.example',
      CustomerName: 'Ama',
      Status: 'Paid',
      OrderDate: '2026-03-01T09:28:00Z',
      Currency: 'GHS',
      BranchName: 'Main',
      IsRecurring: false,
      RecurringInvoiceId: '00c3',
      Subtotal: 51,
      Items: [
        { ItemId: '0001', Name: 'Tea', Quantity: 2, UnitPrice: 10 },
        { ItemId: '0002', Name: 'Cake', Quantity: 1, UnitPrice: 30 },
      ],
      Payment: {
        PaymentType: 'mobilemoney',
        AmountPaid: 51,
        AmountAfterCharges: 50,
        PaymentDate: '2026-03-01T09:29:00Z',
        PaymentDescription: 'The payment was made',
        IsSuccessful: true,
      },
    },
  },
  ussdPayment: {
    ResponseCode: '0000',
    Message: 'success',
    Status: 'Success',
    Data: {
      Amount: 5,
      Charges: 0.05,
      AmountAfterCharges: 4.95,
      AmountCharged: 5.05,
      Description: 'Tea',
      ClientReference: '000042',
      TransactionId: '00d4',
      ExternalTransactionId: '1234567890123456789012345',
      OrderId: '00b2',
      PaymentDate: '2026-03-01T09:29:00Z',
      Status: 'Paid',
      CustomerPhoneNumber: '+233000000000',
      Mobile: '233000000000',
    },
  },
  deliveryReport: {
    From: 'SHOP',
    To: '233000000000',
    MessageId: '3c796dac28174f739de4262d08409c51',
    ClientReference: '000042',
    Status: 'Delivered',
  },
  inboundMessage: {
    from: '233000000000',
    to: '1400',
    fulltext: 'TEA two cups',
    keyword: 'TEA',
    text: 'two cups',
    account: '000777',
    campaign: '00012',
    date: '2026-03-01 09:30',
    network: '62001',
  },
}

/** A kind of push with its sample. */
export interface Sample {
  readonly push: PushKind<PushEvent>
  readonly fields: Fields
}

/** Every kind with its sample. */
export const everyKind: readonly Sample[] = Object.values(pushKinds).map((push) => ({
  push,
  fields: samples[push.kind],
}))

/** A sample with some fields of its own in place of the usual ones; `undefined` takes one away. */
export function sampleWith(kind: Kind, changes: Fields): Fields {
  return changed(samples[kind], changes)
}

/** The same for the fields in `Data`. */
export function sampleWithData(kind: 'checkout' | 'ussdPayment', changes: Fields): Fields {
  const { Data } = samples[kind]
  return { ...samples[kind], Data: changed(isRecord(Data) ? Data : {}, changes) }
}

function changed(fields: Fields, changes: Fields): Fields {
  return Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== undefined))
}
