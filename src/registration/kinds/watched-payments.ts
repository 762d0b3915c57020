import { type Log, logSafely } from '../../log.ts'
import { isCarried, longestIdentifier } from '../../payments/rules/callback-request.ts'
import type { AwaitedNotice } from '../../payments/sessions/asked-payments.ts'
import { currencyOf, purchaseOf, type Reply } from '../../replies/index.ts'
import { type CallbackUrls, settingsOfPayments as mends } from '../callback-urls.ts'
import type { MerchantWebhooksOptions } from '../options/options.ts'
import type { SharedSettings } from '../options/read-shared.ts'

/** What is to be done about a payment that a session asks for. */
export interface Watch {
  /** What is known of its notice; undefined where nothing is to be remembered. */
  readonly notice?: AwaitedNotice
  /** Why nobody waits for its notice, where a person should know. */
  readonly unwatched?: Unwatched
}

/** Decides it, of a reply that asks for a payment. */
export type WatchOf = (reply: Reply, sessionId: string) => Watch

/** What keeps a payment from being watched until its notice comes. */
export type Unwatched = keyof typeof reasons

const reasons = {
  ownAddress: [
    'it has a callbackUrl of your own',
    "leave callbackUrl out of the payment and of reply, or make it with app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId }). Where another application takes the notices, set ussdPayment: false",
  ],
  memory: ['the store keeps nothing', 'set store to sqliteStore(…) or postgresStore(…)'],
  secret: ['secret is not set', mends.secret],
  sessionId: [
    `the id of its session is empty, or has more than ${longestIdentifier} characters`,
    'ask the service for shorter ids',
  ],
  fulfilment: [
    'it is a cart, and no handler takes fulfilment notices',
    'give payment or fulfilment a handler; where another application takes the notices, set fulfilment: false',
  ],
} as const

/** Says once of each reason that payments are not watched: nothing else tells of a notice that never comes. */
export class UnwatchedPayments {
  readonly #told = new Set<Unwatched>()

  tell(reason: Unwatched, log: Log): void {
    if (this.#told.has(reason)) return
    this.#told.add(reason)
    const [why, mend] = reasons[reason]
    logSafely(
      log,
      'warn',
      {},
      `a payment is not watched, because ${why}: if its notice never comes, you hear nothing. To change that, ${mend}`,
    )
  }
}

/** What of a registration decides it. */
interface Parts {
  readonly options: MerchantWebhooksOptions
  readonly shared: SharedSettings
}

/** Of USSD payments: their notices come to a signed address of ours. */
export function ussdWatch({ options, shared }: Parts, callbackUrls: CallbackUrls): WatchOf {
  const plain = callbackUrls.plain('ussdPayment')
  // What is kept in memory alone would take the room of notices while it waits for its own.
  const keeps = shared.store.durability !== 'none'
  return ({ payment }, sessionId) => {
    const address = payment?.callbackUrl
    // Where none goes out, other warnings say so.
    if (address === undefined || options.ussdPayment === false) return nothing
    if (plain === undefined || !address.startsWith(plain)) return { unwatched: 'ownAddress' }
    if (!keeps) return { unwatched: 'memory' }
    if (shared.sealing.signer === undefined) return { unwatched: 'secret' }
    const signed = callbackUrls.signedFor('ussdPayment', address)
    if (signed !== undefined) return { notice: { signed, isAwaited: true } }
    return { unwatched: isCarried(sessionId, longestIdentifier) ? 'ownAddress' : 'sessionId' }
  }
}

/** Of carts: their notices bring back the session, and the reference is kept for them. */
export function cartWatch({ options, shared }: Parts): WatchOf {
  const { fulfilment, payment } = options
  const isReceived = fulfilment !== false && (fulfilment !== undefined || payment !== undefined)
  const isAwaited = isReceived && shared.store.durability !== 'none'
  const unwatched = isReceived ? 'memory' : 'fulfilment'
  const isTold = !isAwaited && fulfilment !== false
  return (reply) => {
    const isNamed = [reply.reference, purchaseOf(reply), currencyOf(reply)].some((one) => one !== undefined)
    return {
      ...(isNamed || isAwaited ? { notice: { signed: undefined, isAwaited } } : {}),
      ...(isTold ? { unwatched } : {}),
    }
  }
}

const nothing: Watch = Object.freeze({})
