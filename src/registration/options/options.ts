import type { RegisterOptions } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Conversation } from '../../conversation/conversation.ts'
import type { Acknowledgement } from '../../http/notification-endpoint.ts'
import type { Classify } from '../../http/recognise.ts'
import type { DeadNotification } from '../../inbox/work.ts'
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
import type { OnDeadline, SessionEnd, WhenStoreFails } from '../../turns/turns-settings.ts'
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
 * Options of every kind: for all kinds, or inside one kind for it alone.
 *
 * @example
 * const shared: SharedOptions = { verify: secretPath(process.env.PUSH_SECRET), country: 'GH' }
 */
export interface SharedOptions {
  /**
   * Decides who may push. Required: there is no default. Write `'none'` out if everybody may.
   *
   * @example
   * verify: secretPath(process.env.PUSH_SECRET)
   */
  readonly verify?: Verifier | 'none' | undefined
  /**
   * The longest body, in bytes. A longer one gets 413. Default 65,536. Raise it if carts with many items get a 413.
   *
   * @example
   * bodyLimit: 262_144
   */
  readonly bodyLimit?: number | undefined
  /**
   * Time for a body to arrive after its headers, in ms. Default 10,000. A slower one gets 408 and its connection ends,
   * whatever Fastify's `requestTimeout` is. Raise it if pushes come over a slow line. Your own verifiers get the same
   * time; a slower one gives the push a 503 with `Retry-After`.
   *
   * @example
   * bodyTimeout: 20_000
   */
  readonly bodyTimeout?: number | undefined
  /**
   * Reads national phone numbers as of this country: `'GH'`, or a numbering of your own. Default: none, so they stay
   * as they came. Set it if a channel sends `024…` where others send `+233…`.
   *
   * @example
   * country: 'GH'
   */
  readonly country?: Country | undefined
}

/**
 * How long the plugin remembers sessions, and how many at once, in each process and for each kind.
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
  /**
   * Forgets an idle session after this time, in ms. Default 90,000. The service gives a subscriber 60,000. Raise it if
   * your channels wait longer.
   *
   * @example
   * sessions: { expiry: 180_000 }
   */
  readonly expiry?: number | undefined
  /**
   * Sessions remembered at once. Default 20,000: some 220 new ones a second, for 90 seconds each. Raise it if `counts`
   * shows `busy`.
   *
   * @example
   * sessions: { max: 100_000 }
   */
  readonly max?: number | undefined
  /**
   * Room for sessions in bytes, and half of that in addition for sessions that may be resumed. Default 33,554,432. The
   * longest unused sessions go first. If handlers work in all of them, new ones are refused. Raise it together with
   * `max`.
   *
   * @example
   * sessions: { max: 100_000, maxBytes: 134_217_728 }
   */
  readonly maxBytes?: number | undefined
}

/**
 * How often the plugin runs a handler for a notification, and for how long. The waits double, and each is random up to
 * its span.
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
  /**
   * Failed attempts before a notification is dead. Default 10. With `memoryStore()` it is one where a
   * request waits for the handler. Raise it if what your handler needs may be away for long.
   *
   * @example
   * retry: { attempts: 30 }
   */
  readonly attempts?: number | undefined
  /**
   * Time for one attempt, in ms. Default 30,000. An attempt that takes longer has failed. Raise it if your handler
   * waits for slow services.
   *
   * @example
   * retry: { timeout: 60_000 }
   */
  readonly timeout?: number | undefined
  /**
   * The longest wait after the first failure, in ms. It doubles with each failure. Default 1,000. Raise it if early
   * retries only add load.
   *
   * @example
   * retry: { minDelay: 5_000 }
   */
  readonly minDelay?: number | undefined
  /**
   * The longest wait of all, in ms. Default 3,600,000. Lower it if you want to hear of a repaired handler sooner.
   *
   * @example
   * retry: { maxDelay: 600_000 }
   */
  readonly maxDelay?: number | undefined
}

