import type { RegisterOptions } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Conversation } from '../../conversation/conversation.ts'
import type { Acknowledgement } from '../../http/notification-endpoint.ts'
import type { Classify } from '../../http/recognise.ts'
import type { DeadNotification } from '../../inbox/delivery.ts'
import type { FulfilmentReportOptions } from '../../payments/reports/report-options.ts'
import type { PaymentConfirmer } from '../../payments/rules/payment-confirmer.ts'
import type { PaymentClient } from '../../payments/rules/safe-checkout.ts'
import type { CheckoutEvent } from '../../pushes/checkout.ts'
import type { DeliveryReportEvent } from '../../pushes/delivery-report.ts'
import type { PushEvent } from '../../pushes/event.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { InboundMessageEvent } from '../../pushes/inbound-message.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'
import type { ReplyOptions } from '../../replies/index.ts'
import type { Store } from '../../store/store.ts'
import type { Country } from '../../text/countries.ts'
import type { Screens } from '../../turns/screens.ts'
import type { MobileMayChange } from '../../turns/session-owner.ts'
import type { WhenStoreFails } from '../../turns/stored/settings.ts'
import type { OnDeadline, SessionEnd } from '../../turns/turns-settings.ts'
import type { Verifier } from '../../verify/index.ts'
import type {
  CheckoutHandler,
  DeliveryReportHandler,
  FulfilmentHandler,
  InboundMessageHandler,
  NotificationHandler,
  PaymentEvent,
  PaymentHandler,
  ProgrammableHandler,
  ProgrammableUnknownTypeHandler,
  UssdHandler,
  UssdPaymentHandler,
  UssdUnknownTypeHandler,
} from './handlers.ts'

/**
 * What may be set for all kinds, and for each of them over that.
 *
 * @example
 * const shared: SharedOptions = { verify: secretPath(process.env.PUSH_SECRET), country: 'GH' }
 */
export interface SharedOptions {
  /** Who may push. Required; `'none'` must be written out. */
  readonly verify?: Verifier | 'none' | undefined
  /** Bytes; 65,536 when not given. */
  readonly bodyLimit?: number | undefined
  /**
   * ms that a body may take to come, once its headers have; 10,000 when not given. A slower one gets 408 and its
   * connection ends, whatever Fastify's `requestTimeout` is. Raise it where pushes come over a slow line. A verifier of
   * your own that answers later has as long: then the push gets 503 with `Retry-After`.
   */
  readonly bodyTimeout?: number | undefined
  /** Reads national phone numbers as of this country: `'GH'`, or a numbering of your own. */
  readonly country?: Country | undefined
}

/**
 * How long sessions are remembered, and how many of them at once, in each process and for each kind.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   ussd: menu,
 *   // For 1,000 new sessions a second.
 *   sessions: { max: 100_000, maxBytes: 134_217_728 },
 * })
 */
export interface SessionsOptions {
  /** ms after which an idle session is forgotten; 90,000 when not given, the service giving a subscriber 60,000. */
  readonly expiry?: number | undefined
  /** Sessions at once; 20,000 when not given: some 220 new ones a second, for 90 seconds each. */
  readonly max?: number | undefined
  /**
   * Bytes of them, and half as many again of what may be resumed; 33,554,432 when not given. Beyond it the sessions go that
   * were not used for longest; where handlers work in all of them, new ones are refused.
   */
  readonly maxBytes?: number | undefined
}

/**
 * How often a handler is tried with a notification, and for how long. The waits double, each up to its span at random.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: sqliteStore('merchant.db'),
 *   // The database may be away for a night.
 *   payment: { handler: onPayment, retry: { attempts: 30 } },
 * })
 */
export interface RetryOptions {
  /** How many attempts may fail before a notification is dead; 10 when not given. With `memoryStore()` it is one. */
  readonly attempts?: number | undefined
  /** ms that a handler may take; 30,000 when not given. */
  readonly timeout?: number | undefined
  /** The longest wait after the first failure, ms; it doubles with each. 1,000 when not given. */
  readonly minDelay?: number | undefined
  /** What no wait exceeds, ms; 3,600,000 when not given. */
  readonly maxDelay?: number | undefined
}

/**
 * What the store keeps, for how long, and in how many bytes. What waits for its handler is never forgotten.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: sqliteStore('merchant.db'),
 *   payment: onPayment,
 *   retention: { entriesDays: 365, entriesBytes: 1_073_741_824 },
 * })
 */
