import type { EventEmitter } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Inbox } from '../admin/inbox.ts'
import type { EraseOptions } from '../admin/person/erase.ts'
import type { EraseReport } from '../admin/person/erase-report.ts'
import type { PersonExport, PersonExportOptions } from '../admin/person/export.ts'
import type { People } from '../admin/person/people.ts'
import type { Sessions } from '../admin/sessions-look.ts'
import type { StartOptions, StopOptions, StoppedKind, Stops } from '../admin/stops.ts'
import type { Trail } from '../admin/trail.ts'
import type { Clock } from '../clock.ts'
import type { CallbackUrlRequest } from '../payments/rules/callback-request.ts'
import type { SafeCheckout } from '../payments/rules/safe-checkout.ts'
import type { Kind } from '../pushes/kinds.ts'
import type { StoreHealth } from '../store/store.ts'
import type { CallbackUrls } from './callback-urls.ts'
import { FMW_NAME_TAKEN, FMW_NAME_UNKNOWN, FMW_OPTION } from './errors.ts'
import type { Activity, Counts, MerchantEvents } from './events/activity.ts'
import { type Inspected, type Inspection, inspection } from './inspection.ts'
import type { ReceivedKind } from './kinds/kind-parts.ts'
import type { StoppedKinds } from './stopped-kinds.ts'
import { type PushAddress, type PushUrl, toPushUrl } from './urls.ts'

/**
 * What a registration offers to the application: `app.merchant`.
 *
 * @example
 * console.table(app.merchant.urls) // what to register with the service
 * app.merchant.counts.ussd?.handler // turns answered in time since the start
 * app.merchant.events.on('turnFailed', ({ kind, error }) => page(kind, error))
 */
export interface Merchant {
  /** The registration's name. Default `'default'`. */
  readonly name: string
  /** The addresses to register with the service. They hold secrets: show them to people, not to logs. */
  readonly urls: readonly PushUrl[]
  /** What happens while it runs. */
  readonly events: EventEmitter<MerchantEvents>
  /** How often things have happened since the start, by kind. */
  readonly counts: Counts
  /** The accepted notifications: look at them, and replay them. */
  readonly inbox: Inbox
  /** The sessions of subscribers, if the store keeps them: with what was typed and shown, but for secret answers. */
  readonly sessions: Sessions
  /** What people did: who, when, what, to which entry, and why. */
  readonly trail: Trail
  /**
   * Erases what is kept of one person. Payments stay as law makes you keep them, without whose they were; what is open stays, and is
   * named. Run it with `dryRun` first. Beside a SQLite application it does what `fastify-merchant-webhooks erase` does.
   *
   * @throws FMW_LOOK for wrong options, and with a store in memory: a restart erases that; FMW_STORE_UNAVAILABLE
   * @example
   * const { erased, masked, kept } = await app.merchant.erase({ phone: '+233000000000', keepPaymentsDays: 2_190 })
   */
  erase(options: EraseOptions): Promise<EraseReport>
  /**
   * All that is kept of one person as one JSON value, masked unless you say why not.
   *
   * @throws FMW_LOOK, FMW_STORE_UNAVAILABLE as in `erase`
   * @example
   * const theirs = await app.merchant.export({ phone: '+233000000000', unmask: { reason: 'asked for on 3 March' } })
   */
  export(options: PersonExportOptions): Promise<PersonExport>
  /**
   * Makes a signed address for the notices of one payment. Give it as the callbackUrl of the invoice. A notice that
   * agrees with it has `evidence: 'signed'`. It needs `secret` and `publicUrl`, and holds the secret of a path or
   * query. `turn.pay` and `talk.pay` make their own.
   *
   * @throws FMW_OPTION if `secret` or `publicUrl` is missing, FMW_CALLBACK_URL
   * @example
   * const callbackUrl = app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-1', amount: 5 })
   * await client.checkout.create({ clientReference: 'order-1', totalAmount: 5, callbackUrl, ...invoice })
   */
  callbackUrl(request: CallbackUrlRequest): string
  /**
   * Creates invoices whose payments you can trust. It needs the option `client`.
   *
   * @throws FMW_OPTION without the option `client`
   */
  readonly checkout: SafeCheckout
  /**
   * Stops a kind of push in every process of the registration, within a few seconds and until it is started. Turns get a polite last
   * screen, and notifications a 503. No handler of a turn runs; entries that were accepted before go on being handled.
   *
   * @returns false if it was stopped already: that stop stays as it is
   * @throws FMW_LOOK for a kind that isn't received, or without a name and a reason; FMW_STORE_UNAVAILABLE
   * @example
   * await app.merchant.stop('ussd', { by: 'Ama', reason: 'the new menu shows no prices' })
   */
  stop(kind: Kind, options: StopOptions): Promise<boolean>
  /**
   * Starts a kind again.
   *
   * @returns false if it wasn't stopped
   * @throws FMW_LOOK, FMW_STORE_UNAVAILABLE as in `stop`
   * @example
   * await app.merchant.start('ussd', { by: 'Ama' })
   */
  start(kind: Kind, options: StartOptions): Promise<boolean>
  /**
   * Which kinds are stopped, the oldest first, as the store has it now. `health().stopped` has what this process knows.
   *
   * @throws FMW_STORE_UNAVAILABLE
   * @example
   * for (const { kind, by, reason } of await app.merchant.stops()) console.log(kind, by, reason)
   */
  stops(): Promise<readonly StoppedKind[]>
  /**
   * How the store is, and which kinds are stopped, without asking it: for your health route. Don't stop the application by it, because turns are
   * answered even if the store fails. `healthCheck` of `@fastify/under-pressure` stops your own routes alone.
   *
   * @example
   * app.get('/health', async (_request, reply) => {
   *   const health = app.merchant.health()
   *   return reply.code(health.ok ? 200 : 503).send(health)
   * })
   */
  health(): MerchantHealth
  /**
   * Another registration on the same application.
   *
   * @throws FMW_NAME_UNKNOWN
   * @example app.merchant.get('tickets').urls
   */
  get(name: string): Merchant
}

