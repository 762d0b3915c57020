import { describe, expect, it } from 'vitest'

import { withContradictions } from '../../src/pushes/money/contradictions.ts'
import { type ContradictionReading, contradictingFields } from '../../src/pushes/money/outcome.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'

const paid = { outcome: 'paid', why: 'it says so' } as const
const failed = { outcome: 'failed', why: 'it says so' } as const

const outcomeOf = (judgement: typeof paid | typeof failed, fields: Fields) =>
  withContradictions(judgement, fields, { isFlat: true }).outcome

/** What each way of reading may find beside a payment that is paid, and what takes that back. */
const values: Readonly<Record<ContradictionReading, { agree: readonly unknown[]; differ: readonly unknown[] }>> = {
  word: {
    agree: ['Success', 'PAID', 'Transaction successful', 'whatever', ' ', null],
    differ: ['Failed', 'Unpaid', 'Pending', 'Refunded', 'not paid', 'Suc\u0000cess', 'Pa\u200bid', ['Paid'], {}],
  },
  code: { agree: ['0000', '000', 0, '', null], differ: ['2001', '0002', '0005', '9999', '\u00000000', ['0000'], true] },
  yes: { agree: [true, 'true', ' TRUE ', '', null], differ: [false, 'no', 'yes', 0, 1, [false], [true], {}] },
  nothing: {
    agree: [false, 'false', 0, '0.00', '', null, 'No', 'none'],
    differ: [true, 'true', 5, '5', 0.01, 'yes', [], {}],
  },
  anyCode: { agree: ['0000', 'GH', '300302', '', null], differ: ['2001', 2001, '0002', ['2001'], {}] },
  direction: {
    agree: ['RECEIVE-MONEY', 'DirectDebit', 'DEBIT CARD', 'MobileMoneyPayment', 'Online checkout', '', null],
    differ: [
      ...['SEND-MONEY', 'Refund', 'payout', 'DEBIT', 'Cash-out', 'voided', 'DISPUTE', ['x'], 'RETURN', 'CREDIT-NOTE'],
      ...['Reimbursement', 'PAYMENT-RETURN', 'Adjustment', 'E-LEVY', 'Fee'],
    ],
  },
  kind: {
    agree: ['MobileMoney', 'DEBIT', '', null],
    differ: ['REFUND', 'Reversal', 'Charge back', 'VOID', ['Refund'], {}],
  },
}

const decisive = contradictingFields.flatMap(({ names, endings = [], reads }) =>
  [...names, ...endings, ...endings.map((ending) => `Txn${ending}`)].map((name) => ({ name, reads })),
)

describe.each(decisive)('$name beside a payment that is paid', ({ name, reads }) => {
  const { agree, differ } = values[reads]

  it.each(agree)('may be %j', (value) => {
    expect(outcomeOf(paid, { [name]: value })).toBe('paid')
    expect(outcomeOf(paid, { Data: { deep: [{ [name]: value }] } })).toBe('paid')
  })

  it.each(differ)('takes it back as %j, at any depth and in any spelling', (value) => {
    for (const spelling of [name, name.toLowerCase(), name.toUpperCase(), [...name].join('_')]) {
      expect(outcomeOf(paid, { [spelling]: value })).toBe('undetermined')
      expect(outcomeOf(paid, { Data: { deep: [[{ [spelling]: value }]] } })).toBe('undetermined')
    }
  })

  it('takes it back where a character that nobody sees stands in its name, whatever it says', () => {
    for (const veiled of [`${name}\u0000`, `\u200b${name}`, `${name.slice(0, 2)}\u00ad${name.slice(2)}`]) {
      for (const value of [...differ, ...agree.filter((one) => typeof one === 'boolean' || one === 'Success')]) {
        expect(outcomeOf(paid, { Data: { [veiled]: value } })).toBe('undetermined')
      }
      expect(outcomeOf(paid, { [veiled]: null, ExtraData: { [veiled]: differ[0] } })).toBe('paid')
      expect(outcomeOf(failed, { Data: { [veiled]: agree[0] } })).toBe('failed')
    }
  })

  it('takes it back where it comes twice and differs', () => {
    const twice = { [name]: agree[0], [name.toLowerCase()]: differ[0] }
    expect(outcomeOf(paid, twice)).toBe('undetermined')
  })

  it('is looked for neither in what the merchant gave nor in the lines of an order', () => {
    const fields = { [name]: differ[0] }
    expect(outcomeOf(paid, { ExtraData: fields, MetaData: [fields], OrderInfo: { Items: [fields] } })).toBe('paid')
  })
})

