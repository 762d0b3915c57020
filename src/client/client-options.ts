import { type Log, silentLog } from '../log.ts'
import { foldType, mayBePayment } from '../pushes/money/outcome.ts'
import { printable } from '../text/clean-text.ts'
import { type Country, type Numbering, readCountry } from '../text/countries.ts'
import { spellings } from '../text/hide-secrets.ts'
import { missingInAddress, missingSecret, missingVariable, sameCharacter } from '../text/missing-variable.ts'
import { onlyKnown } from '../text/nearest-word.ts'
import { encodedForms, rememberSecret, secretForms } from '../text/secrets/known-secrets.ts'
import { withoutEnd } from '../text/without-end.ts'
import { FMW_CLIENT_OPTION } from './errors.ts'
import { fetchOnce } from './fetch-once.ts'
import { type ClientPaths, type PathRow, pathRows } from './paths.ts'

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
  /**
   * Types of records (`TransactionType`) that are money in, beside those that the plugin knows: `['ECOMMERCE']`. Letters
   * and digits are compared, in any case. Default: none. Set it if `why` names a type that isn't known to be money in, and
   * the service tells you that it is. A return or a payout can't be one.
   */
  readonly paymentTypes?: readonly string[]
  /** Time for a whole call with its retries, in ms. Default 10,000. */
  readonly timeout?: number
  /** How often the client retries a call that changes nothing. Default 2. */
  readonly retries?: number
  /** The longest wait before the first retry, in ms. It doubles with each. Default 250. */
  readonly minDelay?: number
  /** The longest wait before any retry, in ms. Default 5,000. */
  readonly maxDelay?: number
  /**
   * Makes the calls: for a proxy, or to see what goes out. Default: Node's, without what that does after HTTP 421: it sends a
   * call again. Yours has to send each call once.
   */
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
  /**
   * Ends the call. It doesn't undo what was already sent. A call that changes something rejects with `FMW_CALL_ABORTED`:
   * `isUncertain` says whether it may have been sent, and `cause` is the signal's reason. Any other rejects with that reason,
   * like `fetch`.
   */
  readonly signal?: AbortSignal | undefined
  /** Time for this call with its retries, in ms. Default: `timeout` of the client. */
  readonly timeout?: number | undefined
}

/** The options of a client, checked, with their defaults. */
export interface ClientSettings {
  readonly baseUrl: string
  /** The Authorization header; undefined where there are no such credentials. */
  readonly authorization: string | undefined
  /** What quick send adds to the query; undefined where there are no such credentials. */
  readonly queryCredentials: Readonly<Record<string, string>> | undefined
  /** Never to be in an error or a log line. */
  readonly secrets: readonly string[]
  readonly merchantAccountNumber: string | undefined
  readonly paths: ReadonlyMap<keyof ClientPaths, string>
  readonly statusParameters: StatusParameters
  readonly noRecordStatus: number | undefined
  /** Folded; undefined where none is set. */
  readonly paymentTypes: readonly string[] | undefined
  readonly timeout: number
  readonly retries: number
  readonly minDelay: number
  readonly maxDelay: number
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
  readonly country: Numbering | undefined
  readonly amounts: 'number' | 'string'
  readonly maxParts: number
  readonly wapPushType: number | undefined
}

