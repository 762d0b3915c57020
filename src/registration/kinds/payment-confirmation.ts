import type { TransactionQuestion } from '../../client/transactions/transaction.ts'
import type { Clock } from '../../clock.ts'
import { claimOf } from '../../inbox/read-entry.ts'
import { type DeliveredKind, type NotificationWorks, PlainWorks } from '../../inbox/work.ts'
import { isThenable } from '../../is-thenable.ts'
import { type PaidMoney, PaidPurchases } from '../../payments/money/paid-purchases.ts'
import { type CalledBackKind, isCalledBack } from '../../payments/rules/callback-signer.ts'
import { identifyConfirmed, identifyUnasked } from '../../payments/rules/confirmed-identity.ts'
import { type ExpectedPayment, namelessOf, type Patience } from '../../payments/rules/expected-payment.ts'
import { endsOf, unsettled, verdictOf } from '../../payments/rules/judge-answer.ts'
import type { PaymentConfirmer } from '../../payments/rules/payment-confirmer.ts'
import type { ConfirmableEvent } from '../../payments/rules/question-of.ts'
import { type Expectations, type PaymentClient, SafeCheckout } from '../../payments/rules/safe-checkout.ts'
import { Confirmations, type ConfirmationsParts } from '../../payments/work/confirmations.ts'
import { confirmedWorks } from '../../payments/work/confirmed-works.ts'
import { type ExpectedKind, readExpectedWork } from '../../payments/work/expected-works.ts'
import { noticeWorks } from '../../payments/work/notice-works.ts'
import { ResultKind, resultOfExpected } from '../../payments/work/payment-results.ts'
import { ToldWorks } from '../../payments/work/told-result.ts'
import type { PushEvent } from '../../pushes/event.ts'
import type { NotificationKind } from '../../pushes/kinds.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { CallbackUrls } from '../callback-urls.ts'
import { FMW_OPTION } from '../errors.ts'
import { readGroup } from '../options/numbers.ts'
import type { MerchantWebhooksOptions } from '../options/options.ts'
import { noticeAddressOf } from '../options/read-kind.ts'
import type { KindParts } from './kind-parts.ts'
import { type OwnIdentity, ownOrUsual, withOwn } from './own-identity.ts'
import type { KnownWays } from './reread.ts'

/** How the notifications of a kind are known and worked. */
export interface KindWorks<Event extends PushEvent> {
  readonly works: NotificationWorks<Event>
  readonly identify: (event: Event) => Identity
  /** How else they could be known: where others are asked about them, or nobody. */
  readonly ways?: KnownWays<Event>
  /** Whether the service is asked about others, and can't be asked about these. */
  readonly isUnconfirmable?: boolean
  /** The other money that is paid for what the address of an event asks; left out where none asks for anything. */
  readonly paidBesides?: (event: Event) => Promise<PaidMoney | undefined>
}

/** Who is to be asked, or nobody, and the option that says so; undefined where none does. */
export type ConfirmWith = { readonly option: string; readonly confirmWith: PaymentConfirmer | false } | undefined

/** Work without asking anybody. */
export function plainWorks<Event extends PushEvent>(
  delivered: DeliveredKind<Event>,
  identify: (event: Event) => Identity,
): KindWorks<Event> {
  return { works: new PlainWorks(delivered), identify }
}

/** Who is asked about the payments of a registration, and what is expected. */
export class PaymentConfirmation {
  readonly #parts: KindParts
  readonly #kinds = new Map<CalledBackKind, ExpectedKind>()
  readonly #askers = new Set<PaymentConfirmer>()
  readonly client: PaymentClient | undefined
  readonly patience: Patience

  /** @throws FMW_OPTION */
  constructor(parts: KindParts) {
    this.#parts = parts
    const { client } = parts.options
    this.client = client === undefined ? undefined : checkClient(client)
    this.patience = readPatience(parts.options)
  }