/**
 * What the store keeps, for how long, and in how many bytes. It never forgets a notification that waits for its
 * handler.
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
  /**
   * Days to keep finished notifications in the inbox. Default 90. Those that a person should still look at stay for
   * `identitiesDays`. Raise it if you look at older payments.
   *
   * @example
   * retention: { entriesDays: 365 }
   */
  readonly entriesDays?: number | undefined
  /**
   * Room for notifications in the inbox, in bytes. Default 268,435,456, at least 1,048,576 as for each room here. To
   * make room, the oldest finished ones go: done, then unconfirmed, then dead. If open ones fill it, pushes get 503.
   * Raise it if they go before `entriesDays`.
   *
   * @example
   * retention: { entriesBytes: 1_073_741_824 }
   */
  readonly entriesBytes?: number | undefined
  /**
   * Days to recognise a duplicate notification. Default 400. Raise it if old payments may be pushed again.
   *
   * @example
   * retention: { identitiesDays: 800 }
   */
  readonly identitiesDays?: number | undefined
  /**
   * Room for what recognises duplicates, in bytes. Default 134,217,728, which is some 600,000 notifications. The
   * oldest go first. Raise it if you receive more within `identitiesDays`.
   *
   * @example
   * retention: { identitiesBytes: 536_870_912 }
   */
  readonly identitiesBytes?: number | undefined
  /**
   * Days to keep transcripts of sessions. Default 7. Lower it if your rules on privacy ask for it.
   *
   * @example
   * retention: { sessionsDays: 1 }
   */
  readonly sessionsDays?: number | undefined
  /**
   * Room for sessions, transcripts, effects and what may be resumed, in bytes. Default 201,326,592. Expired ones go
   * first, then the longest unused sessions. If effects and what may be resumed fill it, new sessions live in the
   * process only. Raise it if transcripts go before `sessionsDays`.
   *
   * @example
   * retention: { sessionsBytes: 1_073_741_824 }
   */
  readonly sessionsBytes?: number | undefined
  /**
   * Unreadable pushes to keep. Default 10,000. Unconfirmed ones stay for `entriesDays`. Lower it if strangers fill
   * your disk.
   *
   * @example
   * retention: { rejected: 1_000 }
   */
  readonly rejected?: number | undefined
  /**
   * Room for unreadable pushes, in bytes. Default 33,554,432. The oldest go first. Raise it if you keep large ones for
   * study.
   *
   * @example
   * retention: { rejectedBytes: 134_217_728 }
   */
  readonly rejectedBytes?: number | undefined
  /**
   * Days to keep what people did: the trail. Default 1,095. Set it as your rules on audits ask for.
   *
   * @example
   * retention: { trailDays: 3_650 }
   */
  readonly trailDays?: number | undefined
  /**
   * Room for the trail, in bytes. Default 16,777,216, which is some 40,000 lines. The oldest go first. Raise it if they
   * go before `trailDays`.
   *
   * @example
   * retention: { trailBytes: 134_217_728 }
   */
  readonly trailBytes?: number | undefined
}

/**
 * When the plugin asks the service about a payment without a final callback.
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
  /**
   * Asks the service after this time without a final callback, in ms. Default 300,000, as the service demands. A USSD
   * payment may be without its notice for as long. Raise it if your payers take longer.
   *
   * @example
   * reconcile: { after: 600_000 }
   */
  readonly after?: number | undefined
  /**
   * Gives up a payment without a final status after this time, in ms: your handler gets `needsReview: ['givenUp']`.
   * Default 259,200,000 (3 days). At least `after`. Lower it if a person should look sooner.
   *
   * @example
   * reconcile: { giveUpAfter: 86_400_000 }
   */
  readonly giveUpAfter?: number | undefined
}

/**
 * Options of turns.
 *
 * @example
 * const turns: TurnOptions = { budget: 4_500, screens: { waiting: 'One moment. Reply 1 to go on' } }
 */