/** Reads the options of a client once. @throws FMW_CLIENT_OPTION, FMW_COUNTRY */
export function readClientOptions(given: MerchantClientOptions): ClientSettings {
  checkObject('options', given)
  const options = checkKnown('', given, optionNames)
  const basic = readPair(options, 'apiId', 'apiKey')
  const query = readPair(options, 'clientId', 'clientSecret')
  if (basic === undefined && query === undefined) {
    throw new FMW_CLIENT_OPTION(
      'apiId',
      'is missing: give apiId and apiKey, or clientId and clientSecret for quick send',
    )
  }
  if (basic?.[0].includes(':'))
    throw new FMW_CLIENT_OPTION('apiId', 'has a colon, which Basic authentication cannot carry')
  // A shorter one would take words out of every error of the application.
  for (const pair of [basic, query]) if (pair !== undefined && pair[1].length >= longEnough) rememberSecret(pair[1])
  const { country, fetch = fetchOnce(globalThis.fetch), log = silentLog, amounts = 'number' } = options
  if (amounts !== 'number' && amounts !== 'string')
    throw new FMW_CLIENT_OPTION('amounts', "must be 'number' or 'string'")
  if (typeof fetch !== 'function') throw new FMW_CLIENT_OPTION('fetch', 'must be a function')
  return {
    baseUrl: readAddress('baseUrl', options.baseUrl),
    authorization: basic && `Basic ${base64(basic)}`,
    queryCredentials: query && { ClientID: query[0], ClientSecret: query[1] },
    secrets: secretsOf(basic, query),
    merchantAccountNumber: readAccount(options),
    paths: readPaths(options),
    statusParameters: readStatusParameters(options.statusParameters),
    noRecordStatus:
      options.noRecordStatus === undefined ? undefined : readWhole('noRecordStatus', options.noRecordStatus, 400, 499),
    paymentTypes: readPaymentTypes(options.paymentTypes),
    timeout: readWhole('timeout', options.timeout ?? 10_000, 1),
    retries: readWhole('retries', options.retries ?? 2, 0),
    minDelay: readWhole('minDelay', options.minDelay ?? 250, 0),
    maxDelay: readWhole('maxDelay', options.maxDelay ?? 5_000, 0),
    fetch,
    log,
    country: country === undefined ? undefined : readCountry(country),
    amounts,
    maxParts: readWhole('maxParts', options.maxParts ?? mostParts, 1, mostParts),
    wapPushType: options.wapPushType === undefined ? undefined : readWhole('wapPushType', options.wapPushType, 0),
  }
}

type Pair = readonly [string, string]

/** Every text of which no error may show any, in each spelling. */
function secretsOf(basic: Pair | undefined, query: Pair | undefined): readonly string[] {
  // A shorter one would take letters out of every text, and tell by the gaps which it is.
  const halves = [...(basic ?? []), ...(query ?? [])].filter(({ length }) => length >= shortestSecret)
  return [...halves.flatMap(secretForms), ...(basic === undefined ? [] : beginningsOf(basic))]
}

/** The credentials as their header has them, also where the service cuts that short. */
function beginningsOf(basic: Pair): readonly string[] {
  const forms = encodedForms(basic.join(':')).flatMap(spellings)
  const header = withoutEnd(base64(basic), '=')
  const cut = Array.from({ length: Math.max(0, header.length - shortestCut) }, (_, at) =>
    header.slice(0, shortestCut + at),
  )
  return [...forms, ...cut]
}

// Characters, as of the secrets of verifiers.
const longEnough = 8

/** Characters of the header. By fewer nobody knows more than how an id begins. */
const shortestCut = 12

const shortestSecret = 4

function base64(pair: readonly string[]): string {
  return Buffer.from(pair.join(':')).toString('base64')
}

/** A whole number in bounds; the greatest is what a timer can hold: a longer time would fire at once. @throws FMW_CLIENT_OPTION */
export function readWhole(option: string, value: unknown, least: number, most = 2_147_483_647): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new FMW_CLIENT_OPTION(option, `must be a whole number from ${least} to ${most}`)
}

/** The octet that numbers the parts of a message counts no further. */
const mostParts = 255

const optionNames = Object.keys({
  baseUrl: true,
  apiId: true,
  apiKey: true,
  merchantAccountNumber: true,
  clientId: true,
  clientSecret: true,
  paths: true,
  version: true,
  statusParameters: true,
  noRecordStatus: true,
  paymentTypes: true,
  timeout: true,
  retries: true,
  minDelay: true,
  maxDelay: true,
  fetch: true,
  log: true,
  country: true,
  amounts: true,
  maxParts: true,
  wapPushType: true,
} satisfies Record<keyof MerchantClientOptions, true>)

function checkObject(option: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null) throw new FMW_CLIENT_OPTION(option, 'must be an object')
}

/** A name that nobody reads is a misspelling. */
function checkKnown<Given extends object>(owner: string, given: Given, known: readonly string[]): Given {
  return onlyKnown(given, known, (name, problem) => new FMW_CLIENT_OPTION(owner + name, problem))
}

/** Both halves or neither; a half that is written and undefined is a variable that is not set. */
function readPair(
  options: MerchantClientOptions,
  one: 'apiId' | 'clientId',
  other: 'apiKey' | 'clientSecret',
): Pair | undefined {
  if (!(one in options) && !(other in options)) return undefined
  return [readPart(one, options[one]), readPart(other, options[other])]
}

function readPart(option: string, value: unknown): string {
  const part = readSecret(option, value)
  const same = sameCharacter(part)
  if (same !== undefined) throw new FMW_CLIENT_OPTION(option, `${same}: copy it from the service once more`)
  return part
}

