import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Kind, kinds } from '../pushes/kinds.ts'
import { allowTiming } from '../trace/development.ts'
import { buildServer, pagePath } from './api/server.ts'
import { anObject, aWordOf, checkFields, checkValue, must } from './check-arguments.ts'
import { type AskedBill, checkAsked } from './checkout/bills/bills.ts'
import { Checkout } from './checkout/checkout.ts'
import type { Customer } from './checkout/customers/customer.ts'
import { handledIn, inboxOf, workIn } from './checkout/ledger/app-inbox.ts'
import type { HandledPayment } from './checkout/ledger/handled.ts'
import type { Ledger, LedgerEvidence } from './checkout/ledger/ledger.ts'
import type { NotificationWork } from './checkout/ledger/work.ts'
import { type ResendChanges, resealed, resendChecks } from './control/resend.ts'
import { FMW_SIMULATOR_STATE, wrongIn } from './errors.ts'
import { Faults } from './faults/faults.ts'
import { Gateway, type SimulatedPhoneOptions } from './gateway/gateway.ts'
import type { SimulatedPhone } from './gateway/simulated-phone.ts'
import { ClockJumps, Log, rowIn } from './log/log.ts'
import type { LogRow } from './log/row.ts'
import type { ApplicationMap } from './map/application-map.ts'
import { SimulatedMessages } from './messages/messages.ts'
import { readProfile, readSimulatorOptions, type SimulatorOptions, type SimulatorSettings } from './options.ts'
import { clientPaths } from './paths.ts'
import { Random } from './random.ts'
import { checkReplayed, type ReplayedFixture, sealFixture } from './record/seal-fixture.ts'
import type { Service } from './service.ts'
import { Addresses, type ConnectOptions, connectChecks, type SimulatedApp } from './wire/addresses.ts'
import { Forger } from './wire/forgery/forger.ts'
import type { Profile, ProfileName } from './wire/profiles.ts'
import { type FieldChanges, sampleOf, withFields } from './wire/samples.ts'
import { Sender } from './wire/sender.ts'
import { type AppProcess, KnownProcess } from './world/app-process.ts'
import { Jobs, SimulatorClock } from './world/jobs.ts'
import { Listeners } from './world/listeners.ts'
import { type Snapshot, StateFile, snapshotOf, worldOf } from './world/snapshot.ts'
import { newWorld, type World } from './world/world.ts'

/**
 * Starts the service on this machine: it takes the calls of a client and pushes to an application, without a network,
 * an account or a tunnel.
 *
 * @throws FMW_SIMULATOR_OPTION
 * @example
 * await using sim = await createSimulator()
 * const client = new MerchantClient(sim.clientOptions)
 * await sim.connect(app)
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = new Simulator(readSimulatorOptions(options))
  await simulator.listen()
  return simulator
}

/**
 * Options of `trigger`.
 *
 * @example
 * await sim.trigger('checkout', { Data: { Amount: 5 } }, { url: invoice.callbackUrl })
 */
export interface TriggerOptions {
  /** Where it goes. Default: the address that is registered for the kind. */
  readonly url?: string | null | undefined
}

/**
 * The service, made by `createSimulator`.
 *
 * @example
 * const sim: Simulator = await createSimulator()
 * await sim.connect(app)
 * sim.log.onRow(({ kind, ms }) => console.log(kind, ms))
 */
export class Simulator implements AsyncDisposable {
  /** Everything that went over the wire. */
  readonly log: Log
  /** Messages between the application and phones. */
  readonly messages: SimulatedMessages
  /** What is broken on purpose. */
  readonly faults: Faults
  /**
   * Draws the map of the application for the page: `() => mapApplication(build)`. Null where the page draws none. The commands
   * `dev` and `simulate` set it for a module.
   */
  mapper: (() => Promise<ApplicationMap>) | null = null
  readonly #settings: SimulatorSettings
  readonly #service: Service
  readonly #server: FastifyInstance
  readonly #checkout: Checkout
  readonly #gateway: Gateway
  readonly #file: StateFile | undefined
  #world: World
  #url: string | undefined
  #handled: ((since: number) => Promise<readonly HandledPayment[] | undefined>) | undefined
  #work: ((entryId: string) => Promise<NotificationWork | undefined>) | undefined
  #forbidTiming: (() => void) | undefined
  /**
   * By which an application in another process tells where the time of a turn went: give it as the variable
   * `MERCHANT_TIMING_SECRET`. Nothing is told in production.
   */
  readonly timingSecret = randomBytes(24).toString('base64url')