export interface TurnOptions extends SharedOptions {
  /**
   * Time from a push to its answer, in ms. Default 6,000. The service waits 7,000 (reference 8). Lower it if your line
   * is slow.
   *
   * @example
   * budget: 4_500
   */
  readonly budget?: number | undefined
  /**
   * Time for the work of one turn in all, over its waiting screens, in ms. Default 50,000. Lower it if callers hang up
   * before that.
   *
   * @example
   * maxWork: 30_000
   */
  readonly maxWork?: number | undefined
  /**
   * How long the plugin remembers sessions, and how many. Default:
   * `{ expiry: 90_000, max: 20_000, maxBytes: 33_554_432 }`. Change it for many callers at once.
   *
   * @example
   * sessions: { max: 100_000, maxBytes: 134_217_728 }
   */
  readonly sessions?: SessionsOptions | undefined
  /**
   * Reports a handler that blocks the event loop for longer than this, in ms. Default 100. Lower it to find slow code
   * in a test.
   *
   * @example
   * blockedAfter: 20
   */
  readonly blockedAfter?: number | undefined
  /**
   * What subscribers read when your handler gives no screen. Default: six English texts. Change them for your
   * language.
   *
   * @example
   * screens: { waiting: 'Un instant. Tapez 1' }
   */
  readonly screens?: Partial<Screens> | undefined
  /**
   * How replies are written: their spelling, masks and characters. Default: as the reference shows. Change it if your
   * channel reads another form.
   *
   * @example
   * reply: { callbackUrl: 'https://shop.example/paid' }
   */
  readonly reply?: ReplyOptions | undefined
  /** Logs what subscribers enter and read, except sensitive screens and answers. Default false. */
  readonly logScreens?: boolean | undefined
  /**
   * What a turn gets if the store fails and can't reach its session. `'release'`, the default, ends the session
   * politely. `'run'` runs the handler as if the session were new: choose it if your turns only read. Sessions that
   * begin at that time are always answered.
   *
   * @example
   * whenStoreFails: 'run'
   */
  readonly whenStoreFails?: WhenStoreFails | undefined
  /**
   * What subscribers dial, with the extension: `'*713*45#'`, or a list of codes. Everything after the code counts as
   * answers. The longest code that fits counts, whatever ServiceCode says. Default: ServiceCode is the code. Set it if
   * ServiceCode has no extension and yours has one.
   *
   * @example
   * dialCode: '*713*45#'
   */
  readonly dialCode?: string | readonly string[] | undefined
  /**
   * Whether `Mobile` may change inside a session. With `false`, the default, a push from another phone belongs to
   * another session, even with the same SessionId. `true` tells sessions apart by SessionId alone; a list of Operator
   * names does so on these channels. Set it if a channel changes the identifier of a subscriber from push to push.
   *
   * @example
   * mobileMayChange: ['webstore']
   */
  readonly mobileMayChange?: MobileMayChange | undefined
}

/**
 * Options of notifications.
 *
 * @example
 * const notifications: NotificationOptions = { retry: { timeout: 10_000 }, acknowledge: { status: 204 } }
 */
