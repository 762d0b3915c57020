import { NotificationEndpoint, type SignedAddresses } from '../../http/notification-endpoint.ts'
import { doctorWorks, type MarkedEvent } from '../../inbox/doctor.ts'
import { type DeliveredKind, type NotificationWorks, readWork } from '../../inbox/work.ts'
import { ownOptions } from '../../own-options.ts'
import { type ReportParts, readReportWork } from '../../payments/reports/fulfilment-report-work.ts'
import type { FulfilmentReportOptions } from '../../payments/reports/report-options.ts'
import { reportedWorks } from '../../payments/reports/reported-works.ts'
import { addressParameterNames } from '../../payments/rules/address-parameters.ts'
import { isCalledBack } from '../../payments/rules/callback-signer.ts'
import type { ConfirmableEvent } from '../../payments/rules/question-of.ts'
import { cartWorks, heardWorks } from '../../payments/sessions/heard-works.ts'
import { unconfirmableWorks } from '../../payments/work/confirmed-works.ts'
import { OtherEndsWorks } from '../../payments/work/other-ends.ts'
import { checkout, confirmCheckout } from '../../pushes/checkout.ts'
import { deliveryReport } from '../../pushes/delivery-report.ts'
import type { PushEvent } from '../../pushes/event.ts'
import { type FulfilmentEvent, fulfilment } from '../../pushes/fulfilment.ts'
import { inboundMessage } from '../../pushes/inbound-message.ts'
import type { MoneyKind, NotificationKind } from '../../pushes/kinds.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import type { Identity, NotificationPushKind } from '../../pushes/push-kind.ts'
import { confirmUssdPayment, type UssdPaymentEvent, ussdPayment } from '../../pushes/ussd-payment.ts'
import type { NewEntry } from '../../store/entry.ts'
import { readCountry } from '../../text/countries.ts'
import type { Verifier } from '../../verify/index.ts'
import { FMW_OPTION, FMW_STORE_REQUIRED } from '../errors.ts'
import { checkFunction, checkNames, checkPath } from '../options/check-values.ts'
import type { NotificationHandler, PaymentEvent } from '../options/handlers.ts'
import { readGroup, readNumbers } from '../options/numbers.ts'
import type {
  ConfirmableKindOptions,
  NotificationKindOptions,
  NotificationOptions,
  PaymentOptions,
} from '../options/options.ts'
import { readAcknowledgement, readVerifier } from '../options/read-kind.ts'
import { readReportOptions, reportOf } from '../options/read-report-options.ts'
import {
  confirmableKindNames,
  fulfilmentNames,
  notificationKindNames,
  paymentNames,
  type Sealing,
} from '../options/read-shared.ts'
import type { KindParts, ReceivedNotification } from './kind-parts.ts'
import { type OwnIdentity, ownIdentity, ownOrUsual } from './own-identity.ts'
import { type ConfirmWith, type KindWorks, type PaymentConfirmation, plainWorks } from './payment-confirmation.ts'
import { rereadOf } from './reread.ts'

/** Sets up the notification kinds that have a handler. @throws FMW_OPTION, FMW_STORE_REQUIRED */
export function buildNotificationKinds(parts: KindParts, truth: PaymentConfirmation): ReceivedNotification[] {
  const { options } = parts
  const payment = readPayment(options.payment)
  const confirmedBy =
    <Event extends ConfirmableEvent>(
      kind: Event['kind'],
      confirm: (event: Event, verdict: Verdict) => Event,
    ): WorksOf<Event> =>
    (delivered, own) => {
      const places = { [`${kind}.`]: own, 'payment.': payment ?? ownOptions({}), '': options }
      return truth.worksOf(kind, delivered, own.ownOf, readConfirmWith(places), confirm)
    }
  const noticed: WorksOf<FulfilmentEvent> = (delivered, _own, identify) => {
    const asked = readConfirmWith({ 'payment.': payment ?? ownOptions({}), '': options })
    const isUnconfirmable = truth.asks(asked)
    const toldBy = (works: NotificationWorks<FulfilmentEvent>) =>
      cartWorks(isUnconfirmable ? unconfirmableWorks(works) : works, parts.asked)
    const known =
      oweReports(parts, { delivered, identify, toldBy }, reportOf(options)) ?? plainWorks(delivered, identify)
    return { ...known, works: toldBy(known.works), isUnconfirmable }
  }
  const checkouts = buildMoney(
    parts,
    truth,
    checkout,
    options.checkout,
    payment,
    confirmedBy('checkout', confirmCheckout),
  )
  const confirmUssd = confirmedBy('ussdPayment', confirmUssdPayment)
  const heard: WorksOf<UssdPaymentEvent> = (delivered, own, identify) => {
    const known = confirmUssd(delivered, own, identify)
    return { ...known, works: heardWorks(known.works, parts.asked) }
  }
  const ussdPayments = buildMoney(parts, truth, ussdPayment, options.ussdPayment, payment, heard)
  return [
    ...checkouts,
    // Once it is known whether the others are asked about.
    ...buildMoney(parts, truth, fulfilment, options.fulfilment, payment, noticed),
    ...ussdPayments,
    ...buildPlain(parts, deliveryReport, options.deliveryReport),
    ...buildPlain(parts, inboundMessage, options.inboundMessage),
  ]
}