  /** @internal */
  constructor(settings: SimulatorSettings) {
    this.#settings = settings
    this.#file = settings.file === undefined ? undefined : new StateFile(settings.file)
    this.#world = newWorld(settings)
    this.log = new Log(settings.log)
    this.#service = this.#open()
    this.faults = this.#service.faults
    this.#checkout = new Checkout(this.#service)
    this.messages = new SimulatedMessages(this.#service)
    this.#gateway = new Gateway(this.#service, this.#checkout, this.messages, this)
    this.#server = buildServer(this.#service, [...this.#checkout.endpoints, ...this.messages.endpoints], this)
  }

  /**
   * The phone of a number: the same one each time, with its open session, its messages and its prompts. On another
   * channel it's the same person in a web store, at a till or in the service's app.
   *
   * @throws FMW_SIMULATOR_STATE, FMW_PHONE_CHANNEL
   */
  phone(number: string, options: SimulatedPhoneOptions = {}): SimulatedPhone {
    return this.#gateway.phone(number, options)
  }

  /** Every phone that `phone` gave, on each channel. */
  get phones(): readonly SimulatedPhone[] {
    return this.#gateway.phones
  }

  /**
   * Takes a phone away. If its session is open, the subscriber hangs up, and the application is told. Messages and payments of
   * its number stay.
   *
   * @returns what `phone` takes to have it again
   * @throws FMW_SIMULATOR_STATE where there is no such phone
   * @example
   * const options = await sim.removePhone('+233000000000')
   * sim.phone('+233000000000', options)
   */
  removePhone(number: string, { channel = 'ussd' }: Pick<SimulatedPhoneOptions, 'channel'> = {}) {
    return this.#gateway.remove(number, channel)
  }

  /**
   * What subscribers see in place of the application, from now on: a code of the USSD gateway or a message of the network
   * operator (reference 7.2). `null` ends it.
   *
   * @throws FMW_SIMULATOR_STATE where there is no such code
   */
  get gatewayError(): string | null {
    return this.#gateway.error
  }

  set gatewayError(code: string | null) {
    this.#gateway.error = code
  }

  /** The customers, who pay what they are asked to. */
  get customer(): Customer {
    return this.#checkout.customer
  }

  /**
   * Opens a bill as an invoice, a Release with an Amount or an AddToCart does, without any of them: for a notice alone.
   *
   * @returns what `sim.customer.pays` takes
   * @throws FMW_SIMULATOR_ARGUMENT
   */
  openBill(asked: AskedBill): { readonly id: string } {
    checkAsked(asked, wrongIn('sim.openBill'))
    return { id: this.#checkout.bills.openBill(asked).id }
  }

  /**
   * Sends one push of a kind: as the reference shows it, with other fields in their place.
   *
   * It tells of nothing: no bill, session or message of the simulator stands behind it.
   *
   * @returns its row in the log
   * @throws FMW_SIMULATOR_APP where there is no application, or none for this kind, FMW_SIMULATOR_ARGUMENT
   */
  async trigger(kind: Kind, fields: FieldChanges = {}, options: TriggerOptions = {}): Promise<LogRow> {
    checkValue('the kind', kind, aWordOf(kinds), wrongIn('sim.trigger'))
    checkValue('the fields', fields, anObject, wrongIn('sim.trigger'))
    checkFields(
      options,
      { url: must('text, or null', (url) => url === null || typeof url === 'string') },
      wrongIn('sim.trigger'),
    )
    const { url = null } = options
    const { random, clock, sender } = this.#service
    const push = { kind, fields: withFields(sampleOf(kind, random, clock.now()), fields), url, about: {} }
    return (await sender.send(push)).row
  }

  /**
   * Sends a push of the log again, as it was or changed: to the same application. No fault that is on strikes it.
   *
   * @param id of its row
   * @returns the new row
   * @throws FMW_SIMULATOR_STATE where it can't be sent again, FMW_SIMULATOR_APP where there is no application,
   * FMW_SIMULATOR_ARGUMENT
   */
  async resend(id: number, changes: ResendChanges = {}): Promise<LogRow> {
    checkFields(changes, resendChecks(), wrongIn('sim.resend'))
    const { sealed, delay } = resealed(rowIn(this.log, id), changes, this.#service)
    return this.#service.sender.resend(sealed, delay)
  }

  /**
   * Sends a recorded push to the address of its kind, as it is: no profile or fault changes it.
   *
   * @returns its row in the log
   * @throws FMW_SIMULATOR_APP where there is no application, or none for this kind; FMW_SIMULATOR_STATE for a method that
   * isn't sent; FMW_SIMULATOR_ARGUMENT
   */
  async replay(fixture: ReplayedFixture): Promise<LogRow> {
    checkReplayed(fixture, wrongIn('sim.replay'))
    const { sender } = this.#service
    return sender.resend(sealFixture(fixture, sender.registeredAt(fixture.kind)))
  }

  /** Every bill: what was asked, paid, told, confirmed, handled and reported, and what of it differs. */
  ledger(evidence: LedgerEvidence = {}): Ledger {
    return this.#checkout.bookkeeper.ledger(evidence)
  }

  /** Where the service's own API is: the client's `baseUrl`. */
  get url(): string {
    if (this.#url === undefined) throw new FMW_SIMULATOR_STATE('is not started, or closed: await createSimulator()')
    return this.#url
  }

  /** Where its page is, for a browser on this machine. */
  get pageUrl(): string {
    return this.url + pagePath
  }

  /** Where it takes reports of delivery: `fulfilment.report.url` of an application. */
  get reportUrl(): string {
    return this.url + this.#settings.paths.fulfilmentReport
  }

  /** What a `MerchantClient` of this service is made with. */
  get clientOptions() {
    const { apiId, apiKey, clientId, clientSecret, merchantAccountNumber, paths } = this.#settings
    return {
      baseUrl: this.url,
      apiId,
      apiKey,
      clientId,
      clientSecret,
      merchantAccountNumber,
      paths: clientPaths(paths),
    }
  }

  /**
   * Says where the pushes go: to an application in this process, or to an address, behind which each kind has its usual
   * path. `{kind}` in an address stands for that path, as in `http://127.0.0.1:3000/push/{kind}/my-secret`. Another call
   * takes the place of the last.
   *
   * @throws FMW_SIMULATOR_APP, FMW_SIMULATOR_ARGUMENT
   */
  async connect(app: SimulatedApp | string | URL, options: ConnectOptions = {}): Promise<void> {
    checkFields(options, connectChecks, wrongIn('sim.connect'))
    const { sender } = this.#service
    sender.connect(await Addresses.of(app, options, this.#settings.allowHosts))
    const inbox = inboxOf(app, options)
    this.#handled = options.handled ?? (inbox && ((since) => handledIn(inbox, since)))
    this.#work = options.work ?? (inbox && ((entryId) => workIn(inbox, entryId)))
    // An application in this process needs no variable.
    this.#forbidTiming ??= allowTiming(this.timingSecret)
    this.#service.jobs.arm()
  }

  /**
   * The payments that the connected application received since the last reset, and handled, for `ledger`: by its inbox, or as
   * `handled` of `connect` says. Undefined where nobody knows.
   */
  async handled(): Promise<readonly HandledPayment[] | undefined> {
    return this.#handled?.(this.#world.handledSince)
  }

  /**
   * What became of a notification in the inbox of the connected application: by its inbox, or as `work` of `connect` says.
   * Undefined where nobody knows.
   *
   * @param entryId `row.timing.entryId` of its row
   */
  async work(entryId: string): Promise<NotificationWork | undefined> {
    return this.#work?.(entryId)
  }

  /** What runs the application says here how its process is, for the page. Null where nobody says. */
  get appProcess(): AppProcess | null {
    return this.#service.process.now
  }

  set appProcess(process: AppProcess | null) {
    this.#service.process.now = process
  }

  /** How the sender behaves: a profile, or the name of one. What is set counts from the next push. */
  get profile(): Profile {
    return this.#world.profile
  }

  set profile(profile: ProfileName | Profile) {
    this.#world.profile = readProfile(profile)
    this.#service.changes.tell('profile')
  }

  /** Starts the random numbers again: what is random from now on is the same for the same seed. @throws FMW_SIMULATOR_ARGUMENT */
  seed(value: number): void {
    if (!Number.isInteger(value)) throw wrongIn('sim.seed')('the seed', 'must be a whole number')
    this.#world.seed = value
    this.#service.random.state = value >>> 0
  }

  /** @returns the simulator's time, epoch ms */
  now(): number {
    return this.#service.clock.now()
  }

  /** Moves the time on, ms: what falls due on the way is done, each at its own moment. @throws FMW_SIMULATOR_ARGUMENT */
  async advance(ms: number): Promise<void> {
    const most = lastMoment - this.now()
    const isTime = must(
      'a number of ms, 0 or more, that leads to a date',
      (given) => typeof given === 'number' && given >= 0 && given <= most,
    )
    checkValue('the time', ms, isTime, wrongIn('sim.advance'))
    this.#service.clockJumps.add({ after: this.log.last, by: ms })
    await this.#service.jobs.advance(ms)
    await this.settled()
  }

  /**
   * When no push waits for an answer any more. On `sqliteStore` and `postgresStore` a notification is answered before its
   * handler runs: wait for what the handler does too, such as `vi.waitFor(() => expect(orders.list()).toHaveLength(1))`.
   */
  async settled(): Promise<void> {
    await this.#service.sender.idle()
    await this.#service.jobs.idle()
  }

  /**
   * Everything as it was at the start: state, log, time and random numbers. The application stays connected. Pushes that are
   * under way leave no row, and what the application received before isn't handled for the ledger.
   */
  reset(): void {
    this.#world = newWorld(this.#settings)
    // What came in this very millisecond came before.
    this.#world.handledSince = Date.now() + 1
    this.#service.sender.forget()
    this.#service.random.state = this.#settings.seed
    this.log.clear()
    this.#service.clockJumps.clear()
    this.#service.changes.tell('reset')
    this.#service.jobs.arm()
  }

  /** The state as it is now, to be put back later. The log is no part of it. */
  snapshot(): Snapshot {
    this.#world.random = this.#service.random.state
    return snapshotOf(this.#world)
  }

  /** Puts a state back. Nothing is pushed or answered again. @throws FMW_SIMULATOR_STATE */
  restore(snapshot: Snapshot): void {
    this.#put(snapshot)
    this.#service.changes.tell('restore')
    this.#service.jobs.arm()
  }

  #put(snapshot: Snapshot): void {
    this.#world = worldOf(snapshot, newWorld(this.#settings))
    this.#service.random.state = this.#world.random
  }

  /** @internal */
  async listen(): Promise<void> {
    const { host, port } = this.#settings
    // What fell due while nobody ran waits until there is an application to be told: see `connect`.
    this.#file?.read((snapshot) => this.#put(snapshot))
    this.#url = await this.#server.listen({ host, port })
    this.#file?.keep(() => this.snapshot())
  }

  /** Stops the service. The application goes on. */
  async close(): Promise<void> {
    this.#url = undefined
    this.#service.jobs.stop()
    this.#service.sender.close()
    this.#forbidTiming?.()
    await this.#server.close()
    this.#file?.close(this.snapshot())
  }

  [Symbol.asyncDispose](): Promise<void> {
    // Not the `close` that fails while steps of a phone wait: it would hide the error that kept them from being awaited. The end
    // of the test, or of the process, says it.
    return Simulator.prototype.close.call(this)
  }

  #open(): Service {
    const settings = this.#settings
    const world = (): World => this.#world
    const clock = new SimulatorClock(settings.clock, world)
    const random = new Random(settings.seed)
    const url = (): string => this.url
    const changes = new Listeners<[what: string]>()
    const parts = {
      clock,
      random,
      log: this.log,
      jobs: new Jobs(clock, world),
      faults: new Faults(world, random, changes),
      process: new KnownProcess(),
      forger: new Forger({
        random,
        feeRate: settings.money.feeRate,
        asked: ({ billId = '' }) => world().bills.get(billId)?.amount,
      }),
    }
    const { timingSecret } = this
    const sender = new Sender({ ...parts, profile: () => world().profile, rules: settings, timingSecret })
    return {
      ...parts,
      settings,
      sender,
      changes,
      clockJumps: new ClockJumps(),
      get url() {
        return url()
      },
      get world() {
        return world()
      },
    }
  }
}

/** The last that a `Date` can be. */
const lastMoment = 8.64e15
