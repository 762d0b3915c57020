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