describe('a name that sounds of money which went back, beside a payment that is paid', () => {
  const names = contradictingFields.flatMap(({ parts = [] }) => parts)

  it.each([
    ...names.flatMap((part) => [part, `is_${part}`, `last${part}Amount`]),
    ...[
      'isVoided',
      'voidedAt',
      'IsDisputed',
      'chargeback',
      'chargebacks',
      'totalRefunded',
      'refundAmount',
      'refundStatus',
    ],
    ...['reversalStatus', 'refunds', 'isReversal', 'RefundedBy', 'cancelledRefund', 'disputeId'],
  ])('%s takes it back, unless it says that nothing did', (name) => {
    const told = [
      true,
      'true',
      'YES',
      5,
      '0.01',
      'Completed',
      'Pending',
      'Failed',
      '2026-03-01T09:30:00Z',
      'GHS',
      'not yet',
    ]
    for (const value of told)
      expect([value, outcomeOf(paid, { Data: { [name]: value } })]).toEqual([value, 'undetermined'])
    const nothings = [false, 'False', 0, '0.00', '', ' ', null, 'none', 'No', 'N/A', 'not refunded', 'NOT_REQUESTED']
    for (const value of nothings.concat('unreversed', 'no chargebacks', '0001-01-01T00:00:00', '0000-0000')) {
      expect([value, outcomeOf(paid, { Data: { [name]: value } })]).toEqual([value, 'paid'])
    }
    expect(outcomeOf(failed, { Data: { [name]: true } })).toBe('failed')
  })

  it.each<unknown>([
    [[5]],
    [['r-1']],
    [[{ amount: 5 }]],
    [{ amount: 5, currency: 'GHS' }],
    [{ amount: 0, details: [[{ status: 'Success' }]] }],
    [{ Refunds: ['r-1'] }],
    ['{"amount":5}'],
    [[['["x"]', 1]]],
  ])('takes it back by what stands inside it: %j', (value) => {
    expect(outcomeOf(paid, { Data: { refunds: value } })).toBe('undetermined')
  })

  it.each<unknown>([
    [[]],
    [{}],
    [[[], {}, null, 0]],
    [
      {
        amount: 0,
        currency: 'GHS',
        status: 'none',
        isRefundable: true,
        url: 'https://pay.example/back',
        policy: { days: 14 },
      },
    ],
  ])('leaves it where nothing inside says so: %j', (value) => {
    expect(outcomeOf(paid, { Data: { refunds: value, Disputes: value } })).toBe('paid')
  })

  it.each<readonly [string, unknown]>([
    ['isRefundable', true],
    ['refundable', 'yes'],
    ['RefundableAmount', 50],
    ['nonRefundable', true],
    ['reversible', true],
    ['isVoidable', true],
    ['canRefund', true],
    ['CanBeReversed', true],
    ['allowsRefunds', 'yes'],
    ['supportsPartialRefunds', true],
    ['refundAllowed', true],
    ['refundEnabled', true],
    ['isEligibleForRefund', true],
    ['refundPolicy', 'none'],
    ['refundPolicy', { days: 14, text: 'Within two weeks' }],
    ['RefundUrl', 'https://pay.example/refund'],
    ['refundDeadline', '2026-03-15'],
    ['disputeWindowDays', 90],
    ['refundCurrency', 'GHS'],
    ['prefundedAccount', '0000'],
    ['avoidDuplicates', true],
    ['Devoid', true],
    ['convoId', 'c-1'],
    ['maxRefundAmount', 10],
    ['remainingRefundAmount', 10],
    ['amountAvailableForRefund', 10],
    ['refundOptions', 'wallet'],
    ['refundEmail', 'money@example.com'],
    ['chargebackProtection', true],
    ['softwareVersion', '2.1'],
    ['StoreVersion', 5],
    ['recordsReturned', 1],
    ['returnUrl', 'https://shop.example/thanks'],
    ['cashback', 0.5],
  ])('is none that tells of what may be done, or holds its letters by chance: %s', (name, value) => {
    expect(outcomeOf(paid, { Data: { [name]: value } })).toBe('paid')
  })

  it('is seen behind a character that nobody sees, and in a text that holds fields', () => {
    expect(outcomeOf(paid, { Data: { 'last\u200bRefundId': 'r-1' } })).toBe('undetermined')
    expect(outcomeOf(paid, { Data: { Something: '{"isVoided":true}' } })).toBe('undetermined')
    expect(outcomeOf(paid, { Data: { Something: '{"isVoidable":true}' } })).toBe('paid')
  })
})

