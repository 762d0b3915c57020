import { NotificationEndpoint } from '../http/notification-endpoint.ts'
import { type DeliveredKind, readDelivery } from '../inbox/delivery.ts'
import { checkout } from '../pushes/checkout.ts'
import { deliveryReport } from '../pushes/delivery-report.ts'
import type { PushEvent } from '../pushes/event.ts'
import { fulfilment } from '../pushes/fulfilment.ts'
import { inboundMessage } from '../pushes/inbound-message.ts'
import type { MoneyKind } from '../pushes/kinds.ts'
import type { NotificationPushKind } from '../pushes/push-kind.ts'
import { ussdPayment } from '../pushes/ussd-payment.ts'
import { readCountry } from '../text/read-country.ts'
import { checkFunction, checkNames, checkPath, checkWhole } from './check-values.ts'
import { defaults } from './defaults.ts'
import { FMW_OPTION, FMW_STORE_REQUIRED } from './errors.ts'
import type { NotificationHandler, PaymentEvent } from './handlers.ts'
import type { KindParts } from './kind-parts.ts'
import type { MoneyKindOptions, NotificationKindOptions, NotificationOptions, PaymentOptions } from './options.ts'
import { readAcknowledgement } from './read-acknowledgement.ts'
import { notificationKindNames, paymentNames } from './read-shared.ts'
import { readVerifier } from './read-verifier.ts'
import type { ReceivedNotification } from './received-kind.ts'

/** Sets up the notification kinds that have a handler. @throws FMW_OPTION, FMW_STORE_REQUIRED */
export function buildNotificationKinds(parts: KindParts): ReceivedNotification[] {
  const { options } = parts
  const payment = readPayment(options.payment)
  return [
    ...buildMoney(parts, checkout, options.checkout, payment),
    ...buildMoney(parts, fulfilment, options.fulfilment, payment),
    ...buildMoney(parts, ussdPayment, options.ussdPayment, payment),
    ...buildPlain(parts, deliveryReport, options.deliveryReport),
    ...buildPlain(parts, inboundMessage, options.inboundMessage),
  ]
}

function buildMoney<Event extends PaymentEvent>(
  parts: KindParts,
  push: NotificationPushKind<Event> & { readonly kind: NotificationPushKind['kind'] },
  given: NotificationHandler<Event> | MoneyKindOptions<Event> | false | undefined,
  payment: PaymentOptions | undefined,
): ReceivedNotification[] {
  if (given === false) return []
  const own = given === undefined ? {} : readKind(push.kind, given)
  const handler = own.handler ?? payment?.handler
  if (handler === undefined) {
    if (given === undefined) return []
    throw new FMW_OPTION(`${push.kind}.handler`, 'is missing, and there is no payment handler to serve the kind')
  }
  if (!parts.shared.hasStore) throw new FMW_STORE_REQUIRED(push.kind)
  const onDead = own.onDead ?? payment?.onDead ?? parts.options.onDead
  return [build(parts, push, handler, { ...own, onDead }, payment)]
}

function buildPlain<Event extends PushEvent>(
  parts: KindParts,
  push: NotificationPushKind<Event>,
  given: NotificationHandler<Event> | NotificationKindOptions<Event> | undefined,
): ReceivedNotification[] {
  if (given === undefined) return []
  const own = readKind(push.kind, given)
  if (own.handler === undefined) throw new FMW_OPTION(push.kind, 'must be a handler, or { handler, … }')
  const onDead = own.onDead ?? parts.options.onDead
  return [build(parts, push, own.handler, { ...own, onDead }, undefined)]
}

function build<Event extends PushEvent>(
  { options, shared, activity, deliveries, intake }: KindParts,
  push: NotificationPushKind<Event>,
  handler: NotificationHandler<Event>,
  own: MoneyKindOptions<Event>,
  payment: PaymentOptions | undefined,
): ReceivedNotification {
  const { kind } = push
  const pick = <Name extends keyof NotificationOptions>(name: Name): NotificationOptions[Name] =>
    own[name] ?? payment?.[name] ?? options[name]
  const whole = (name: NumberOption, least: number): number =>
    checkWhole(`${kind}.${name}`, pick(name) ?? defaults[name], least)
  const { identity } = own
  const country = pick('country')
  const delivered: DeliveredKind<Event> = {
    push,
    handler,
    onDead: own.onDead,
    attemptTimeout: whole('attemptTimeout', 1),
    attempts: whole('attempts', 1),
    retryFrom: whole('retryFrom', 0),
    retryUpTo: whole('retryUpTo', 0),
    country: country === undefined ? undefined : readCountry(country),
  }
  const acknowledgement = readAcknowledgement(kind, {
    ...options.acknowledge,
    ...payment?.acknowledge,
    ...own.acknowledge,
  })
  deliveries.serve(kind, (entry) => readDelivery(delivered, entry))
  return {
    kind,
    path: own.path === undefined ? push.path : checkPath(`${kind}.path`, own.path),
    verifier: readVerifier(kind, pick('verify')),
    bodyLimit: whole('bodyLimit', 1),
    budget: delivered.attemptTimeout,
    lookedAt: { country: delivered.country, status: acknowledgement.status },
    endpoint: new NotificationEndpoint<Event>({
      delivered,
      identify: (event) => (identity === undefined ? push.identify(event) : replaced(identity, event, push)),
      acknowledgement,
      intake,
      keeps: shared.store.durability !== 'none',
      clock: shared.clock,
      onTaken: activity.counter(kind),
    }),
  }
}

type NumberOption = 'attemptTimeout' | 'attempts' | 'retryFrom' | 'retryUpTo' | 'bodyLimit'

/** The merchant's own identity; the lane stays that of the payment or message. */
function replaced<Event extends PushEvent>(
  identity: (event: Event) => string,
  event: Event,
  push: NotificationPushKind<Event>,
) {
  return { ...push.identify(event), identity: identity(event) }
}

function readKind<Event extends PushEvent>(
  kind: MoneyKind | 'deliveryReport' | 'inboundMessage',
  given: NotificationHandler<Event> | MoneyKindOptions<Event>,
): MoneyKindOptions<Event> {
  if (typeof given === 'function') return { handler: given }
  if (typeof given !== 'object' || given === null) throw new FMW_OPTION(kind, 'must be a handler, or { handler, … }')
  checkNames(`${kind}.`, given, notificationKindNames)
  checkFunction(`${kind}.handler`, given.handler)
  checkFunction(`${kind}.identity`, given.identity)
  checkFunction(`${kind}.onDead`, given.onDead)
  return given
}

function readPayment(given: KindParts['options']['payment']): PaymentOptions | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'function') return { handler: given }
  if (typeof given !== 'object' || given === null || typeof given.handler !== 'function') {
    throw new FMW_OPTION('payment', 'must be a handler, or { handler, … }')
  }
  checkNames('payment.', given, paymentNames)
  return given
}
