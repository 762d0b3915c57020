export { type CodeDescription, describeCode } from './describe-code.ts'
export { laterStatus } from './later-status.ts'
export { type Limit, limits } from './limits.ts'
export { type MessageCode, messageCodes } from './message-codes.ts'
export {
  isFinalStatus,
  type MessageStatus,
  type MessageStatusRow,
  messageStatuses,
  readMessageStatus,
} from './message-statuses.ts'
export {
  canonicalPaymentCode,
  type PaymentCode,
  type PaymentCodeResult,
  paymentCodeResult,
  paymentCodes,
} from './payment-codes.ts'
export type { Source } from './source.ts'
export { type TransactionStatus, transactionStatuses } from './transaction-statuses.ts'
export { type NetworkMessage, networkMessages, type UssdErrorCode, ussdErrorCodes } from './ussd-error-codes.ts'