describe('a field that is not about the payment, beside one that is paid', () => {
  it.each<readonly [string, unknown]>([
    ['DeliveryStatus', 'Pending'],
    ['delivery_status', 'Undelivered'],
    ['SmsDeliveryStatus', 'Failed'],
    ['OrderStatus', 'Pending'],
    ['OrderStatus', 'Processing'],
    ['OrderStatus', 'Completed'],
    ['FulfilmentStatus', 'Not started'],
    ['CallbackResult', 'failed'],
    ['NotRefunded', true],
    ['isNotReversed', 'TRUE'],
    ['HasNotBeenRefunded', 'true'],
    ['NeverDisputed', true],
    ['NotRefunded', null],
    ['RefundMethod', 'MobileMoney'],
    ['RefundPolicyText', 'Within two weeks'],
    ['RefundPolicies', ['Within two weeks']],
    ['refundTermsVersion', 3],
    ['RefundInstructions', 'Call us'],
  ])('leaves it: %s %j', (name, value) => {
    expect(outcomeOf(paid, { Data: { [name]: value } })).toBe('paid')
  })

  it.each<readonly [string, unknown]>([
    ['DeliveryStatus', 'Refunded'],
    ['DeliveryStatus', 'Payment reversed'],
    ['DeliveryStatus', ['Pending']],
    ['OrderStatus', 'Cancelled'],
    ['OrderStatus', 'Failed'],
    ['OrderStatus', 'Awaiting payment'],
    ['OrderPaymentStatus', 'Pending'],
    ['CustomerPaymentStatus', 'Pending'],
    ['NotRefunded', false],
    ['NotRefunded', 'no'],
    ['NotRefunded', { amount: 5 }],
    ['NotRefundedYetAmount', 5],
    ['NoOfRefunds', 1],
    ['RefundMethodUsed', 'MobileMoney'],
    ['OrderCode', '2001'],
  ])('takes it back where it says that the money does not stand: %s %j', (name, value) => {
    expect(outcomeOf(paid, { Data: { [name]: value } })).toBe('undetermined')
  })

  it('says nothing of one that failed', () => {
    const fields = { OrderStatus: 'Completed', DeliveryStatus: 'Success', NotRefunded: true }
    expect(outcomeOf(failed, { Data: fields })).toBe('failed')
  })
})

describe('another transaction that a payment names as its own', () => {
  it.each<Fields>([
    { OriginalTransactionId: 't-1' },
    { TransactionId: 't-2', parent_transaction_id: 't-1' },
    { TransactionId: 't-2', OriginalTransactionId: null, ParentTransactionId: 't-1' },
    { InitialPaymentReference: 7 },
    { SourceTxnRef: 't-1' },
    { PreviousTransactionNumber: '17' },
    { LinkedTransactionID: 't-1', RelatedTransactionId: 't-1' },
  ])('takes it back: %j', (fields) => {
    const { outcome, why } = withContradictions(paid, { Data: fields }, { isFlat: true })
    expect(outcome).toBe('undetermined')
    expect(why).toMatch(/(?:Transaction|Payment|Txn|transaction)/)
    expect(outcomeOf(failed, { Data: fields })).toBe('failed')
  })

  it.each<Fields>([
    { TransactionId: 'AB-CD', OriginalTransactionId: 'abcd' },
    { NetworkTransactionId: 17, OriginalTransactionId: '17' },
    { ExternalTransactionId: 'n-1', ParentTransactionId: 'n-1' },
    { OriginalTransactionId: '', ParentTransactionId: '0000', SourceTransactionId: 'N/A', LinkedTransactionId: null },
    { OriginalTransactionId: {} },
    { OriginalTransactionDate: '2026-03-01', SourceAccountNumber: '0240000000', ProviderTransactionId: 'x' },
    { OriginalAmount: 5, ParentCategoryId: 3, RelatedTransactionId: 't-1' },
  ])('leaves it where it is itself, or none: %j', (fields) => {
    expect(outcomeOf(paid, { Data: fields })).toBe('paid')
  })
})

