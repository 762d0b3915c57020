import type { ReviewReason } from '../../../src/pushes/money/confirmation.ts'

/** Why a person should look at an entry, in words. */
export const reasonTexts = {
  contradicted: 'Another push or answer says something else: not both may be true.',
  underpaid: 'Less was paid than you asked for.',
  overpaid: 'More was paid than you asked for.',
  paidTwice: 'It was paid twice: give one back.',
  paidOtherWay: 'Its reference was paid as a checkout and in a session: give one back, unless that was done.',
  amountUnknown: 'It is paid, and the amount is not known.',
  otherCurrency: 'It was paid in another currency.',
  otherReference: 'Its address was made for another reference.',
  beforeAsked: 'The payment began before you asked for it.',
  timeUnknown: 'When it was paid cannot be read: it may be an older payment.',
  otherPayer: 'Another phone paid than the one that was asked.',
  payerUnknown: 'Who paid is not known.',
  undetermined: 'It does not say how the payment ended, or contradicts itself.',
  unhandled: 'Every attempt on a payment failed.',
  givenUp: 'The service could not be asked, or never said how it ended.',
  unheard: 'A session asked for this payment, and no notice came in time.',
  reused: 'Its money was told at another address, or its address was used for other money.',
  unconfirmable: 'The service cannot be asked about it: what the push says is all that is known.',
  unexpected: 'It came to no address of its own, and nobody asked for it.',
  late: 'It came after the payment had been given up.',
  partlyRefunded: 'It was paid, and a part of it may have gone back since.',
  disputed: 'It was paid, and the payer disputes that.',
  unknownReference: 'The service has no record of it, and you did not ask for it.',
  unreported: 'The service did not take the report of a fulfilment.',
} as const satisfies Record<ReviewReason | OwnReason, string>

/** Those that nobody says of a payment. */
type OwnReason = 'undetermined' | 'unhandled' | 'unheard' | 'unreported'