  /**
   * The works of a kind whose payments the service can be asked about, whether or not anybody is to be asked.
   *
   * @param asked of the kind, of `payment` or of all
   * @param confirm puts what the service said in the place of what the push says
   * @throws FMW_OPTION, FMW_CLIENT_OPTION
   */
  worksOf<Event extends ConfirmableEvent>(
    kind: Event['kind'],
    delivered: DeliveredKind<Event>,
    own: OwnIdentity<Event> | undefined,
    asked: ConfirmWith,
    confirm: (event: Event, verdict: Verdict) => Event,
  ): KindWorks<Event> {
    const { settled, deliveries, intake, opened, shared } = this.#parts
    const isConfirmed = asked?.confirmWith !== false
    const confirmer = this.#confirmerOf(asked, kind)
    const isSigned = this.signs(kind)
    // One address is one payment, whatever the application calls it: its own identity is another name of that.
    const atAddress = (usualOf: (event: Event) => Identity, known: (event: Event) => Identity) => {
      return (event: Event): Identity => (isAtItsAddress(event) ? usualOf(event) : known(event))
    }
    const { identify: usual } = delivered.push
    const askedBy = (usualOf: (event: Event) => Identity) => {
      return (event: Event): Identity => {
        const usual = usualOf(event)
        const identity = own?.(event)
        return identity === undefined ? usual : withOwn(identity + whatItIs(event), usual, usual.identity)
      }
    }
    const all = {
      [withoutClient]: own === undefined ? usual : atAddress(usual, (event) => ownOrUsual(own, event, usual(event))),
      [withClient]: askedBy(identifyConfirmed),
      [withClientLater]: atAddress(identifyUnasked, askedBy(identifyUnasked)),
    }
    const noticed = (identify: (event: Event) => Identity, works: NotificationWorks<Event>): KindWorks<Event> => {
      const keeps = shared.store.durability !== 'none'
      const revive = keeps ? undefined : (id: string) => opened.inbox.replay(shared.name, id)
      const [way, named] = confirmer === undefined ? [withoutClient, usual] : [withClientLater, identifyUnasked]
      const parts = { delivered, identify, usual: own && named, put, find, settled, isSigned, works, revive }
      return { works: noticeWorks(parts), identify, ways: { own: way, all } }
    }
    const put = (entry: NewEntry) => intake.put(entry)
    const find = (id: string) => opened.inbox.get(shared.name, id)
    const claimedBy = (entry: StoredEntry) => claimOf(delivered, entry)
    const besides = (purchases: PaidPurchases) => (event: Event) => purchases.besides(event)
    if (confirmer === undefined) {
      const paidBesides = besides(new PaidPurchases({ find, put, claimedBy }))
      return { ...noticed(all[withoutClient], new PlainWorks(delivered)), paidBesides }
    }
    this.#askers.add(confirmer)
    const identify = all[isConfirmed ? withClient : withClientLater]
    const known = own && ((event: Event) => identifyConfirmed(event).identity)
    const results = new ResultKind({ delivered, identify, known, confirm })
    const expects = isSigned || (kind === 'checkout' && this.client !== undefined)
    const reading = { isSame: results.isSame, claimedBy, attempts: delivered.retry.attempts }
    const confirmations = this.#confirmationsBy({ confirmer, isConfirmed, isSigned, expects, ...reading })
    if (this.#kinds.size === 0) deliveries.serve('expectedPayment', (entry) => readExpectedWork(this.#kinds, entry))
    this.#kinds.set(kind, { confirmations, isConfirmed, resultOf: (incoming, at) => results.read(incoming, at) })
    const paidBesides = besides(confirmations.purchases)
    if (isConfirmed) {
      return { works: confirmedWorks(results, confirmations), identify, ways: { own: withClient, all }, paidBesides }
    }
    return { ...noticed(identify, new ToldWorks(results, confirmations)), paidBesides }
  }

  /** What is asked about payments. */
  get askers(): readonly PaymentConfirmer[] {
    return [...this.#askers]
  }

  /** Whether anybody is asked about payments, of kinds that can be asked about. */
  asks(asked: ConfirmWith): boolean {
    return asked === undefined ? this.client !== undefined || this.#kinds.size > 0 : asked.confirmWith !== false
  }

  /** What is waited for of checkouts; undefined where they are not received here. */
  get expectations(): Expectations | undefined {
    return this.#kinds.get('checkout')?.confirmations.expectations
  }

  /** @throws FMW_OPTION; FMW_CLIENT_OPTION, ClientFieldError where it could not ask */
  #confirmerOf(asked: ConfirmWith, kind: CalledBackKind): PaymentConfirmer | undefined {
    const { client } = this
    if (asked === undefined || asked.confirmWith === false || asked.confirmWith === client) {
      return client === undefined ? undefined : checkConfirmer('client', client, kind, wantsClient)
    }
    return checkConfirmer(asked.option, asked.confirmWith, kind, wantsConfirmer)
  }

  /** The entries that tell of a payment, under each name that it may have. */
  #entriesOf(expected: ExpectedPayment, verdictsOf: VerdictsOf): readonly NewEntry[] {
    const kind = this.#kinds.get(expected.kind)
    const results = verdictsOf(expected).flatMap((verdict) =>
      kind === undefined ? [] : [kind.resultOf(resultOfExpected(expected, verdict), expected.since)],
    )
    const nameless = namelessOf(expected)
    return nameless === undefined ? results : [...results, ...this.#entriesOf(nameless, verdictsOf)]
  }

  /** Whether payments of a kind are told at addresses of ours: an address of the merchant's own is not signed. */
  signs(kind: NotificationKind): boolean {
    const { options, shared } = this.#parts
    if (!isCalledBack(kind)) return false
    const isOwn = kind === 'ussdPayment' && noticeAddressOf(options) !== undefined
    return shared.sealing.signer !== undefined && shared.publicUrl !== undefined && !isOwn
  }

  #confirmationsBy(
    settings: Pick<
      ConfirmationsParts,
      'confirmer' | 'isConfirmed' | 'isSigned' | 'expects' | 'isSame' | 'claimedBy' | 'attempts'
    >,
  ): Confirmations {
    const { shared, opened, intake, settled, time } = this.#parts
    return new Confirmations({
      registration: shared.name,
      inbox: opened.inbox,
      put: (entry) => intake.put(entry),
      settled,
      ...settings,
      patience: this.patience,
      resultsOf: (expected) => this.#entriesOf(expected, endings),
      givenUpOf: (expected) => this.#entriesOf(expected, givenUp),
      isOtherPayer: (signed, phone) => shared.sealing.signer?.isOtherPayer(signed, phone),
      retries: shared.store.durability !== 'none',
      clock: time,
    })
  }
}