export interface RetentionOptions {
  /** Days that finished notifications stay in the inbox; 90 when not given. */
  readonly entriesDays?: number | undefined
  /**
   * Bytes of notifications in the inbox; 268,435,456 when not given. To make room the oldest finished ones go: done, then
   * unconfirmed, then dead. Where those that wait fill it, pushes get 503.
   */
  readonly entriesBytes?: number | undefined
  /** Days that a notification is known again; 400 when not given. */
  readonly identitiesDays?: number | undefined
  /** Bytes of what notifications are known again by; 134,217,728 when not given. The oldest go. */
  readonly identitiesBytes?: number | undefined
  /** Days that transcripts of sessions are kept; 7 when not given. */
  readonly sessionsDays?: number | undefined
  /**
   * Bytes of sessions, their transcripts, effects, and what may be resumed; 201,326,592 when not given. What has expired
   * goes first, then the sessions not used for longest. Where effects and what may be resumed fill it, sessions begin in
   * the process alone.
   */
  readonly sessionsBytes?: number | undefined
  /** Pushes that could not be read and are kept at most; 10,000 when not given. Unconfirmed ones: `entriesDays`. */
  readonly rejected?: number | undefined
  /** Bytes of them; 33,554,432 when not given. The oldest go. */
  readonly rejectedBytes?: number | undefined
}

/**
 * When the service is asked about a payment of which no final callback came.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: sqliteStore('merchant.db'),
 *   client,
 *   payment: onPayment,
 *   reconcile: { after: 600_000 },
 * })
 */
export interface ReconcileOptions {
  /** ms without a final callback after which the service is asked; 300,000 when not given, as merchants must. */
  readonly after?: number | undefined
  /** ms after which a payment is given up of which the service says nothing final; 259,200,000 (3 days) when not given. */
  readonly giveUpAfter?: number | undefined
}

/**
 * What may be set for turns.
 *
 * @example
 * const turns: TurnOptions = { budget: 4_500, screens: { waiting: 'One moment. Reply 1 to go on' } }
 */
export interface TurnOptions extends SharedOptions {
  /** ms from the arrival of a turn to its answer; 6,000 when not given, the service giving 7,000 (reference 8). */
  readonly budget?: number | undefined
  /** ms that the work of one turn may take in all, over its waiting screens; 50,000 when not given. */
  readonly maxWork?: number | undefined
  /** How long sessions are remembered, and how many: `{ expiry: 90_000, max: 20_000, maxBytes: 33_554_432 }`. */
  readonly sessions?: SessionsOptions | undefined
  /** ms that a handler may hold the event loop before it is reported; 100 when not given. */
  readonly blockedAfter?: number | undefined
  /** What subscribers read where no handler speaks. */
  readonly screens?: Partial<Screens> | undefined
  /** How replies are written. */
  readonly reply?: ReplyOptions | undefined
  /** Logs what subscribers enter and read, except what is sensitive. Off when not given. */
  readonly logScreens?: boolean | undefined
  /**
   * What becomes of a turn whose session cannot be reached because the store fails: `'release'`, when not given, ends it
   * politely; `'run'` runs the handler as if the session were new. Sessions that begin then are answered in any case.
   */
  readonly whenStoreFails?: WhenStoreFails | undefined
  /**
   * What subscribers dial to get here, extension and all: `'*713*45#'`, or several such codes. What is dialled up to one of
   * them is the code, whatever ServiceCode says; the longest that fits counts. What comes behind it are answers. When not
   * given, ServiceCode says what the code is: set it where that leaves your extension out.
   */
  readonly dialCode?: string | readonly string[] | undefined
  /**
   * A push whose Mobile is another phone's is of another session, though it has the same SessionId. `true` tells sessions
   * apart by SessionId alone, a list of names does so on the channels that have one of them in Operator: set it where a
   * channel gives one subscriber another identifier from push to push. `false` when not given.
   */
  readonly mobileMayChange?: MobileMayChange | undefined
}

/**
 * What may be set for notifications.
 *
 * @example
 * const notifications: NotificationOptions = { retry: { timeout: 10_000 }, acknowledge: { status: 204 } }
 */