function buildMoney<Event extends PaymentEvent>(
  parts: KindParts,
  truth: PaymentConfirmation,
  push: NotificationPushKind<Event> & { readonly kind: NotificationPushKind['kind'] },
  given: NotificationHandler<Event> | ConfirmableKindOptions<Event> | false | undefined,
  payment: PaymentOptions | undefined,
  worksOf: WorksOf<Event>,
): ReceivedNotification[] {
  if (given === false) return []
  const own = given === undefined ? ownOptions<ConfirmableKindOptions<Event>>({}) : readKind(push.kind, given)
  const handler = own.handler ?? payment?.handler
  if (handler === undefined) {
    if (given === undefined) return []
    throw new FMW_OPTION(`${push.kind}.handler`, 'is missing, and there is no payment handler to serve the kind')
  }
  if (!parts.shared.hasStore) throw new FMW_STORE_REQUIRED(own.handler === undefined ? 'payment' : push.kind)
  const onDead = own.onDead ?? payment?.onDead ?? parts.options.onDead
  const find = (id: string) => parts.opened.inbox.get(parts.shared.name, id)
  const put = (entry: NewEntry) => parts.intake.put(entry)
  const held: WorksOf<Event> = (delivered, kind, usual) => {
    const known = worksOf(delivered, kind, usual)
    const { identify, works, paidBesides } = known
    const isSigned = truth.signs(push.kind)
    const isAsked = truth.client !== undefined && isCalledBack(push.kind)
    const parts = { delivered, identify, find, put, isSigned, isAsked, works, paidBesides }
    return { ...known, works: new OtherEndsWorks(parts) }
  }
  return [build(parts, push, handler, ownOptions({ ...own, onDead }), payment, held)]
}

function buildPlain<Event extends MarkedEvent>(
  parts: KindParts,
  push: NotificationPushKind<Event>,
  given: NotificationHandler<Event> | NotificationKindOptions<Event> | undefined,
): ReceivedNotification[] {
  if (given === undefined) return []
  const plain: WorksOf<Event> = (delivered, _own, identify) => plainWorks(delivered, identify)
  const own = readKind(push.kind, given)
  if (own.handler === undefined) throw new FMW_OPTION(push.kind, 'must be a handler, or { handler, … }')
  const onDead = own.onDead ?? parts.options.onDead
  return [build(parts, push, own.handler, ownOptions({ ...own, onDead }), undefined, plain)]
}

function build<Event extends MarkedEvent>(
  { options, shared, activity, log, deliveries, intake, time, stopped }: KindParts,
  push: NotificationPushKind<Event>,
  handler: NotificationHandler<Event>,
  own: ConfirmableKindOptions<Event>,
  payment: PaymentOptions | undefined,
  worksOf: WorksOf<Event>,
): ReceivedNotification {
  const { kind } = push
  const pick = <Name extends keyof NotificationOptions>(name: Name): NotificationOptions[Name] =>
    own[name] ?? payment?.[name] ?? options[name]
  const shown = payment ?? ownOptions({})
  const { bodyLimit, bodyTimeout } = readNumbers(`${kind}.`, 'every', [own, shown, options])
  const { identity } = own
  const country = pick('country')
  const delivered: DeliveredKind<Event> = {
    push,
    handler,
    onDead: own.onDead,
    retry: readGroup(`${kind}.`, 'retry', { [`${kind}.`]: own, 'payment.': shown, '': options }),
    country: country === undefined ? undefined : readCountry(country),
  }
  const acknowledgement = readAcknowledgement(kind, [options.acknowledge, payment?.acknowledge, own.acknowledge])
  const ownOf = identity && ownIdentity(kind, identity, log)
  const { identify: usual } = push
  const identify = ownOf === undefined ? usual : (event: Event) => ownOrUsual(ownOf, event, usual(event))
  const { isUnconfirmable, ...known } = worksOf(delivered, ownOptions({ ...own, ownOf }), identify)
  const worked = { ...known, works: doctorWorks(known.works) }
  deliveries.serve(kind, (entry) => readWork(delivered, worked.works, entry))
  const verifier = readVerifier(kind, pick('verify'))
  return {
    kind,
    path: own.path === undefined ? push.path : checkPath(`${kind}.path`, own.path),
    verifier,
    bodyLimit,
    bodyTimeout,
    budget: delivered.retry.timeout,
    lookedAt: { country: delivered.country, status: acknowledgement.status, isUnconfirmable },
    reread: rereadOf(delivered, worked.works, worked.identify, worked.ways),
    endpoint: new NotificationEndpoint<Event>({
      delivered,
      ...worked,
      acknowledgement,
      intake,
      keeps: shared.store.durability !== 'none',
      clock: time,
      stop: stopped.flagOf(kind),
      addresses: readAddresses(kind, verifier, shared.sealing),
      onTaken: activity.takings(kind),
    }),
  }
}

