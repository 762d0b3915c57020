export type {
  CashInvoice,
  CheckoutInvoice,
  CheckoutRequest,
  InvoiceFacts,
  OnlineInvoice,
} from './checkout.ts'
export { Checkout } from './checkout.ts'
export type { CallOptions, MerchantClientOptions, StatusParameters } from './client-options.ts'
export { type CallErrorCode, ClientFieldError, ServiceCallError } from './errors.ts'
export { MerchantClient } from './merchant-client.ts'
export { type Message, type MessageType, readMessage } from './messages/message.ts'
export type { MessageParts } from './messages/message-parts.ts'
export { messageParts } from './messages/message-parts.ts'
export { Messages } from './messages/messages.ts'
export type { CancelledMessage } from './messages/one-message.ts'
export type { OutgoingMessage, QuickMessage, ScheduledMessage } from './messages/outgoing-message.ts'
export type { MessagePage } from './messages/query-messages.ts'
export type { SentMessage } from './messages/send-message.ts'
export type { ClientPaths } from './paths.ts'
export type {
  Money,
  Transaction,
  TransactionAnswer,
  TransactionQuestion,
  TransactionStep,
} from './transactions/transaction.ts'
export { Transactions } from './transactions/transactions.ts'