describe('a code that the reference does not know, beside a payment that failed', () => {
  it.each(['0000', '000'])('says otherwise as %s', (code) => {
    expect(outcomeOf(failed, { Data: { TxnCode: code } })).toBe('undetermined')
  })

  it.each(['2001', 'GH', null])('may be %s', (code) => {
    expect(outcomeOf(failed, { Data: { TxnCode: code } })).toBe('failed')
  })
})

describe('what a payment is called and comes to, in several places', () => {
  it.each<readonly [string, Fields]>([
    ['Amount', { Amount: 5, Data: { Amount: 50 } }],
    ['ClientReference', { ClientReference: 'a', Data: { ClientReference: 'A' } }],
    ['TransactionId', { Data: { TransactionId: 'a', PaymentDetails: { TransactionId: 'b' } } }],
    ['CheckoutId', { CheckoutId: 'a', Data: { CheckoutId: 'b' } }],
    ['SessionId', { SessionId: 'a', sessionId: 'b' }],
    ['Currency', { OrderInfo: { Currency: 'GHS', currency: 'NGN' } }],
    ['PaymentDetails', { Data: { PaymentDetails: {}, paymentdetails: { Status: 'Failed' } } }],
    ['AmountCharged', { Data: { Amount: 5, AmountCharged: 0 } }],
    ['AmountAfterCharges', { Data: { Amount: 5, AmountAfterCharges: 'some' } }],
    ['AmountPaid', { OrderInfo: { Subtotal: 5, Payment: { AmountPaid: 0 } } }],
    ['AmountPaid', { Data: { Amount: 5, AmountPaid: 1 } }],
    ['AmountPaid', { Data: { Amount: 5, PaymentDetails: [{ AmountPaid: '5.00' }, { AmountPaid: 4.99 }] } }],
    ['AmountPaid', { Data: { Amount: 5, AmountPaid: 50, Charges: 0.1 } }],
    ['AmountCharged', { AmountCharged: 4, Data: { Amount: 5 } }],
    ['TransactionAmount', { Data: { Amount: 5, TransactionAmount: 1 } }],
    ['TransactionAmount', { Amount: 5, Data: { TransactionAmount: 5.01 } }],
    ['TotalAmount', { Data: { Amount: 5, TotalAmount: 50 } }],
    ['AmountAfterCharges', { Data: { Amount: 5, AmountAfterCharges: 50 } }],
    ['AmountAfterCharges', { Data: { Amount: 5, Charges: 0.1, AmountAfterCharges: 1 } }],
    ['AmountAfterFees', { TransactionAmount: 50, Fee: 1, AmountAfterFees: 9 }],
    ['Charges', { Data: { Charges: 1, charges: 2 } }],
    ['CurrencyCode', { Data: { Currency: 'GHS', CurrencyCode: 'NGN' } }],
    ['AmountPaid', { AmountPaid: 1, OrderInfo: { Payment: { AmountPaid: 5, AmountAfterCharges: 5 } } }],
    ['AmountPaid', { OrderInfo: { AmountPaid: 1, Payment: { AmountPaid: 5 } } }],
    ['AmountPaid', { OrderInfo: { AmountPaid: 1, Payment: { AmountAfterCharges: 5 } } }],
    ['AmountAfterCharges', { AmountAfterCharges: 1, OrderInfo: { Payment: { AmountPaid: 5, AmountAfterCharges: 4 } } }],
  ])('takes back that it is paid where it differs: %s', (name, fields) => {
    const { outcome, why } = withContradictions(paid, fields, { isFlat: false })
    expect([outcome, why]).toEqual([
      'undetermined',
      `another field contradicts it, or cannot be read: ${name === 'AmountPaid' ? 'AmountPaid' : name}`,
    ])
  })

  it.each<readonly [string, Fields]>([
    ['an amount in two spellings', { Amount: 5, Data: { Amount: '5.00', AmountCharged: 5.05 } }],
    [
      'an identifier with dashes and without',
      { Data: { TransactionId: 'AB-C', PaymentDetails: { TransactionId: 'abc' } } },
    ],
    [
      'what was given and what is left, the fee between',
      { Data: { Amount: 5, AmountPaid: 5.1, AmountCharged: 5, AmountAfterCharges: 4.9, Charges: 0.1 } },
    ],
    ['what was given and what is left, where no fee is told', { Amount: 5, AmountPaid: 5.5, AmountAfterCharges: 4 }],
    ['one amount under several names', { Amount: 5, Data: { TransactionAmount: '5.00', TotalAmount: 5, Fee: 'some' } }],
    ['a currency in letters and in words', { Currency: 'ghs ', Data: { CurrencyCode: 'GHS', Currency: 'Ghana cedi' } }],
    ['nothing at all', { Amount: 0, Data: { Amount: '0', AmountPaid: 0, AmountCharged: null } }],
    ['the amount of something else', { Data: { Amount: 5, Fees: { Amount: 0.5 } } }],
    ['texts in a list', { Data: { Notes: ['Failed', 1, null], deeper: [[]] } }],
  ])('may agree: %s', (_what, fields) => {
    expect(withContradictions(paid, fields, { isFlat: false })).toBe(paid)
  })
})