export interface NotificationOptions extends SharedOptions {
  /**
   * How often a handler runs, and for how long. Default:
   * `{ attempts: 10, timeout: 30_000, minDelay: 1_000, maxDelay: 3_600_000 }`. Change it for a slow handler.
   *
   * @example
   * retry: { timeout: 60_000 }
   */
  readonly retry?: RetryOptions | undefined
  /**
   * What the service gets back. Default: status 200 and `{"status":"received"}`. Change it if the service wants
   * another answer.
   *
   * @example
   * acknowledge: { status: 204 }
   */
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
  /**
   * Answers the turns: a function or a conversation. Required.
   *
   * @example
   * ussd: { handler: menu, path: '/menu' }
   */
  readonly handler: Handler
  /**
   * The path under the prefix. Default: by kind, such as `/ussd`. Set it if another address is registered.
   *
   * @example
   * path: '/menu'
   */
  readonly path?: string | undefined
  /**
   * What happens at the budget. Default `'wait'`: a waiting screen goes out, and the handler continues. With
   * `'release'` the session ends: choose it if nobody should wait.
   *
   * @example
   * onDeadline: 'release'
   */
  readonly onDeadline?: OnDeadline<K> | undefined
  /**
   * Answers pushes of an unknown type. Default: a polite release. Set it if your channel sends types of its own.
   *
   * @example
   * onUnknownType: (_push, turn) => turn.end('Goodbye')
   */
  readonly onUnknownType?: UnknownTypeHandler | undefined
  /**
   * Runs when the subscriber left or timed out: once for a session, after the answer. Default: nothing. Set it to free
   * what a session holds.
   *
   * @example
   * onLeave: ({ sessionId }) => seats.release(sessionId)
   */
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
  /**
   * Return when the notification is handled. If it throws, the plugin retries it. Required.
   *
   * @example
   * deliveryReport: { handler: onReport, path: '/reports' }
   */
  readonly handler: NotificationHandler<Event>
  /**
   * The path under the prefix. Default: by kind, such as `/checkout`. Set it if another address is registered.
   *
   * @example
   * path: '/paid'
   */
  readonly path?: string | undefined
  /**
   * Says which notification an event is. Events with the same text are one notification. Default: by kind. Set it if
   * you know a better identity, such as for messages that come twice on purpose. A payment notice at its signed address is known
   * by that address too, if the service isn't asked: another payment at it is a conflict, whatever this gives.
   *
   * @example
   * identity: ({ messageId, status }) => `${messageId} ${status}`
   */
  readonly identity?: ((event: Event) => string) | undefined
  /**
   * Called when every attempt has failed, before the notification counts as dead. It may be called more than once.
   * Default: the `onDead` of the registration.
   *
   * @example
   * onDead: ({ kind }, { error }) => page(kind, error)
   */
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
  /**
   * Handles the kind in place of the `payment` handler. Default: `payment`.
   *
   * @example
   * checkout: { handler: onCheckout, path: '/paid' }
   */
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
  /**
   * Asks the service about payments of this kind. Default: that of `payment`. With `false`, the plugin doesn't ask.
   *
   * @example
   * checkout: { handler: onCheckout, confirmWith: client }
   */
  readonly confirmWith?: PaymentConfirmer | false | undefined
}

/**
 * Options of fulfilment notices, and where the plugin reports their delivery.
 *
 * @example
 * await app.register(merchantWebhooks, {
 *   verify: secretPath(process.env.PUSH_SECRET),
 *   store: sqliteStore('merchant.db'),
 *   fulfilment: { handler: onOrder, report: { url: process.env.REPORT_URL, describe } },
 * })
 */
export interface FulfilmentKindOptions extends MoneyKindOptions<FulfilmentEvent> {
  /**
   * Where the plugin tells the service whether you delivered. Merchants must, within an hour. Default: no report. It
   * also applies if the `payment` handler serves the kind.
   *
   * @example
   * fulfilment: { report: { url: process.env.REPORT_URL, describe } }
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
  /**
   * Return when the notification is handled. If it throws, the plugin retries it. Required.
   *
   * @example
   * payment: { handler: onPayment, retry: { timeout: 10_000 } }
   */
  readonly handler: NotificationHandler<PaymentEvent>
  /**
   * Asks the service about each payment before your handler runs: a `MerchantClient`. The service's answer wins, and
   * the event has `evidence: 'confirmed'`. While the service can't be asked, the notification waits. Default:
   * `client`. With `false`, the plugin doesn't ask.
   *
   * @example
   * payment: { handler: onPayment, confirmWith: client }
   */
  readonly confirmWith?: PaymentConfirmer | false | undefined
  /**
   * Called when every attempt has failed, as for one kind. Default: the `onDead` of the registration.
   *
   * @example
   * onDead: ({ reference }) => page(`payment ${reference} is not handled`)
   */
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
 *   checkout: async (payment) => {
 *     if (mayDeliver(payment, await dueOf(payment.reference))) await settle(payment.reference)
 *   },
 * })
 */