type VerdictsOf = (expected: ExpectedPayment) => readonly Verdict[]

/** With these a payment may be over. */
const endings: VerdictsOf = (expected) => endsOf(verdictOf('undetermined', expected)).map(([, verdict]) => verdict)

const givenUp: VerdictsOf = (expected) => [unsettled('givenUp', expected, '', expected.since)]

/** In JavaScript anything may come. @throws FMW_OPTION */
function checkClient(client: PaymentClient): PaymentClient {
  if (typeof client?.checkout?.create === 'function') return client
  throw new FMW_OPTION('client', wantsClient)
}

/** Whether a notice that nobody is asked about agrees with the address that it came to. */
function isAtItsAddress({ evidence, confirmation, signed }: ConfirmableEvent): boolean {
  return evidence === 'signed' && confirmation === null && signed !== null
}

/** An own identity has the outcome in it, as a rule: what the service said and what it comes to are told apart here. */
function whatItIs({ confirmation, outcome, needsReview }: ConfirmableEvent): string {
  if (confirmation === null || outcome === confirmation.says) return ''
  return `|${confirmation.says}|${needsReview[0]}`
}

/** What is asked of each kind, as a rule. */
const usualQuestion: Readonly<Record<CalledBackKind, TransactionQuestion>> = {
  checkout: { clientReference: 'x' },
  ussdPayment: { serviceTransactionId: 'x' },
}

/** @throws FMW_OPTION; FMW_CLIENT_OPTION, ClientFieldError where it could not ask */
function checkConfirmer(
  option: string,
  confirmer: PaymentConfirmer,
  kind: CalledBackKind,
  wanted: string,
): PaymentConfirmer {
  if (typeof confirmer.transactions?.status !== 'function') throw new FMW_OPTION(option, wanted)
  const checked: unknown = confirmer.transactions.checkSettings?.(usualQuestion[kind])
  if (!isThenable(checked)) return confirmer
  // An async one fits the type. That it rejects must not end the process, and nobody here waits for it.
  checked.then(undefined, () => undefined)
  throw new FMW_OPTION(option, 'must have a transactions.checkSettings that throws at once, and gives no promise')
}

const withoutClient = 'without a client'
const withClient = 'with a client'
const withClientLater = 'with a client, and confirmWith: false'

const wantsClient = "must be a MerchantClient: new MerchantClient({ … }) from 'fastify-merchant-webhooks/client'"
const wantsConfirmer = 'must be a MerchantClient or anything else with transactions.status, or false, which asks nobody'

/** @throws FMW_OPTION */
export function readPatience(options: MerchantWebhooksOptions): Patience {
  const { after, giveUpAfter } = readGroup('', 'reconcile', { '': options })
  if (giveUpAfter >= after) return { after, giveUpAfter }
  throw new FMW_OPTION('reconcile.giveUpAfter', `must not be below reconcile.after, which is ${after}`)
}

/** What `app.merchant.checkout` is, where a client was given. */
export function safeCheckout(
  truth: PaymentConfirmation,
  callbackUrls: CallbackUrls,
  clock: Clock,
): SafeCheckout | undefined {
  const { client, patience, expectations } = truth
  if (client === undefined) return undefined
  if (expectations === undefined) throw new FMW_OPTION('client', wantsCheckout)
  return new SafeCheckout({
    client,
    callbackUrl: (request) => callbackUrls.of(request),
    expectations,
    patience,
    clock,
  })
}

const wantsCheckout =
  'is given, and checkout callbacks are not received here: give checkout or payment a handler, or confirmWith in its place'