/**
 * How a registration does.
 *
 * @example
 * const { ok, stopped }: MerchantHealth = app.merchant.health()
 * if (ok && stopped.length > 0) console.log('stopped by somebody:', stopped.join(', '))
 */
export interface MerchantHealth extends StoreHealth {
  /** The kinds that somebody has stopped. They don't make it less `ok`. */
  readonly stopped: readonly Kind[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the registration of fastify-merchant-webhooks offers; of several, the first. */
    merchant: Merchant
  }
}

/** What a registration is made of, as far as `app.merchant` shows it. */
export interface MerchantParts {
  readonly name: string
  readonly addresses: readonly PushAddress[]
  /** Where the application is: `https://shop.example`, or an empty string while nobody knows. */
  readonly base: () => string
  readonly callbackUrls: CallbackUrls
  /** Where a client was given. */
  readonly checkout: SafeCheckout | undefined
  readonly activity: Activity
  readonly health: () => StoreHealth
  readonly inbox: Inbox
  readonly sessions: Sessions
  readonly trail: Trail
  readonly people: People
  readonly stops: Stops
  readonly stopped: StoppedKinds
  readonly received: readonly ReceivedKind[]
  /** What is kept is dated by it. */
  readonly time: Clock
  readonly inspection: Inspection
}

/** What of a registration is measured. */
export type Measured = Pick<MerchantParts, 'name' | 'activity' | 'health' | 'inbox' | 'received' | 'time' | 'stopped'>

/** One registration, which knows its siblings on the application. */
export class Registration implements Merchant, Inspected {
  readonly name: string
  readonly #parts: MerchantParts
  readonly #siblings: Map<string, Registration>

  /** @throws FMW_NAME_TAKEN */
  constructor(parts: MerchantParts, first: Registration | undefined) {
    this.name = parts.name
    this.#parts = parts
    this.#siblings = first === undefined ? new Map() : first.#siblings
    if (this.#siblings.has(this.name)) throw new FMW_NAME_TAKEN(this.name)
    this.#siblings.set(this.name, this)
  }

  /** What metrics are made of. */
  get measured(): Measured {
    return this.#parts
  }

  /** Every registration of the application. */
  get all(): readonly Registration[] {
    return [...this.#siblings.values()]
  }

  get urls(): readonly PushUrl[] {
    const base = this.#parts.base()
    return this.#parts.addresses.map((address) => toPushUrl(address, base))
  }

  get [inspection](): readonly Inspection[] {
    return this.all.map((one) => one.#parts.inspection)
  }

  get events(): EventEmitter<MerchantEvents> {
    return this.#parts.activity.events
  }

  get counts(): Counts {
    return this.#parts.activity.counts
  }

  get inbox(): Inbox {
    return this.#parts.inbox
  }

  get sessions(): Sessions {
    return this.#parts.sessions
  }

  get trail(): Trail {
    return this.#parts.trail
  }

  erase(options: EraseOptions): Promise<EraseReport> {
    return this.#parts.people.erase(options)
  }

  export(options: PersonExportOptions): Promise<PersonExport> {
    return this.#parts.people.export(options)
  }

  get checkout(): SafeCheckout {
    const { checkout } = this.#parts
    if (checkout !== undefined) return checkout
    throw new FMW_OPTION('client', 'is missing: app.merchant.checkout creates invoices by it, so give a MerchantClient')
  }

  callbackUrl(request: CallbackUrlRequest): string {
    return this.#parts.callbackUrls.of(request)
  }

  stop(kind: Kind, options: StopOptions): Promise<boolean> {
    return this.#parts.stops.stop(kind, options)
  }

  start(kind: Kind, options: StartOptions): Promise<boolean> {
    return this.#parts.stops.start(kind, options)
  }

  stops(): Promise<readonly StoppedKind[]> {
    return this.#parts.stops.list()
  }

  health(): MerchantHealth {
    return { ...this.#parts.health(), stopped: this.#parts.stopped.all.map(({ kind }) => kind) }
  }

  get(name: string): Merchant {
    const found = this.#siblings.get(name)
    if (found === undefined) throw new FMW_NAME_UNKNOWN(name, [...this.#siblings.keys()].join(', '))
    return found
  }
}

/** Where the application listens, as far as it is known: `http://127.0.0.1:3000`, or an empty string. */
export function listeningAt(app: FastifyInstance): string {
  const address = app.server.address()
  // Null before it listens, and a path on a Unix socket.
  return typeof address === 'object' && address !== null ? app.listeningOrigin : ''
}
