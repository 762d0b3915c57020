import type { Log } from '../log.ts'
import type { Country } from '../text/countries.ts'
import type { ClientPaths } from './paths.ts'

/**
 * How a client calls. `undefined` is in the types of the credentials for `process.env`: where a name is written and its
 * variable is not set, the client does not start.
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
  /** What stands before each path, as the service gave it to you (reference 5.4): `https://api.example`. */
  readonly baseUrl: string
  /** User name of every call but quick send (reference 5.1). */
  readonly apiId?: string | undefined
  /** Its password. */
  readonly apiKey?: string | undefined
  /** The account that is paid (reference 5.3); a call may name another. */
  readonly merchantAccountNumber?: string | undefined
  /** Credentials of quick send, which go into the query (reference 5.2). */
  readonly clientId?: string | undefined
  /** The other half of them. */
  readonly clientSecret?: string | undefined
  /** Where each endpoint is, as far as yours differs. */
  readonly paths?: Partial<ClientPaths>
  /** What the paths of messages begin with (reference 9). Default `/v1`. */
  readonly version?: string
  /** Names of the query parameters of the transaction status, as far as yours differ (reference 4.2). */
  readonly statusParameters?: Partial<StatusParameters>
  /**
   * The HTTP status by which the transaction status says that it has no record, in an answer without a code: `404`. Of
   * 400 to 499, and never 401. The reference does not show how it says so; by default such an answer is a refusal.
   */
  readonly noRecordStatus?: number
  /** For a whole call, with its retries. ms, default 10,000. */
  readonly timeout?: number
  /** How often a call that changes nothing is tried again. Default 2. */
  readonly retries?: number
  /** The longest wait before the first retry; it doubles with each. ms, default 250. */
  readonly minDelay?: number
  /** What that wait never exceeds. ms, default 5,000. */
  readonly maxDelay?: number
  /** Instead of Node's own: behind a proxy, or to look at what goes out. */
  readonly fetch?: typeof globalThis.fetch
  /** Where calls and retries are told: `app.log` fits. */
  readonly log?: Log
  /** Whose numbers are meant where one is written as inside a country: `'GH'`. */
  readonly country?: Country
  /** How `totalAmount` is written: the reference calls it a number, and a string too (2.1). Default `'number'`. */
  readonly amounts?: 'number' | 'string'
  /**
   * In how many parts a message may go out: a longer one is refused before it is sent, since each part costs. A WAP
   * push is not counted. 1 to 255, default 255.
   */
  readonly maxParts?: number
  /** The number that says WAP push in the `Type` of a message: the reference names the type (4.4) and not its number. */
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
 * What one call may change.
 *
 * @example
 * ```ts
 * await client.transactions.status({ clientReference }, { signal: request.signal, timeout: 3_000 })
 * ```
 */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason, as `fetch` does. What was sent already is not taken back. */
  readonly signal?: AbortSignal | undefined
  /** For this call, with its retries. ms */
  readonly timeout?: number | undefined
}
