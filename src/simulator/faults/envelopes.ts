import { data, each, type FaultsOf, type FieldsWay, put } from './fault.ts'

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
    does: 'The notice has another form altogether: its payload is not shown, and may be new tomorrow',
    seen: ['Payloads: Fulfilment notice', 'Payloads: USSD payment notice'],
    ways: each(['fulfilment', 'ussdPayment'], { usual: () => ({ Reference: 'a notice of tomorrow' }) }),
  },
} satisfies FaultsOf<FieldsWay>
