import type { FaultName } from '../faults/table.ts'

/**
 * A plain name for each fault, the same on its switch, on the button that does it by hand, and on the rows that suffered it, on the page
 * and in a recorded file. On the page it comes after the first view, which has no room for it.
 */
export const faultNames: Readonly<Record<FaultName | 'edited', string>> = {
  edited: 'Edited',
  duplicate: 'Duplicate',
  burst: 'Burst of five',
  sameTurnTwice: 'Same turn twice',
  timeoutDuringTurn: 'Timeout during a turn',
  delayPastLimit: 'Late',
  reorder: 'Overtaken',
  slowNetwork: 'Slow network',
  slowAnswer: 'Slow answer to a call',
  forge: 'Forged',
  contradict: 'Contradiction',
  failureCode: 'Failure code',
  unknownOutcome: 'Unclear failure',
  codeSpelling: 'Code spelled otherwise',
  statusWord: 'Other status word',
  cardPayment: 'Paid by card',
  numbersAsText: 'Amounts as text',
  noAmounts: 'No amounts',
  impossibleAmount: 'Impossible amount',
  jsonString: 'Data as a JSON string',
  browserForm: 'Form of a browser',
  arrayEnvelope: 'Data as a list',
  flatEnvelope: 'No envelope',
  otherEnvelope: 'Other envelope',
  badEnvelope: 'Bad envelope',
  strangeNotice: 'Unknown form of notice',
  oneItemForm: 'Cart items in one form only',
  statusDown: 'Status: down',
  statusLies: 'Status: untrue',
  statusObject: 'Status: one object',
  statusAmountsAsText: 'Status: amounts as text',
  missingFields: 'Fields missing',
  missingIdentity: 'Identity missing',
  extraFields: 'Unknown fields',
  longIds: 'Other form of identifiers',
  tooLongId: 'Identifier too long',
  idsAsNumbers: 'Identifiers as numbers',
  phonesWithoutPlus: 'Phones without +',
  nationalPhones: 'National phones',
  hostileText: 'Hostile text',
  typeWord: 'Other word for Type',
  sequenceForm: 'Sequence as text',
  emptyState: 'Empty ClientState',
  operatorName: 'Other operator name',
  initiationAnswers: 'Answers in the dialled code',
  serviceCodeForm: 'Other form of ServiceCode',
  objectForText: 'Object for text',
  dateForm: 'Other form of date',
  changeCasing: 'Casing',
  repeatName: 'Repeated name',
  brokenCharacters: 'Broken characters',
  asciiOnly: 'Replies in ASCII only',
  oneMaskForm: 'Mask in one form only',
  drop: 'Lost',
  cutAfterRequest: 'Line cut after the push',
  answerLost: 'Answer to a call lost',
  serviceDown: 'Service down',
  htmlAnswer: 'HTML for an answer',
  truncate: 'Truncated',
  corrupt: 'Corrupt',
  contentType: 'Other Content-Type',
  otherMethod: 'PUT or DELETE',
  twoPlaces: 'Query and body mixed',
  repeatParameter: 'Repeated parameter',
  probe: 'Probe before the push',
}

/** What a fault is called. @param name of the table, or `edited` */
export function faultName(name: string): string {
  return Object.hasOwn(faultNames, name) ? Reflect.get(faultNames, name) : name
}

/** What a kind of push, or an endpoint, is called: on the page, and in a recorded file. */
export const kindNames: Readonly<Partial<Record<string, string>>> = {
  ussd: 'USSD turn',
  programmable: 'Service turn',
  checkout: 'Checkout',
  fulfilment: 'Fulfilment',
  ussdPayment: 'USSD payment',
  deliveryReport: 'Delivery',
  inboundMessage: 'Inbound',
  checkoutInvoice: 'Create invoice',
  checkoutPage: 'Checkout page',
  transactionStatus: 'Ask status',
  quickSend: 'Quick send',
  sendMessage: 'Send message',
  getMessage: 'Get message',
  queryMessages: 'Query messages',
  scheduleMessage: 'Schedule message',
  rescheduleMessage: 'Reschedule message',
  cancelMessage: 'Cancel message',
  fulfilmentReport: 'Report delivery',
  unknownCall: 'Unknown call',
}

/** Turns of other devices than phones, by their channels. */
export const turnNames: Readonly<Partial<Record<string, string>>> = {
  webstore: 'Web store turn',
  pos: 'Till turn',
  app: 'App turn',
}
