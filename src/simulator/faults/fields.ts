import { createHash } from 'node:crypto'
import { type Kind, kinds, turnKinds } from '../../pushes/kinds.ts'
import { mapped, type WireFields, withDashes } from '../wire/names.ts'
import { type FieldChanges, withFields } from '../wire/samples.ts'
import { each, type FaultsOf, type FieldsWay, put } from './fault.ts'

/** What each kind is known by. */
const identities = {
  ussd: 'SessionId',
  programmable: 'SessionId',
  checkout: 'CheckoutId',
  fulfilment: 'OrderId',
  ussdPayment: 'TransactionId',
  deliveryReport: 'MessageId',
} as const satisfies Partial<Record<Kind, string>>

/** What a push says beside money: which fields are there, and how identifiers, phones and words are written. */
export const fieldFaults = {
  missingFields: {
    does: 'Fields are missing, null or empty',
    seen: ['Payloads: Checkout: fields', 'Payloads: ClientState', 'Payloads: Sequence', 'Payloads: Operator'],
    ways: {
      checkout: {
        seen: put({ Data: { SalesInvoiceId: undefined, Description: undefined, CustomerPhoneNumber: undefined } }),
        nulls: put({
          Data: { SalesInvoiceId: null, Description: null, CustomerPhoneNumber: null, PaymentDetails: null },
        }),
        amount: put({ Data: { Amount: undefined } }),
        checkoutId: put({ Data: { CheckoutId: undefined } }),
        code: put({ ResponseCode: undefined }),
        status: put({ Data: { Status: undefined } }),
        most: put({
          Data: {
            SalesInvoiceId: undefined,
            CustomerPhoneNumber: undefined,
            PaymentDetails: undefined,
            Description: undefined,
          },
        }),
      },
      ussdPayment: { code: put({ ResponseCode: undefined }) },
      fulfilment: {
        flag: put({ OrderInfo: { Payment: { IsSuccessful: undefined } } }),
        fee: put({ OrderInfo: { Payment: { AmountAfterCharges: undefined } } }),
      },
      ussd: {
        operator: put({ Operator: undefined }),
        sequence: put({ Sequence: undefined }),
        message: put({ Message: undefined }),
        clientState: whereEmpty({ ClientState: undefined }),
        all: ({ SessionId = null, Type = null }) => ({ SessionId, Type }),
      },
      programmable: {
        clientState: whereEmpty({ ClientState: undefined }),
        message: (fields) => (fields.Message === '' ? { ...fields, Message: null } : fields),
      },
      deliveryReport: {
        clientReference: put({ ClientReference: undefined }),
      },
      inboundMessage: { date: put({ date: undefined }), text: put({ text: '' }) },
    },
  },
  missingIdentity: {
    does: 'The identifier is missing: bad input',
    seen: ['Payloads: Identifiers'],
    ways: {
      checkout: { usual: put({ Data: { CheckoutId: undefined, ClientReference: '' } }) },
      ...each(turnKinds, { sessionId: put({ SessionId: undefined }), type: put({ Type: undefined }) }),
      deliveryReport: { messageId: put({ MessageId: undefined }), status: put({ Status: '' }) },
      inboundMessage: { from: put({ from: undefined }) },
    },
  },
  extraFields: {
    does: 'Fields come that the API document does not have',
    seen: ['Payloads: Extra push fields', 'Payloads: Checkout: fields'],
    ways: {
      ...each(turnKinds, {
        usual: put({ Platform: 'USSD', ExtraData: { campaign: 'spring' }, MetaData: null }),
        web: put({ Platform: 'web', ExtraData: null, MetaData: { referrer: 'search' } }),
      }),
      checkout: {
        usual: put({
          Data: {
            PaymentDetails: { Channel: 'mobile-app' },
            Timestamp: '2026-03-01T09:31:15.1234567+00:00',
            TransactionId: '00007700123',
            ExternalTransactionId: '0000001234567890',
          },
        }),
      },
      ...each(['fulfilment', 'ussdPayment', 'deliveryReport', 'inboundMessage'], { usual: put({ Platform: 'new' }) }),
    },
  },
  longIds: {
    does: 'The identifier has another form: 25 digits, zeros in front, dashes. The same one always gets the same',
    seen: ['Payloads: Identifiers', 'Payloads: Delivery report'],
    ways: Object.fromEntries(
      Object.entries(identities).map(([kind, identity]) => [
        kind,
        {
          digits: identified(identity, (digest) => `2${decimal(digest, 24)}`),
          zeroPadded: identified(identity, (digest) => `0000000000${decimal(digest, 6)}`),
          hex: identified(identity, (digest) => digest.slice(0, 32)),
          dashed: identified(identity, (digest) => withDashes(digest.slice(0, 32))),
          hexDigits: identified(identity, (digest) => `${digest.slice(0, 8)}-${decimal(digest, 6)}`),
        },
      ]),
    ),
  },
  tooLongId: {
    does: 'The identifier is 300 characters long, or has a NUL in it',
    seen: ['Payloads: Identifiers'],
    ways: each(turnKinds, { long: put({ SessionId: 's'.repeat(300) }), nul: put({ SessionId: 'a\u0000b' }) }),
  },
  phonesWithoutPlus: {
    does: 'Phone numbers come without their plus',
    seen: ['Payloads: Checkout: phone', 'Payloads: Mobile'],
    ways: each(kinds, { usual: (fields) => dialled(fields, (number) => number.replace('+', '')) }),
  },
  nationalPhones: {
    does: 'Phone numbers come in their national form, 0 and nine digits',
    seen: ['Payloads: Checkout: phone', 'Payloads: Mobile'],
    ways: each(kinds, { usual: (fields) => dialled(fields, (number) => `0${number.slice(-9)}`) }),
  },
  hostileText: {
    does: 'Mobile is the text of an attacker',
    seen: ['Payloads: Mobile'],
    ways: each(turnKinds, {
      script: put({ Mobile: "<script>alert(1)</script>' OR 1=1 --" }),
      path: put({ Mobile: '../../etc/passwd\n%0d%0a\u0024{7*7}' }),
    }),
  },
  typeWord: {
    does: 'Type is in another case, or a word that nobody knows',
    seen: ['Payloads: Type'],
    ways: each(turnKinds, {
      lowerCase: (fields) => ({ ...fields, Type: String(fields.Type).toLowerCase() }),
      upperCase: (fields) => ({ ...fields, Type: String(fields.Type).toUpperCase() }),
      capitalised: (fields) => ({ ...fields, Type: capitalised(String(fields.Type)) }),
      query: put({ Type: 'Query' }),
      favorite: put({ Type: 'Favorite' }),
      hijacked: put({ Type: 'HijackSession' }),
    }),
  },
  sequenceForm: {
    does: 'Sequence is a text; on programmable services it is there, as a number or a text',
    seen: ['Payloads: Sequence'],
    ways: {
      ussd: { text: (fields) => ({ ...fields, Sequence: String(fields.Sequence) }) },
      programmable: {
        present: (fields) => ({ ...fields, Sequence: /^initiation$/i.test(String(fields.Type)) ? 1 : 2 }),
        text: (fields) => ({ ...fields, Sequence: /^initiation$/i.test(String(fields.Type)) ? '1' : '2' }),
      },
    },
  },
  emptyState: {
    does: 'A ClientState that says nothing is an empty text, or null',
    seen: ['Payloads: ClientState'],
    ways: each(turnKinds, { text: whereEmpty({ ClientState: '' }), null: whereEmpty({ ClientState: null }) }),
  },
  operatorName: {
    does: 'Operator is written with capitals, or is one that nobody knows',
    seen: ['Payloads: Operator'],
    ways: each(turnKinds, {
      capitalised: (fields) => ({
        ...fields,
        Operator: String(fields.Operator).split('-').map(capitalised).join('-'),
      }),
      unknown: put({ Operator: 'WebStore-Kiosk' }),
    }),
  },
  initiationAnswers: {
    does: 'What is dialled carries answers: `*714*5*3#` in place of `*714#`',
    seen: ['Payloads: Initiation Message'],
    ways: each(turnKinds, { one: answeredAtOnce('1'), two: answeredAtOnce('5*3') }),
  },
  serviceCodeForm: {
    does: 'ServiceCode has stars, a hash or an extension, or only the shortcode',
    seen: ['Payloads: ServiceCode of an extension'],
    ways: each(turnKinds, {
      shortcode: (fields) => ({ ...fields, ServiceCode: numbersOf(fields).slice(0, 1).join('*') }),
      extension: (fields) => ({ ...fields, ServiceCode: numbersOf(fields).slice(0, 2).join('*') }),
      starred: (fields) => ({ ...fields, ServiceCode: `*${numbersOf(fields).slice(0, 2).join('*')}` }),
      dialled: (fields) => ({ ...fields, ServiceCode: `*${numbersOf(fields).slice(0, 2).join('*')}#` }),
    }),
  },
  objectForText: {
    does: 'A field that is a text holds an object',
    seen: ['Payloads: Casing of names'],
    ways: {
      ...each(turnKinds, {
        sessionId: put({ SessionId: { id: 1 } }),
        type: (fields) => ({ ...fields, Type: { word: fields.Type ?? null } }),
        message: (fields) => ({ ...fields, Message: { text: fields.Message ?? null } }),
      }),
      inboundMessage: { text: put({ text: { words: 2 } }) },
    },
  },
  dateForm: {
    does: 'The date has seconds, or another order',
    seen: ['Payloads: Delivery report'],
    ways: {
      inboundMessage: {
        seconds: (fields) => ({ ...fields, date: `${String(fields.date)}:15` }),
        unreadable: put({ date: '01/02/2026 09:30' }),
      },
    },
  },
} satisfies FaultsOf<FieldsWay>