describe('a name that is a claim of its own', () => {
  it.each<readonly [string, unknown]>([
    ['Unpaid', true],
    ['IsUnpaid', true],
    ['hasFailed', true],
    ['didFail', 'yes'],
    ['wasCancelled', true],
    ['wasSuccessful', false],
    ['PaymentReceived', false],
    ['is_payment_received', 'no'],
    ['TransactionHasFailed', 1],
    ['NotPaid', true],
    ['hasNotBeenPaid', 'true'],
    ['IsNotFailed', false],
  ])('takes back that it is paid: %s %j', (name, value) => {
    expect(outcomeOf(paid, { Data: { [name]: value } })).toBe('undetermined')
  })

  it.each<readonly [string, unknown]>([
    ['IsUnpaid', false],
    ['hasFailed', 'no'],
    ['wasSuccessful', true],
    ['PaymentReceived', '2026-03-01T10:00:00Z'],
    ['PaymentReceived', { at: 'noon' }],
    ['NotPaid', false],
    ['IsPaidOnline', false],
    ['NotificationReceived', false],
    ['failedAttempts', 1],
    ['OrderReceived', false],
    ['PaymentInitiated', true],
  ])('leaves it: %s %j', (name, value) => {
    expect(outcomeOf(paid, { Data: { [name]: value } })).toBe('paid')
  })

  it('takes back that it failed where it claims money', () => {
    expect(outcomeOf(failed, { Data: { wasSuccessful: true } })).toBe('undetermined')
    expect(outcomeOf(failed, { Data: { hasFailed: true, PaymentReceived: false } })).toBe('failed')
  })
})

describe('beside a payment that is paid', () => {
  it.each<readonly [string, unknown]>([
    ['Settled', false],
    ['Completed', false],
    ['Approved', false],
    ['isApproved', 'no'],
    ['Charged', false],
    ['TxnStatus', 'FAILED'],
    ['order_status', 'cancelled'],
    ['Outcome', 'failed'],
    ['Result', 'declined'],
    ['ErrorCode', '2001'],
    ['Code', '2001'],
    ['ResponseMessage', 'Failed'],
    ['\uff33tatus', 'Failed'],
    ['\u0405tatus', 'Failed'],
    ['Txn\u0405tatus', 'Failed'],
    ['\u0405t\u0430tu\u0455', 'Failed'],
    ['St\u0301\u0430t\u200bus', 'Failed'],
  ])('%s: %j takes it back, in every kind', (name, value) => {
    for (const isFlat of [true, false]) {
      expect(withContradictions(paid, { Data: { [name]: value } }, { isFlat }).outcome).toBe('undetermined')
    }
    const record = withContradictions(paid, { [name]: value }, { isFlat: true, isRecord: true })
    expect(record.outcome).toBe('undetermined')
    expect(record.why).toMatch(/^another field contradicts it, or cannot be read: [ -~]+$/)
  })

  it.each<readonly [string, unknown]>([
    ['ServiceCode', '2001'],
    ['CurrencyCode', 'GHS'],
    ['Statut', 'Failed'],
    ['\u0441\u0442\u0430\u0442\u0443\u0441', 'Failed'],
    ['Num\u00e9ro', '2001'],
    ['Statuses', 'Failed'],
    ['ResponseMessage', 'Request accepted'],
  ])('%s: %j leaves it', (name, value) => {
    expect(outcomeOf(paid, { Data: { [name]: value } })).toBe('paid')
  })
})