export interface MerchantWebhooksOptions extends TurnOptions, NotificationOptions {
  // This, logLevel and logSerializers are Fastify's too: without undefined, as there, or a variable of this type could
  // not be registered.
  /**
   * Stands before every path. Default: none. Give one if an address holds a secret: an address that is mistyped behind it
   * then stays out of the host's log. One whose prefix is mistyped (`/Push/`, `//push/`) is the host's own 404.
   *
   * @example
   * prefix: '/push'
   */
  readonly prefix?: string
  /**
   * Tells several registrations apart, also in the store. Default `'default'`. Give each its own if you register twice.
   *
   * Don't rename one: what it has acknowledged and not handled stays under the old name, and a push that comes again is handled a second
   * time. A start warns of such names. Give the old name back, or register both until nothing waits under it.
   *
   * @example
   * name: 'tickets' // app.merchant.get('tickets')
   */
  readonly name?: string | undefined
  /**
   * Where the service reaches this application. The plugin builds `app.merchant.urls` and CallbackUrl with it.
   * Default: none. Give it if you take payments.
   *
   * @example
   * publicUrl: 'https://shop.example'
   */
  readonly publicUrl?: string | undefined
  /**
   * Keeps notifications and sessions. Default: `memoryStore()`. Required if a money kind has a handler.
   *
   * @example
   * store: sqliteStore('merchant.db')
   */
  readonly store?: Store | undefined
  /**
   * Seals sensitive answers in the store, such as a PIN, and signs the addresses of payments. 16 characters at least,
   * the same in every process. Of a list, the first one seals and signs, and all are accepted. Default: a new one in
   * each process. Then sensitive answers are asked again after a restart, addresses aren't signed, and
   * `app.merchant.callbackUrl` throws. Give one if you take payments or ask for PINs.
   *
   * @example
   * secret: process.env.MERCHANT_SECRET
   */
  readonly secret?: string | readonly string[] | undefined
  /**
   * Seals what the store keeps of subscribers under `secret`: what they sent, typed and saw, and what your functions
   * gave back. Default false. A store that keeps nothing ignores it. What it sealed stays readable if you switch it off,
   * for as long as you give the secret. Set it if others can read the disk, the database or a backup.
   *
   * @example
   * seal: true
   */
  readonly seal?: boolean | undefined
  /**
   * Notifications handled at once, each in a lane of its own. Default 16. Lower it if your database has fewer
   * connections.
   *
   * @example
   * concurrency: 4
   */
  readonly concurrency?: number | undefined
  /**
   * Time for running handlers when the application closes, in ms. Default 8,000. Fastify's `pluginTimeout` must be
   * longer. Lower it if your host ends a process sooner.
   *
   * @example
   * shutdownTimeout: 4_000
   */
  readonly shutdownTimeout?: number | undefined
  /**
   * Room for all bodies that are arriving, in bytes, with 16 KiB for each request. Default 33,554,432. If it is full,
   * the bodies that have taken the longest get 503 with `Retry-After`. Raise it together with `bodyLimit`.
   *
   * @example
   * bodyRoom: 134_217_728
   */
  readonly bodyRoom?: number | undefined
  /**
   * What the store keeps, and for how long. Default: `{ entriesDays: 90, identitiesDays: 400, sessionsDays: 7 }` and
   * more. Change it for your rules on keeping data.
   *
   * @example
   * retention: { entriesDays: 365 }
   */
  readonly retention?: RetentionOptions | undefined
  /**
   * Called when every attempt on a notification has failed, for kinds without an `onDead` of their own. Default:
   * nothing. Set it to call a person.
   *
   * @example
   * onDead: ({ kind }, { error }) => page(kind, error)
   */
  readonly onDead?: ((event: PushEvent, dead: DeadNotification) => unknown) | undefined
  /**
   * Calls the service: a `MerchantClient`. It adds `app.merchant.checkout`, and confirms payments unless `confirmWith`
   * says otherwise. Default: none. Give it as soon as you may call the service.
   *
   * @example
   * client: new MerchantClient({ baseUrl, apiId, apiKey })
   */
  readonly client?: PaymentClient | undefined
  /**
   * Asks the service about each payment, for all money kinds, as in `payment`. Default: `client`. With `false`, the
   * plugin doesn't ask.
   *
   * @example
   * confirmWith: false
   */
  readonly confirmWith?: PaymentConfirmer | false | undefined
  /**
   * When the plugin asks the service about payments without a final callback. Default:
   * `{ after: 300_000, giveUpAfter: 259_200_000 }`. Change it if your payers take longer.
   *
   * @example
   * reconcile: { after: 600_000 }
   */
  readonly reconcile?: ReconcileOptions | undefined
  /**
   * Names the kind of a push. Default: by its shape. Set it if several kinds share a path and look alike.
   *
   * @example
   * classify: (body) => (Object(body).OrderInfo ? 'fulfilment' : 'programmable')
   */
  readonly classify?: Classify | undefined
  /**
   * The plugin's clock. Default: the machine's. Give your own in a test.
   *
   * @example
   * clock: manualClock()
   */
  readonly clock?: Clock | undefined
  /**
   * Fastify's own option, for the routes of this registration. Default: the application's.
   *
   * @example
   * logLevel: 'warn'
   */
  readonly logLevel?: NonNullable<RegisterOptions['logLevel']>
  /**
   * Fastify's own option, for the routes of this registration. Default: the application's. The plugin keeps its own
   * serializer of requests, which shows no address.
   *
   * @example
   * logSerializers: { reference: (value) => `order ${value}` }
   */
  readonly logSerializers?: NonNullable<RegisterOptions['logSerializers']>