export interface NotificationOptions extends SharedOptions {
  /**
   * How often a handler is tried, and for how long:
   * `{ attempts: 10, timeout: 30_000, minDelay: 1_000, maxDelay: 3_600_000 }`.
   */
  readonly retry?: RetryOptions | undefined
  /** What the service gets back; status 200 and `{"status":"received"}` when not given. */
  readonly acknowledge?: Partial<Acknowledgement> | undefined
}

/**
 * A turn kind with settings of its own.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   ussd: { handler: menu, path: '/menu', onDeadline: 'release' },
 * })
 */
export interface TurnKindOptions<K extends TurnKind, Handler, UnknownTypeHandler> extends TurnOptions {
  /** Answers the turns. */
  readonly handler: Handler
  /** Under the prefix: `/ussd`. */
  readonly path?: string | undefined
  /** `'wait'` when not given. */
  readonly onDeadline?: OnDeadline<K> | undefined
  /** Answers types that are not known; a polite release when not given. */
  readonly onUnknownType?: UnknownTypeHandler | undefined
  /** The subscriber left or timed out: runs once for a session, after the answer. */
  readonly onLeave?: ((event: SessionEvent<K>, end: SessionEnd) => unknown) | undefined
}

/**
 * A notification kind with settings of its own.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   deliveryReport: { handler: onReport, path: '/reports' },
 * })
 */
export interface NotificationKindOptions<Event extends PushEvent> extends NotificationOptions {
  /** Returning settles the notification, throwing does not. */
  readonly handler: NotificationHandler<Event>
  /** Under the prefix: `/checkout`. */
  readonly path?: string | undefined
  /** Which notification it is, in place of the design's identity. */
  readonly identity?: ((event: Event) => string) | undefined
  /** Every attempt has failed: called before the notification is dead, so at least once. */
  readonly onDead?: ((event: Event, dead: DeadNotification) => unknown) | undefined
}

/**
 * A money kind with settings of its own; without a handler the `payment` handler serves it.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: memoryStore(),
 *   payment: onPayment,
 *   checkout: { verify: secretPath(process.env.CHECKOUT_SECRET) },
 * })
 */
export interface MoneyKindOptions<Event extends PushEvent> extends Omit<NotificationKindOptions<Event>, 'handler'> {
  /** In place of the `payment` handler. */
  readonly handler?: NotificationHandler<Event> | undefined
}

/**
 * A money kind whose payments the service can be asked about: all but fulfilment notices, which carry nothing to ask by
 * (reference 4.2).
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: sqliteStore('merchant.db'),
 *   checkout: { handler: onCheckout, confirmWith: client },
 * })
 */
export interface ConfirmableKindOptions<Event extends PushEvent> extends MoneyKindOptions<Event> {
  /** As in `payment`. */
  readonly confirmWith?: PaymentConfirmer | false | undefined
}

/**
 * Fulfilment notices with settings of their own, and how the service is told what became of them.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: sqliteStore('merchant.db'),
 *   fulfilment: { handler: onOrder, report: { url: process.env.REPORT_URL } },
 * })
 */
export interface FulfilmentKindOptions extends MoneyKindOptions<FulfilmentEvent> {
  /**
   * Where the service is told whether what was paid for was delivered, as merchants must within an hour. Nobody is told
   * when not given. It holds for the `payment` handler too, where that serves the kind.
   */
  readonly report?: FulfilmentReportOptions | undefined
}

/**
 * The one handler of all money kinds, with settings for them.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: memoryStore(),
 *   payment: { handler: onPayment, retry: { timeout: 10_000 } },
 * })
 */
export interface PaymentOptions extends NotificationOptions {
  /** Returning settles the notification, throwing does not. */
  readonly handler: NotificationHandler<PaymentEvent>
  /**
   * Asks the service about each payment before the handler is told: a `MerchantClient`. What it says wins, and the event
   * has `evidence: 'confirmed'`; while it cannot be asked the notification waits. `client` when not given; `false` asks
   * nobody.
   */
  readonly confirmWith?: PaymentConfirmer | false | undefined
  /** As for one kind. */
  readonly onDead?: ((event: PaymentEvent, dead: DeadNotification) => unknown) | undefined
}

/**
 * Everything a registration takes.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   prefix: '/push',
 *   publicUrl: process.env.PUBLIC_URL,
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: memoryStore(),
 *   payment: async (payment) => {
 *     const isProven = payment.evidence !== 'callback' && payment.needsReview.length === 0
 *     if (payment.outcome === 'paid' && isProven) await settle(payment.signed?.reference, payment.amountMinor)
 *   },
 * })
 */