/** Only where no state is told: one that is would be lost. */
function whereEmpty(changes: FieldChanges): FieldsWay {
  return (fields) => (fields.ClientState === null || fields.ClientState === '' ? withFields(fields, changes) : fields)
}

/** The identifier that the service gives, written another way. */
function identified(identity: string, write: (digest: string) => string): FieldsWay {
  return (fields) =>
    mapped(fields, (value, name) =>
      name === identity ? write(createHash('sha256').update(String(value)).digest('hex')) : value,
    )
}

function decimal(digest: string, digits: number): string {
  return String(BigInt(`0x${digest}`)).slice(-digits)
}

/** The same fields with every phone number in them written another way. */
function dialled(fields: WireFields, write: (number: string) => string): WireFields {
  return mapped(fields, (value, name) =>
    /mobile(?:money)?number|^mobile$|phone|^to$|^from$/i.test(name) && /^\+?\d{10,15}$/.test(String(value))
      ? write(String(value))
      : value,
  )
}

/** At the first push alone, and where something was dialled. */
function answeredAtOnce(answers: string): FieldsWay {
  return (fields) =>
    /^initiation$/i.test(String(fields.Type)) && /^\*[\d*]+#$/.test(String(fields.Message))
      ? { ...fields, Message: String(fields.Message).replace('#', `*${answers}#`) }
      : fields
}

/** The numbers of what was dialled, or else of the code. */
function numbersOf({ Message, ServiceCode }: WireFields): string[] {
  return /\*\d/.test(String(Message)) ? (String(Message).match(/\d+/g) ?? []) : [String(ServiceCode)]
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
