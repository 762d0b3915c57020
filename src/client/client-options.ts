import type { Log } from '../log.ts'
import type { Country } from '../text/countries.ts'
import type { ClientPaths } from './paths.ts'

/**
 * Options of a client. The types of the credentials include `undefined` for `process.env`. If you name one and its
 * variable isn't set, the client doesn't start.
 *
 * @example
 * ```ts
 * const options: MerchantClientOptions = {
 *   baseUrl: 'https://api.example',
 *   apiId: process.env.API_ID,
 *   apiKey: process.env.API_KEY,
 *   merchantAccountNumber: '11684',
 *   paths: { transactionStatus: '/transactions/status' },
 * }
 * ```
 */
export interface MerchantClientOptions {
  /** The beginning of each address, as the service gave it to you (reference 5.4): `https://api.example`. */
  readonly baseUrl: string
  /** User name of every call except quick send (reference 5.1). */
  readonly apiId?: string | undefined
  /** The password for `apiId`. */
  readonly apiKey?: string | undefined
  /** The account that is paid (reference 5.3); a call may name another. */
  readonly merchantAccountNumber?: string | undefined
  /** User name of quick send, which goes into the query (reference 5.2). */
  readonly clientId?: string | undefined
  /** The password for `clientId`. */
  readonly clientSecret?: string | undefined
  /** Where each endpoint is, if yours differs. */
  readonly paths?: Partial<ClientPaths>
  /** What the paths of messages begin with (reference 9). Default `/v1`. */
  readonly version?: string
  /** Names of the query parameters of the transaction status, if yours differ (reference 4.2). */
  readonly statusParameters?: Partial<StatusParameters>
  /**
   * The HTTP status with which your service says that it has no record, in an answer without a code: `404`. From 400 to
   * 499, and never 401. Default: such an answer is a refusal, because the reference doesn't show it.
   */
  readonly noRecordStatus?: number
  /** Time for a whole call with its retries, in ms. Default 10,000. */
  readonly timeout?: number
  /** How often the client retries a call that changes nothing. Default 2. */
  readonly retries?: number
  /** The longest wait before the first retry, in ms. It doubles with each. Default 250. */
  readonly minDelay?: number
  /** The longest wait before any retry, in ms. Default 5,000. */
  readonly maxDelay?: number
  /** Makes the calls: for a proxy, or to see what goes out. Default: Node's. */
  readonly fetch?: typeof globalThis.fetch
  /** Logs calls and retries: `app.log` fits. */
  readonly log?: Log
  /** The country of numbers that are written as inside a country: `'GH'`. */
  readonly country?: Country
  /** How `totalAmount` is written. The reference has both (2.1). Default `'number'`. */
  readonly amounts?: 'number' | 'string'
  /**
   * The most parts of one message, 1 to 255. A longer one is refused before it is sent, because each part costs money.
   * A WAP push isn't counted. Default 255.
   */
  readonly maxParts?: number
  /** The number of a WAP push in the `Type` of a message. The reference names this type (4.4), but not its number. */
  readonly wapPushType?: number
}

/**
 * The query parameters of the transaction status (reference 4.2), in the reference's own spelling by default.
 *
 * @example
 * ```ts
 * const statusParameters: Partial<StatusParameters> = { clientReference: 'clientReference' }
 * ```
 */
export interface StatusParameters {
  /** Default `CheckoutId`. */
  readonly checkoutId: string
  /** Default `networkTransactionId`. */
  readonly networkTransactionId: string
  /** Default `serviceTransactionId`. */
  readonly serviceTransactionId: string
  /** Default `ClientReference`. */
  readonly clientReference: string
}

/**
 * Options of one call.
 *
 * @example
 * ```ts
 * await client.transactions.status({ clientReference }, { signal: request.signal, timeout: 3_000 })
 * ```
 */
export interface CallOptions {
  /** Ends the call. It rejects with the signal's reason, like `fetch`. It doesn't undo what was already sent. */
  readonly signal?: AbortSignal | undefined
  /** Time for this call with its retries, in ms. Default: `timeout` of the client. */
  readonly timeout?: number | undefined
}