function readSecret(option: string, value: unknown, missing = missingSecret): string {
  if (typeof value === 'string' && value.trim() !== '' && value.isWellFormed()) {
    return checkNothingMissing(option, value, missing(value))
  }
  throw new FMW_CLIENT_OPTION(
    option,
    'is missing or empty; if it comes from the environment, see that the variable is set',
  )
}

/** @param word what a template string writes for a variable that is not set */
function checkNothingMissing(option: string, text: string, word: string | undefined): string {
  if (word === undefined) return text
  const problem = `has '${word}' in it; if it comes from the environment, see that the variable is set`
  throw new FMW_CLIENT_OPTION(option, problem)
}

/** @throws FMW_CLIENT_OPTION */
function readPaymentTypes(given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined
  const isList = Array.isArray(given) && given.every((type) => typeof type === 'string' && foldType(type) !== '')
  if (!isList) throw new FMW_CLIENT_OPTION('paymentTypes', "must be a list of types, such as ['ECOMMERCE']")
  const wrong = given.find((type) => !mayBePayment(type))
  if (wrong !== undefined) {
    const problem = `has '${printable(String(wrong).slice(0, 40))}', which names money that went back or out`
    throw new FMW_CLIENT_OPTION('paymentTypes', problem)
  }
  return given.map(foldType)
}

function readAccount(options: MerchantClientOptions): string | undefined {
  if (!('merchantAccountNumber' in options)) return undefined
  return readSecret('merchantAccountNumber', options.merchantAccountNumber, missingVariable)
}

/** An absolute address without query; its slash at the end is taken off. */
function readAddress(option: string, value: unknown): string {
  const problem = "must be an http or https address such as 'https://api.example', without credentials and query"
  if (typeof value === 'string') checkNothingMissing(option, value, missingInAddress(value))
  if (typeof value !== 'string' || !URL.canParse(value)) throw new FMW_CLIENT_OPTION(option, problem)
  const { protocol, search, hash, username, password, href } = new URL(value)
  if (!/^https?:$/.test(protocol) || search + hash + username + password !== '') {
    throw new FMW_CLIENT_OPTION(option, problem)
  }
  return withoutEnd(href, '/')
}

function readPaths({
  paths: given = {},
  version = '/v1',
}: MerchantClientOptions): ReadonlyMap<keyof ClientPaths, string> {
  checkObject('paths', given)
  const names = pathRows.map(({ name }) => name)
  const paths = checkKnown('paths.', given, names)
  if (typeof version !== 'string' || !/^(?:\/[^/?#{}\s]+)*$/.test(version)) {
    throw new FMW_CLIENT_OPTION('version', "must be a path such as '/v1', or empty")
  }
  const read = new Map<keyof ClientPaths, string>()
  for (const row of pathRows) {
    const path: unknown = paths[row.name]
    if (path !== undefined) read.set(row.name, readPath(row, path))
    else if (row.path !== undefined) read.set(row.name, (row.isVersioned ? version : '') + row.path)
  }
  return read
}

function readPath({ name, holes, needs }: PathRow, value: unknown): string {
  const option = `paths.${name}`
  if (typeof value !== 'string' || !/^\/(?!\/)[^\s#]*$|^https?:\/\/[^\s#@]+$/.test(value)) {
    throw new FMW_CLIENT_OPTION(option, "must be a path that begins with a slash, such as '/checkout', or an address")
  }
  checkNothingMissing(option, value, missingInAddress(value))
  const named = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, hole = '']) => hole)
  const unknown = named.find((hole) => !holes.includes(hole))
  if (unknown !== undefined) {
    const known = holes.length === 0 ? 'nothing can be filled in here' : `there are: ${holes.join(', ')}`
    throw new FMW_CLIENT_OPTION(option, `names {${unknown}}, which is not known; ${known}`)
  }
  const missing = needs.find((need) => !named.includes(need))
  if (missing !== undefined) throw new FMW_CLIENT_OPTION(option, `must have {${missing}} where it is to stand`)
  return value
}

const statusParameters: StatusParameters = {
  checkoutId: 'CheckoutId',
  networkTransactionId: 'networkTransactionId',
  serviceTransactionId: 'serviceTransactionId',
  clientReference: 'ClientReference',
}

function readStatusParameters(given: Partial<StatusParameters> = {}): StatusParameters {
  checkObject('statusParameters', given)
  checkKnown('statusParameters.', given, Object.keys(statusParameters))
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' || value === '') {
      throw new FMW_CLIENT_OPTION(`statusParameters.${name}`, 'must be the name of a query parameter')
    }
  }
  return { ...statusParameters, ...given }
}