/** @throws FMW_OPTION where a verifier looks for its secret under the name of a part of the signature */
function readAddresses(
  kind: NotificationKind,
  { queryNames = [] }: Verifier,
  { signer }: Sealing,
): SignedAddresses | undefined {
  if (signer === undefined || !isCalledBack(kind)) return undefined
  const taken = queryNames.find((name) => addressParameterNames.includes(name))
  if (taken !== undefined) {
    throw new FMW_OPTION(
      `${kind}.verify`,
      `looks for its secret in ${taken}, which signed addresses need: give the parameter another name`,
    )
  }
  return { queryNames: addressParameterNames, check: (query, at) => signer.check(kind, query, at) }
}

/** The first that says who is asked. */
function readConfirmWith(places: Readonly<Record<string, Pick<PaymentOptions, 'confirmWith'>>>): ConfirmWith {
  for (const [place, { confirmWith }] of Object.entries(places)) {
    if (confirmWith !== undefined && confirmWith !== null) return { option: `${place}confirmWith`, confirmWith }
  }
  return undefined
}

/** Makes the works of a kind. */
type WorksOf<Event extends PushEvent> = (
  delivered: DeliveredKind<Event>,
  own: ConfirmableKindOptions<Event> & { readonly ownOf: OwnIdentity<Event> | undefined },
  identify: (event: Event) => Identity,
) => KindWorks<Event>

function readKind<Event extends PushEvent>(
  kind: MoneyKind | 'deliveryReport' | 'inboundMessage',
  options: NotificationHandler<Event> | ConfirmableKindOptions<Event>,
): ConfirmableKindOptions<Event> {
  if (typeof options === 'function') return ownOptions({ handler: options })
  if (typeof options !== 'object' || options === null)
    throw new FMW_OPTION(kind, 'must be a handler, or { handler, … }')
  const given = checkNames(`${kind}.`, options, namesOf(kind))
  checkFunction(`${kind}.handler`, given.handler)
  checkFunction(`${kind}.identity`, given.identity)
  checkFunction(`${kind}.onDead`, given.onDead)
  return given
}

function namesOf(kind: NotificationKind): readonly string[] {
  if (kind === 'fulfilment') return fulfilmentNames
  return isCalledBack(kind) ? confirmableKindNames : notificationKindNames
}

function readPayment(options: KindParts['options']['payment']): PaymentOptions | undefined {
  if (options === undefined) return undefined
  if (typeof options === 'function') return ownOptions({ handler: options })
  const wanted = 'must be a handler, or { handler, … }'
  if (typeof options !== 'object' || options === null) throw new FMW_OPTION('payment', wanted)
  // Before the handler: one that is misspelt is missing.
  const given = checkNames('payment.', options, paymentNames)
  if (typeof given.handler !== 'function') throw new FMW_OPTION('payment', wanted)
  return given
}

/**
 * The works of fulfilment notices whose ends are reported to the service; undefined where they are not.
 *
 * @throws FMW_OPTION
 */
function oweReports(
  { shared, opened, intake, deliveries, time: clock }: KindParts,
  {
    delivered,
    identify,
    toldBy,
  }: Pick<ReportParts, 'delivered' | 'toldBy'> & Pick<KindWorks<FulfilmentEvent>, 'identify'>,
  report: FulfilmentReportOptions | undefined,
): KindWorks<FulfilmentEvent> | undefined {
  if (report === undefined) return undefined
  const settings = readReportOptions(report)
  const { name: registration, store } = shared
  const { inbox } = opened
  const retries = store.durability !== 'none'
  const reports = { registration, inbox, settings, retries, delivered, toldBy, clock }
  deliveries.serve('fulfilmentReport', (entry) => readReportWork(reports, entry))
  const put = intake.put.bind(intake)
  const works = reportedWorks(delivered, { registration, inbox, put, within: settings.within, clock })
  return { works, identify }
}