export interface MerchantWebhooksOptions extends TurnOptions, NotificationOptions {
  // This, logLevel and logSerializers are Fastify's too: without undefined, as there, or a variable of this type could
  // not be registered.
  /** Put before every path. Give one where the address holds a secret: below it no mistyped address reaches the host. */
  readonly prefix?: string
  /** Names this registration where there are several; `'default'` when not given. */
  readonly name?: string | undefined
  /** Where the service reaches this application: `https://shop.example`. For `app.merchant.urls` and CallbackUrl. */
  readonly publicUrl?: string | undefined
  /** Required as soon as money is handled. */
  readonly store?: Store | undefined
  /**
   * Seals in the store what subscribers enter that is sensitive, such as a PIN: 16 characters at least, the same in every
   * process. Of several the first seals and all of them open. Without one a process has its own, and such answers are
   * asked again after a restart. It signs the addresses of payments too, under a key of their own: without it none is
   * signed, and `app.merchant.callbackUrl` throws.
   */
  readonly secret?: string | readonly string[] | undefined
  /** Notifications that are worked on at once, each in a lane of its own; 16 when not given. */
  readonly concurrency?: number | undefined
  /** ms that running handlers get when the application closes; 8,000 when not given. Fastify's `pluginTimeout` must be longer. */
  readonly shutdownTimeout?: number | undefined
  /** What the store keeps, and for how long: `{ entriesDays: 90, identitiesDays: 400, sessionsDays: 7 }` and more. */
  readonly retention?: RetentionOptions | undefined
  /** Every attempt on a notification of a kind without an `onDead` of its own has failed. */
  readonly onDead?: ((event: PushEvent, dead: DeadNotification) => unknown) | undefined
  /**
   * Calls the service: a `MerchantClient`. With it there is `app.merchant.checkout`, and payments are confirmed by it
   * unless `confirmWith` says otherwise.
   */
  readonly client?: PaymentClient | undefined
  /** As in `payment`, for all money kinds. */
  readonly confirmWith?: PaymentConfirmer | false | undefined
  /** When the service is asked about payments without a final callback: `{ after: 300_000, giveUpAfter: 259_200_000 }`. */
  readonly reconcile?: ReconcileOptions | undefined
  /** Names the kind of a push on a path that several share. */
  readonly classify?: Classify | undefined
  /** Time; for tests. */
  readonly clock?: Clock | undefined
  /** Fastify's own, for the routes of this registration. */
  readonly logLevel?: NonNullable<RegisterOptions['logLevel']>
  /** Fastify's own, for the routes of this registration; that of requests stays ours, which shows no address. */
  readonly logSerializers?: NonNullable<RegisterOptions['logSerializers']>

  /** Answers USSD turns, at `/ussd`. */
  readonly ussd?:
    | UssdHandler
    | Conversation
    | TurnKindOptions<'ussd', UssdHandler | Conversation, UssdUnknownTypeHandler>
    | undefined
  /** Answers the turns of programmable services, at `/programmable`. */
  readonly programmable?:
    | ProgrammableHandler
    | Conversation
    | TurnKindOptions<'programmable', ProgrammableHandler | Conversation, ProgrammableUnknownTypeHandler>
    | undefined
  /** Serves every money kind that has no handler of its own: `/checkout`, `/fulfilment`, `/ussd-payment`. */
  readonly payment?: PaymentHandler | PaymentOptions | undefined
  /** Handles checkout callbacks. `false` leaves the kind without a route although `payment` is there. */
  readonly checkout?: CheckoutHandler | ConfirmableKindOptions<CheckoutEvent> | false | undefined
  /** Handles fulfilment notices; `false` as in `checkout`. */
  readonly fulfilment?: FulfilmentHandler | FulfilmentKindOptions | false | undefined
  /** Handles USSD payment notices; `false` as in `checkout`. */
  readonly ussdPayment?: UssdPaymentHandler | ConfirmableKindOptions<UssdPaymentEvent> | false | undefined
  /** Handles delivery reports, at `/delivery-report`. */
  readonly deliveryReport?: DeliveryReportHandler | NotificationKindOptions<DeliveryReportEvent> | undefined
  /** Handles inbound messages, at `/inbound-message`. */
  readonly inboundMessage?: InboundMessageHandler | NotificationKindOptions<InboundMessageEvent> | undefined
}