it('a record of the service is held to its amount, and not to what it tells of fees', () => {
  const record = { TransactionAmount: 5, Fee: 0.5, AmountAfterFees: 49.5 }
  expect(withContradictions(paid, record, { isFlat: true, isRecord: true })).toBe(paid)
  expect(withContradictions(paid, record, { isFlat: true }).outcome).toBe('undetermined')
  expect(withContradictions(paid, { ...record, Amount: 4 }, { isFlat: true, isRecord: true }).outcome).toBe(
    'undetermined',
  )
})

describe('beside a payment that failed', () => {
  it.each<Fields>([
    { TransactionStatus: 'Paid' },
    { PaymentStatus: 'Refunded' },
    { ResponseCode: '0000' },
    { ResponseCode: '0005' },
    { IsSuccessful: true },
    { IsSuccessful: 'no' },
    { Success: 'false', success: 'true' },
    { TransactionType: 'Refund' },
  ])('%j leaves nothing certain', (fields) => {
    expect(outcomeOf(failed, fields)).toBe('undetermined')
    expect(outcomeOf(failed, { Data: fields })).toBe('undetermined')
    expect(withContradictions({ ...failed, outcome: 'cancelled' }, fields, { isFlat: true }).outcome).toBe(
      'undetermined',
    )
  })

  it.each<Fields>([
    { TransactionStatus: 'Unpaid', Message: 'Insufficient funds', ResponseCode: '2001', IsSuccessful: false },
    { IsRefunded: true, Amount: 0, Data: { Amount: 50, AmountPaid: 0 } },
  ])('%j leaves it as it is', (fields) => {
    expect(outcomeOf(failed, fields)).toBe('failed')
  })

  it('an envelope that says success leaves it as it is: it can veto paid, and never failed', () => {
    const fields = { Status: 'Success', IsSuccessful: true, isSuccessful: false, Data: { Status: 'Failed' } }
    expect(withContradictions(failed, fields, { isFlat: false })).toBe(failed)
    expect(withContradictions(failed, { Message: 'Success', Status: 'Failed' }, { isFlat: true })).toBe(failed)
    expect(outcomeOf(failed, { Data: { Message: 'Success' } })).toBe('undetermined')
    expect(withContradictions(paid, fields, { isFlat: false }).outcome).toBe('undetermined')
  })
})

it.each(['pending', 'refunded', 'undetermined'] as const)('what is %s stays as it is', (outcome) => {
  const judgement = { outcome, why: 'it says so' }
  expect(withContradictions(judgement, { Status: 'Failed', status: 'Paid' }, { isFlat: true })).toBe(judgement)
})

describe('a text that holds fields', () => {
  const json = JSON.stringify({ Status: 'Failed' })

  it.each<Fields>([
    { PaymentDetails: json },
    { PaymentDetails: [` \n${json}`] },
    { payment_details: '{"\\u0053tatus":"Failed"}' },
    { PaymentDetails: JSON.stringify(json) },
    { PaymentDetails: 'Status=Failed&Amount=0' },
    { OrderInfo: JSON.stringify({ Payment: { IsSuccessful: false } }) },
    { OrderInfo: { Payment: '<Status>Failed</Status>' } },
    { Something: `[${json}]` },
    { Something: { deeper: [[json]] } },
  ])('takes paid back, and failed: %j', (fields) => {
    expect(outcomeOf(paid, fields)).toBe('undetermined')
    expect(outcomeOf(paid, { Data: fields })).toBe('undetermined')
    expect(outcomeOf(failed, { Data: fields })).toBe('undetermined')
    expect(withContradictions(paid, fields, { isFlat: false }).why).toBe(
      'another field contradicts it, or cannot be read: a text that holds fields',
    )
  })

  it.each<Fields>([
    { Description: json, ClientReference: '{"OrderId":17}', ExtraData: json, OrderInfo: { Items: [json] } },
    { PaymentDetails: '{"MobileMoneyNumber":"233000000000"}', Payment: 'Mobile money' },
    { Note: '[Paid] at 12:30', Link: 'https://shop.example/?Status=Failed' },
    { Note: '"Failed" was the try before' },
  ])('leaves it where it decides nothing, or the merchant wrote it: %j', (fields) => {
    expect(outcomeOf(paid, { Data: fields })).toBe('paid')
  })

  it('around a payment that failed leaves it as it is', () => {
    expect(withContradictions(failed, { Something: json }, { isFlat: false })).toBe(failed)
    expect(withContradictions(failed, { Something: [json] }, { isFlat: false }).outcome).toBe('undetermined')
  })
})
