import { setTimeout as pause } from 'node:timers/promises'
import { type Log, logSafely } from '../../log.ts'
import { FMW_STORE_SCHEMA } from '../errors.ts'
import { type OpenStore, type StoreHealth, type StoreUser, standardRoom } from '../store.ts'
import { askWith } from './ask.ts'
import { checkGrants, runSchema, whatHelps, whoAmI } from './grants.ts'
import { PostgresInbox } from './inbox/postgres-inbox.ts'
import type { Attempts } from './inbox/transactions.ts'
import type { PostgresSettings } from './options.ts'
import { PostgresStops } from './postgres-stops.ts'
import { forbidden, isOwn, notFree, type ServerFailure, toServerFailure, toUnavailable } from './server/failure.ts'
import { Instance } from './server/instance.ts'
import { helplessPause, type Link } from './server/link.ts'
import { Load } from './server/load.ts'
import { watch } from './server/watch.ts'
import { ignore, within } from './server/within.ts'
import { PostgresTrail } from './trail/postgres-trail.ts'
import { PostgresTurns } from './turns/postgres-turns.ts'

/** The store as one of those who opened it has it. */
export class PostgresUser implements OpenStore {
  readonly inbox: PostgresInbox
  readonly turns: PostgresTurns
  readonly trail: PostgresTrail
  readonly stops: PostgresStops
  readonly ready: Promise<void>
  readonly #load: Load
  readonly #instance: Instance
  readonly #link: Link
  readonly #settings: PostgresSettings
  readonly #log: Log
  readonly #onClose: () => Promise<void>
  readonly #hopeless: (error: unknown) => void
  #closing: Promise<void> | undefined
  #whyNot: string | undefined = 'it is not ready yet'

  constructor(
    link: Link,
    settings: PostgresSettings,
    { registration, log, room = standardRoom }: StoreUser,
    attempts: Attempts,
    onClose: () => Promise<void>,
  ) {
    this.#onClose = onClose
    this.#link = link
    this.#settings = settings
    this.#log = log
    this.#instance = new Instance(link, settings.schema, registration)
    // The health says it whether pushes come or not.
    const isClosing = () => this.#closing !== undefined
    const load = new Load(settings.name, () => link.why ?? this.#whyNot, {
      isSilent: () => link.isSilent,
      onRefused: watch(() => this.#lacksRights(), isClosing),
      onPushRefused: watch(() => this.#keepsNone(), isClosing),
    })
    this.#load = load
    const parts = { link, settings, registration, instance: this.#instance, load }
    this.inbox = new PostgresInbox({ ...parts, attempts, room, log })
    this.turns = new PostgresTurns({ ...parts, room: room.sessions })
    const ask = askWith((text, values) => load.carry(lineBytes, (since) => link.run(text, values, since)))
    this.trail = new PostgresTrail(settings.schema, ask, registration, room.trail)
    this.stops = new PostgresStops(settings.schema, ask)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ready = promise
    // Whoever asks for it is told; it is no matter of the process if nobody does.
    promise.catch(ignore)
    this.#hopeless = reject
    link.ready.then(
      () => this.#start().then(resolve),
      (error: unknown) => {
        reject(toUnavailable(settings.name, error))
        // Who has waited may serve by now: it is used as soon as somebody has done what it takes.
        const unhear = link.onUp(() => {
          unhear()
          void this.#start()
        })
      },
    )
  }

  health(): StoreHealth {
    const why = this.#load.why
    const facts = { waiting: this.#load.waiting, commits: this.inbox.commits }
    return why === undefined ? { ok: true, ...facts } : { ok: false, why, ...facts }
  }

  now(): number | undefined {
    return this.#instance.now()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #start(): Promise<void> {
    // The first sign of life may meet a server that stops again: the next one comes soon.
    while (this.#closing === undefined && this.#whyNot !== undefined) {
      try {
        await this.#instance.beat()
        this.#whyNot = undefined
      } catch (error) {
        const isHopeless = await this.#toldNot(error)
        // It keeps no process that did not start.
        await pause(isHopeless ? helplessPause : 100, undefined, { ref: !isHopeless })
      }
    }
    if (this.#closing !== undefined) return
    this.#instance.start()
    this.inbox.start()
    this.turns.start()
  }

  /** @returns whether somebody has to do something first */
  async #toldNot(error: unknown): Promise<boolean> {
    const { name } = this.#settings
    const failure = toServerFailure(error)
    const helps = await this.#whatHelps(failure)
    const why = helps === undefined ? failure.why : `${failure.why}. ${helps}`
    const isTold = this.#whyNot === why || failure.kind === 'away' || failure.kind === 'broken'
    this.#whyNot = why
    if (helps !== undefined) this.#hopeless(new FMW_STORE_SCHEMA(name, why))
    // That the server is away the link has said.
    else if (!isTold) logSafely(this.#log, 'warn', { store: name, why }, 'the store cannot be used')
    return helps !== undefined
  }

  /** Of what is not allowed, or not there. */
  async #whatHelps({ kind, code }: ServerFailure): Promise<string | undefined> {
    const { schema } = this.#settings
    if (kind !== 'other' || code?.startsWith('42') !== true) return undefined
    if (code !== forbidden) return runSchema(schema)
    const [user] = await this.#link.run(whoAmI, []).catch(() => [])
    return whatHelps(schema, user)
  }

  /** @returns false when it is known that none is missing */
  async #lacksRights(): Promise<boolean> {
    const { name, schema } = this.#settings
    try {
      await this.#link.use((client) => within('the server', checkGrants(client, name, schema)))
      return this.#told('lack', undefined)
    } catch (error) {
      return !isOwn(error) || this.#told('lack', toServerFailure(error).why)
    }
  }

  /** @returns false when it is known that a push can be kept: then one row was held that the refused ones needed, or none is any more */
  async #keepsNone(): Promise<boolean> {
    try {
      await this.inbox.tryKeeping()
      return this.#told('held', undefined)
    } catch (error) {
      // The rest is told elsewhere.
      return toServerFailure(error).code !== notFree || this.#told('held', isHeld)
    }
  }

  /** The log hears it when that changes. @returns whether there is a reason why it can't be used */
  #told(what: 'lack' | 'held', why: string | undefined): boolean {
    const store = this.#settings.name
    if (this.#load[what] !== why) {
      if (why === undefined) logSafely(this.#log, 'info', { store }, 'the store can be used')
      else logSafely(this.#log, 'warn', { store, why }, 'the store cannot be used')
    }
    this.#load[what] = why
    return why !== undefined
  }

  async #close(): Promise<void> {
    this.#whyNot = 'it is closed'
    this.inbox.stop()
    this.turns.stop()
    await this.#load.empty()
    await this.#instance.end()
    await this.#onClose()
  }
}

const isHeld = `somebody else holds a table that pushes need (${notFree})`
// What a line of the trail, or a stop, weighs on its way.
const lineBytes = 1_024
