import { moneyKinds } from '../../pushes/kinds.ts'
import { mapped } from '../wire/names.ts'
import { type FieldChanges, withFields } from '../wire/samples.ts'
import { data, each, type FaultsOf, type FieldsWay, put } from './fault.ts'

const noAmounts = { Amount: null, Charges: null, AmountAfterCharges: null, AmountCharged: null }

/** What a push says about money: who says paid, with which code, in which envelope (field notes, "Payloads"). */
export const moneyFaults = {
  contradict: {
    does: 'The fields that say whether money came contradict each other',
    seen: ['Payloads: Checkout: who says "paid"', 'Payloads: Fulfilment notice', 'Payloads: USSD payment notice'],
    ways: {
      checkout: {
        cancelledUnderSuccess: says('0000', 'Success', { Status: 'Cancelled' }),
        unpaidUnderSuccess: says('0000', 'Success', { Status: 'Unpaid' }),
        failedUnderSuccess: says('2001', 'Success', { Status: 'Failed', Amount: 0 }),
        failedGoodCode: says('0000', 'Success', { Status: 'Failed' }),
        pendingGoodCode: says('0000', 'Success', { Status: 'Pending' }),
        successUnderFailureCode: says('2001', 'Success', { Status: 'Success' }),
        failedEnvelopeAroundSuccess: says('0000', 'Failed', { Status: 'Success' }),
      },
      ussdPayment: {
        failedUnderGoodCode: put({ ResponseCode: '0000', Message: 'failed' }),
        successUnderFailureCode: put({ ResponseCode: '2001', Message: 'success' }),
        statusBesidePayment: put({ Data: { Status: 'Failed' } }),
      },
      fulfilment: {
        paidButNotSuccessful: put({ OrderInfo: { Status: 'Paid', Payment: { IsSuccessful: false } } }),
        unpaidButSuccessful: put({ OrderInfo: { Status: 'Unpaid', Payment: { IsSuccessful: true } } }),
      },
    },
  },
  failureCode: {
    does: 'The push says that the payment failed, with a code that merchants have seen, whatever is true',
    seen: ['Payloads: Checkout: more codes'],
    ways: each(
      ['checkout', 'ussdPayment'],
      Object.fromEntries(['2001', '4000', '4070', '4101', '4103'].map((code) => [code, failedWith(code)])),
    ),
  },
  unknownOutcome: {
    does: 'The push says failed under a code that leaves it open, whatever is true',
    seen: ['Payloads: Checkout: more codes', 'What hurts: 5'],
    ways: each(
      ['checkout', 'ussdPayment'],
      Object.fromEntries(['0005', '0001', '4105', '9999'].map((code) => [code, failedWith(code)])),
    ),
  },
  codeSpelling: {
    does: 'The code is a number, or "000" for "0000"',
    seen: ['Payloads: Checkout: more codes'],
    ways: each(['checkout', 'ussdPayment'], {
      number: (fields) => ({ ...fields, ResponseCode: Number(fields.ResponseCode) }),
      threeZeros: (fields) => (fields.ResponseCode === '0000' ? { ...fields, ResponseCode: '000' } : fields),
    }),
  },
  statusWord: {
    does: 'The status is another word, or the same in another case',
    seen: ['Payloads: Checkout: status words', 'Payloads: Delivery report'],
    ways: {
      checkout: {
        lowerCase: (fields) => recased(fields, (word) => word.toLowerCase()),
        upperPaid: put({ Data: { Status: 'PAID' } }),
        refunded: put({ Data: { Status: 'REFUNDED' } }),
        unknown: put({ Data: { Status: 'Abandoned' } }),
        unpaid: says('2001', 'Failed', { Status: 'Unpaid', Amount: 0 }),
        cancelled: says('2001', 'Failed', { Status: 'cancelled', Amount: 0 }),
      },
      fulfilment: {
        lowerCase: (fields) => recased(fields, (word) => word.toLowerCase()),
        unknown: put({ OrderInfo: { Status: 'Abandoned' } }),
      },
      deliveryReport: {
        lowerCase: (fields) => recased(fields, (word) => word.toLowerCase()),
        withoutSpaces: (fields) => recased(fields, (word) => word.replaceAll(' ', '')),
        unknown: put({ Status: 'Parked' }),
      },
    },
  },
  cardPayment: {
    does: 'The payment was by card: no phone, and another PaymentDetails',
    seen: ['Payloads: Checkout: fields'],
    ways: {
      checkout: {
        usual: (fields) => ({
          ...fields,
          Data: {
            ...data(fields, { CustomerPhoneNumber: undefined }),
            PaymentDetails: { PaymentType: 'Card', CardNumber: '400000******0000', CardType: 'debit' },
          },
        }),
      },
    },
  },
  numbersAsText: {
    does: 'Amounts and flags are texts: "50.00", "true"',
    seen: ['Payloads: Checkout: amount', 'Payloads: Transaction status'],
    ways: each(moneyKinds, {
      usual: (fields) =>
        mapped(fields, (value, name) => {
          if (typeof value === 'boolean') return String(value)
          return typeof value === 'number' && !/^(?:quantity|unitprice|responsecode)$/i.test(name)
            ? value.toFixed(2)
            : value
        }),
    }),
  },
  noAmounts: {
    does: 'Amounts are null, as on some failures; dates of the payment too',
    seen: ['Payloads: USSD payment notice'],
    ways: {
      ussdPayment: {
        usual: put({ Data: { ...noAmounts, ExternalTransactionId: null, PaymentDate: null } }),
      },
    },
  },
  impossibleAmount: {
    does: 'The amount is none: negative, beyond all money, words, an object',
    seen: ['Payloads: Checkout: amount'],
    ways: each(['checkout', 'ussdPayment'], {
      huge: put({ Data: { Amount: 1e30 } }),
      negative: put({ Data: { Amount: -50 } }),
      words: put({ Data: { Amount: 'fifty' } }),
      object: put({ Data: { Amount: { value: 50 } } }),
    }),
  },
} satisfies FaultsOf<FieldsWay>