  /**
   * Answers USSD turns, at `/ussd`. Default: no route.
   *
   * @example
   * ussd: conversation(async (talk) => talk.end('Welcome'))
   */
  readonly ussd?:
    | UssdHandler
    | Conversation
    | TurnKindOptions<'ussd', UssdHandler | Conversation, UssdUnknownTypeHandler>
    | undefined
  /**
   * Answers the turns of programmable services, at `/programmable`. Default: no route.
   *
   * @example
   * programmable: (_push, turn) => turn.end('Welcome')
   */
  readonly programmable?:
    | ProgrammableHandler
    | Conversation
    | TurnKindOptions<'programmable', ProgrammableHandler | Conversation, ProgrammableUnknownTypeHandler>
    | undefined
  /**
   * Handles every money kind that has no handler of its own: `/checkout`, `/fulfilment`, `/ussd-payment`. Default: no
   * routes.
   *
   * @example
   * payment: async ({ outcome, reference }) => orders.note(reference, outcome)
   */
  readonly payment?: PaymentHandler | PaymentOptions | undefined
  /**
   * Handles checkout callbacks. Default: `payment`. With `false`, the kind has no route, even if there is `payment`.
   *
   * @example
   * checkout: async ({ outcome, clientReference }) => orders.note(clientReference, outcome)
   */
  readonly checkout?: CheckoutHandler | ConfirmableKindOptions<CheckoutEvent> | false | undefined
  /**
   * Handles fulfilment notices. Default: `payment`. With `false`, the kind has no route.
   *
   * @example
   * fulfilment: { report: { url: process.env.REPORT_URL, describe } }
   */
  readonly fulfilment?: FulfilmentHandler | FulfilmentKindOptions | false | undefined
  /**
   * Handles USSD payment notices. Default: `payment`. With `false`, the kind has no route.
   *
   * @example
   * ussdPayment: false
   */
  readonly ussdPayment?: UssdPaymentHandler | ConfirmableKindOptions<UssdPaymentEvent> | false | undefined
  /**
   * Handles delivery reports, at `/delivery-report`. Default: no route.
   *
   * @example
   * deliveryReport: async ({ messageId, status }) => messages.note(messageId, status)
   */
  readonly deliveryReport?: DeliveryReportHandler | NotificationKindOptions<DeliveryReportEvent> | undefined
  /**
   * Handles inbound messages, at `/inbound-message`. Default: no route.
   *
   * @example
   * inboundMessage: async ({ from, keyword }) => votes.count(from, keyword)
   */
  readonly inboundMessage?: InboundMessageHandler | NotificationKindOptions<InboundMessageEvent> | undefined
}
