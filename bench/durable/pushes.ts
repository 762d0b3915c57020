import { phoneDigits, type Step, sessionDigits, stampDigits } from '../workloads.ts'

const received = { status: 'received' }

/** A payment, each with an id of its own. */
export const payment: Step = {
  body: {
    ResponseCode: '0000',
    Status: 'Success',
    Data: {
      CheckoutId: `5f0c1d9e2b7a4c839a61${sessionDigits}`,
      SalesInvoiceId: '156b3fe470a7fe3f4c6499eeeb867bb1',
      ClientReference: 'order-1',
      Status: 'Success',
      Amount: 19.99,
      CustomerPhoneNumber: `+2330${phoneDigits}`,
      PaymentDetails: { MobileMoneyNumber: '+233000000000', PaymentType: 'MobileMoney' },
      Description: 'The payment was made',
    },
  },
  answer: received,
}

/** A report that says when it was sent, each with an id of its own. */
export const report: Step = {
  body: {
    From: 'Shop',
    To: `+2330${phoneDigits}`,
    MessageId: `5f0c1d9e2b7a4c839a61${sessionDigits}`,
    ClientReference: stampDigits,
    Status: 'Delivered',
  },
  answer: received,
}

/** A first turn. */
export const turn: Step = {
  body: {
    Mobile: `+2330${phoneDigits}`,
    SessionId: `5f0c1d9e-2b7a-4c83-9a61-${sessionDigits}`,
    ServiceCode: '713',
    Operator: 'network',
    Type: 'Initiation',
    Message: '*713#',
    Sequence: 1,
    ClientState: null,
  },
  answer: { Type: 'Response', Message: 'Welcome to *713#\n1. Tea, 5.00\n2. Leave' },
}