function says(ResponseCode: string, Status: string, Data: FieldChanges): FieldsWay {
  return put({ ResponseCode, Status, Data })
}

/** Failed in every word, with no money. */
function failedWith(ResponseCode: string): FieldsWay {
  return (fields) => {
    const isUssd = 'Message' in fields
    const Data = isUssd ? noAmounts : { Status: 'Failed', Amount: 0, Description: 'The payment failed' }
    return withFields(fields, { ResponseCode, ...(isUssd ? { Message: 'failed' } : { Status: 'Failed' }), Data })
  }
}

function recased(fields: Parameters<FieldsWay>[0], change: (word: string) => string) {
  return mapped(fields, (value, name) => (name === 'Status' ? change(String(value)) : value))
}

/** What stands around a payment (field notes, "Checkout: envelope"). They strike after what changes the payment itself. */
export const envelopeFaults = {
  jsonString: {
    does: 'Data is a JSON string, as a browser posts it: never proof of money',
    seen: ['Payloads: Checkout: envelope'],
    ways: each(['checkout', 'ussdPayment'], {
      usual: (fields) => ({ ...fields, Data: JSON.stringify(fields.Data) }),
    }),
  },
  arrayEnvelope: {
    does: 'Data is an array of one element',
    seen: ['Payloads: Checkout: envelope'],
    ways: each(['checkout', 'ussdPayment'], {
      usual: (fields) => ({ ...fields, Data: [data(fields, {})] }),
    }),
  },
  flatEnvelope: {
    does: 'There is no envelope: the fields of Data stand beside the code, or without one',
    seen: ['Payloads: Checkout: envelope'],
    ways: {
      checkout: {
        withCode: ({ ResponseCode = null, ...fields }) => ({ ResponseCode, ...data(fields, {}) }),
        withoutCode: (fields) => data(fields, {}),
      },
    },
  },
  otherEnvelope: {
    does: 'The envelope has Message in the place of Status, or neither',
    seen: ['Payloads: Checkout: envelope', 'Payloads: USSD payment notice'],
    ways: {
      checkout: {
        message: ({ Status = null, ...fields }) => ({ ...fields, Message: String(Status).toLowerCase() }),
        sentence: ({ Status: _status, ...fields }) => ({ ...fields, Message: 'The request was processed' }),
        neither: put({ Status: undefined }),
      },
      ussdPayment: { sentence: put({ Message: 'The request was taken' }), neither: put({ Message: undefined }) },
      fulfilment: { extraData: put({ ExtraData: 'seat 12' }) },
    },
  },
  badEnvelope: {
    does: 'Where the payment should stand is a word, a number, or two payments: bad input',
    seen: ['Payloads: Checkout: envelope'],
    ways: {
      checkout: {
        text: put({ Data: 'paid' }),
        number: put({ Data: 7 }),
        two: (fields) => ({ ...fields, Data: [data(fields, {}), data(fields, {})] }),
        nothing: () => ({}),
      },
      fulfilment: { text: put({ OrderInfo: 'paid' }) },
    },
  },
  strangeNotice: {
    does: 'The notice has an unknown form',
    seen: ['Payloads: Fulfilment notice', 'Payloads: USSD payment notice'],
    ways: each(['fulfilment', 'ussdPayment'], { usual: () => ({ Reference: 'a notice of tomorrow' }) }),
  },
} satisfies FaultsOf<FieldsWay>
