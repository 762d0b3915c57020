import {
  messageCodes,
  messageStatuses,
  networkMessages,
  paymentCodes,
  transactionStatuses,
  ussdErrorCodes,
} from '../../src/index.ts'

/** A section of the reference, and what its rows are called there. */
export interface ReferenceSection {
  readonly section: string
  readonly rows: readonly string[]
}

/** Every section from 2 to 9, with the name of each row of its tables, and of each thing that it says. */
export const referenceSections: readonly ReferenceSection[] = [
  {
    section: '2.1',
    rows: words(
      'totalAmount description callbackUrl returnUrl cancellationUrl merchantAccountNumber clientReference PayeeName PayeeMobileNumber PayeeEmail',
    ),
  },
  {
    section: '2.2',
    rows: words('responseCode status data checkoutUrl checkoutId clientReference message checkoutDirectUrl'),
  },
  {
    section: '2.3',
    rows: words(
      'ResponseCode Status Data Data.CheckoutId Data.SalesInvoiceId Data.ClientReference Data.Status Data.Amount Data.CustomerPhoneNumber Data.PaymentDetails Data.Description',
    ),
  },
  {
    section: '2.4',
    rows: words(
      'ResponseCode Data StartDate TransactionStatus TransactionId NetworkTransactionId InvoiceToken TransactionType PaymentMethod ClientReference CountryCode CurrencyCode TransactionAmount Fee AmountAfterFees CardSchemeName CardNumber MobileNumber MobileChannelName TransactionCycle RelatedTransactionId RelatedTransactionType Disputed DisputedAmount DisputedAmountFee TotalAmountRefunded',
    ),
  },
  { section: '2.5', rows: words('Type Message ServiceCode Operator ClientState Mobile SessionId') },
  {
    section: '2.6',
    rows: words(
      'SessionId Type Message Mask MaskNextRoute Item itemName qty price ServiceCode Label DataType Data Display Value Amount FieldType status message data',
    ),
  },
  { section: '2.7', rows: words('Mobile SessionId ServiceCode Type Message Operator Sequence ClientState') },
  { section: '2.8', rows: words('Type Message ClientState Description Amount CallbackUrl') },
  {
    section: '2.9',
    rows: words(
      'MessageId Type From To Content Udh Direction Time UpdateTime NetworkId ClientReference RegisteredDelivery Units Rate Status FlashMessage',
    ),
  },
  { section: '2.10', rows: words('From To MessageId ClientReference Status') },
  { section: '2.11', rows: words('4.11') },
  { section: '3.1', rows: transactionStatuses.filter(isOfReference).map(({ status }) => status) },
  { section: '3.2', rows: messageStatuses.map(({ status }) => status) },
  { section: '3.3', rows: words('initiation response AddToCart release') },
  { section: '3.4', rows: words('Initiation Response Release Timeout Sequence ClientState') },
  { section: '4.1', rows: words('/checkout /items/initiate') },
  { section: '4.2', rows: words('CheckoutId networkTransactionId serviceTransactionId ClientReference') },
  { section: '4.3', rows: words('From To Content ClientID ClientSecret RegisteredDelivery') },
  { section: '4.4', rows: words('POST 201') },
  { section: '4.5', rows: words('GET messageId') },
  { section: '4.6', rows: words('GET /v1/messages index limit') },
  { section: '4.7', rows: words('POST Time') },
  { section: '4.8', rows: words('PUT Time') },
  { section: '4.9', rows: words('DELETE Status') },
  { section: '4.10', rows: words('POST fulfilment') },
  { section: '4.11', rows: words('from to fulltext keyword text account campaign date network') },
  { section: '4.12', rows: words('POST application/json') },
  { section: '5.1', rows: words('Basic') },
  { section: '5.2', rows: words('ClientID ClientSecret') },
  { section: '5.3', rows: words('merchantAccountNumber 4105') },
  { section: '5.4', rows: words('app.merchant.urls') },
  { section: '5.5', rows: words('401') },
  { section: '5.6', rows: words('verify') },
  {
    section: '6',
    rows: [
      'Checkout callback',
      'PrimaryCallbackUrl',
      'SecondaryCallbackUrl',
      'Browser redirect',
      'Programmable service push',
      'USSD push',
      'USSD checkout notice',
      'Delivery report',
      'Inbound message',
    ],
  },
  { section: '7.1', rows: paymentCodes.filter(isOfReference).map(({ code }) => code) },
  { section: '7.2', rows: [...ussdErrorCodes, ...networkMessages].map(({ code }) => code) },
  { section: '7.3', rows: messageCodes.map(({ code }) => code) },
  {
    section: '8',
    rows: [
      'clientReference length',
      'ClientState length',
      'Description length',
      'Sender ID',
      'Application response time',
      'Subscriber response time',
      'Per-operator amount maxima',
    ],
  },
  { section: '9', rows: words('/v1') },
]

function words(text: string): string[] {
  return text.split(' ')
}

function isOfReference({ source }: { readonly source: string }): boolean {
  return source === 'reference'
}
