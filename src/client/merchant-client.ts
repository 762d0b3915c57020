import { Checkout } from './checkout.ts'
import { type MerchantClientOptions, readClientOptions } from './client-options.ts'
import { answerMadeWith } from './made-with.ts'
import { Messages } from './messages/messages.ts'
import { Transactions } from './transactions/transactions.ts'

/**
 * Calls the service (reference 4.1 to 4.9): invoices, the status of transactions, messages. It keeps nothing and opens
 * nothing. Make one for the whole application.
 *
 * @throws FMW_CLIENT_OPTION if an option is missing, misspelt or wrong; FMW_COUNTRY
 * @example
 * ```ts
 * const client = new MerchantClient({
 *   baseUrl: 'https://api.example',
 *   apiId: process.env.API_ID,
 *   apiKey: process.env.API_KEY,
 *   merchantAccountNumber: '11684',
 *   paths: { transactionStatus: '/transactions/status' },
 * })
 * const { outcome } = await client.transactions.status({ clientReference: 'order-17' })
 * ```
 */
export class MerchantClient {
  /** Invoices of the online checkout. */
  readonly checkout: Checkout
  /** The status of payments. */
  readonly transactions: Transactions
  /** Text, binary and unicode messages: send, look up, schedule. */
  readonly messages: Messages

  constructor(options: MerchantClientOptions) {
    const settings = readClientOptions(options)
    this.checkout = new Checkout(settings)
    this.transactions = new Transactions(settings)
    this.messages = new Messages(settings)
    answerMadeWith(this, options)
  }
}
