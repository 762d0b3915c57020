import type { Kind } from '../../src/index.ts'

/** One push of each kind as the reference writes it (2.3, 2.5, 2.7, 2.10, 4.11), or the field notes where it shows none. */
export const samples = {
  ussd: {
    Mobile: '+233000000000',
    SessionId: 'b1946ac9-2492-d234-7c6f-2354d1e0a7ab',
    ServiceCode: '713',
    Type: 'Initiation',
    Message: '*713*5#',
    Operator: 'first',
    Sequence: 1,
    ClientState: null,
  },
  programmable: {
    Type: 'initiation',
    Message: '',
    ServiceCode: 'd7f3',
    Operator: 'webstore',
    ClientState: 'basket',
    Mobile: 'opaque-user',
    SessionId: '59bcc3ad',
  },
  checkout: {
    ResponseCode: '0000',
    Status: 'Success',
    Data: {
      CheckoutId: '00000000000000000000000000000007',
      SalesInvoiceId: '0a1b',
      ClientReference: 'order-17',
      Status: 'Success',
      Amount: 50.5,
      CustomerPhoneNumber: '+233000000000',
      PaymentDetails: { MobileMoneyNumber: '+233000000000', PaymentType: 'MobileMoney' },
      Description: 'The payment came',
    },
  },
  fulfilment: {
    SessionId: '59bcc3ad',
    OrderId: 'f00d',
    ExtraData: {},
    OrderInfo: {
      CustomerMobileNumber: '+233000000000',
      Status: 'Paid',
      Currency: 'GHS',
      Subtotal: 12.61,
      Items: [{ ItemId: '1', Name: 'Ticket', Quantity: 2, UnitPrice: 6 }],
      Payment: { PaymentType: 'MobileMoney', AmountPaid: 12.61, AmountAfterCharges: 12, IsSuccessful: true },
    },
  },
  ussdPayment: {
    ResponseCode: '2001',
    Message: 'failed',
    Data: { Amount: 0, TransactionId: 'tx-9', ClientReference: 'tea-1', Description: 'No funds' },
  },
  deliveryReport: {
    From: 'Shop',
    To: '+233000000000',
    MessageId: '59bcc3ad-6775-562f-845c-f01624225371',
    ClientReference: 'note-3',
    Status: 'Delivered',
  },
  inboundMessage: {
    from: '+233000000000',
    to: '1900',
    fulltext: 'JOIN tea',
    keyword: 'JOIN',
    text: 'tea',
    account: 'a-1',
    campaign: 'c-1',
    date: '2026-03-01 10:20',
    network: '62001',
  },
} as const satisfies Record<Kind, object>

/** The default path of each kind. */
export const paths: Record<Kind, string> = {
  ussd: '/ussd',
  programmable: '/programmable',
  checkout: '/checkout',
  fulfilment: '/fulfilment',
  ussdPayment: '/ussd-payment',
  deliveryReport: '/delivery-report',
  inboundMessage: '/inbound-message',
}
