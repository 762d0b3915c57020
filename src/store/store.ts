import type { Log } from '../log.ts'
import type { InboxLook, InboxStore } from './inbox-store.ts'
import type { OpenSessions } from './open-sessions.ts'
import type { Erased, Erasure } from './people/erasure.ts'
import type { PersonKept, PersonQuery, SessionStart } from './people/person.ts'
import type { StopsLook } from './people/stops.ts'
import type { TrailLook, TrailStore } from './people/trail.ts'
import type { KeptValues } from './sealed/kept-values.ts'
import type { SessionLook, TurnStore } from './turn-store.ts'

/**
 * What an accepted notification survives: nothing, a kill of the process, or a power cut.
 *
 * @example
 * const needed: Durability = 'power'
 * if (store.durability !== needed) app.log.warn({ store: store.name }, 'a power cut loses notifications')
 */
export type Durability = 'none' | 'process' | 'power'

/**
 * Keeps what the service pushes. Choose a store before you accept payments: a registration that handles money needs
 * one.
 *
 * If you write one of your own, test it with `testStore` of `fastify-merchant-webhooks/testing`.
 *
 * @example
 * const store: Store = memoryStore()
 * await app.register(merchantWebhooks, { verify, store, payment: onPayment })
 */
export interface Store {
  /** Shown in the boot table. */
  readonly name: string
  readonly durability: Durability
  /**
   * Where it keeps: a file, or a server without its user and password. For people and `doctor`. Stores of one name and place keep the
   * same: give the stores of different servers different places, or names that were left behind on one of them aren't found.
   */
  readonly place?: string | undefined
  /**
   * Opens the store for one registration. Several may share it: each opens it and closes what it got, and the last
   * to close ends it. Returns at once; what takes time is told by `ready`.
   */
  open(user: StoreUser): OpenStore
  /** Looks at the store beside the application that runs on it. One that lives in a process has none. */
  look?(): Promise<StoreLook>
}

/**
 * Who opens a store.
 *
 * @example
 * const user: StoreUser = { registration: 'default', log: app.log }
 */
export interface StoreUser {
  /** Entries and sessions are kept apart by it. */
  readonly registration: string
  readonly log: Log
  /** Bytes that it may keep; a store that has settings of its own for that disregards it. */
  readonly room?: StoreRoom | undefined
}

/**
 * A store that is open for one registration.
 *
 * @example
 * const opened = store.open({ registration: 'default', log: app.log })
 * await opened.ready
 * await opened.close()
 */
export interface OpenStore {
  readonly inbox: InboxStore
  /** Where the store's durability is `none`, it is asked to begin and conclude effects alone: sessions live in the process. */
  readonly turns: TurnStore
  /** What people did. */
  readonly trail: TrailStore
  /** Which kinds of push are stopped. */
  readonly stops: StopsLook
  /**
   * Settles when the store can be used for the first time. It rejects where waiting cannot help: the files belong to
   * another process (they are taken all the same when that one leaves, unless this is closed), the schema is not there
   * and may not be made. A server that cannot be reached is waited for:
   * every operation meanwhile is refused with `FMW_STORE_UNAVAILABLE`.
   */
  readonly ready: Promise<void>
  /** What is known of it now, without asking it. */
  health(): StoreHealth
  /**
   * The time by which the store counts, epoch ms, where processes share one: each is told the same, whatever its own clock
   * says. It goes on while the store cannot be reached. Left out, or undefined before the store is ready: the process' own.
   */
  now?(): number | undefined
  /**
   * Finishes what was begun, and lets go: what is claimed and not settled waits again, and turns that are not closed
   * count as those of a process that has ended. Called again it does nothing.
   */
  close(): Promise<void>
}

/**
 * How a store does.
 *
 * @example
 * app.get('/health', async (_request, reply) => {
 *   const health: StoreHealth = app.merchant.health()
 *   return reply.code(health.ok ? 200 : 503).send(health)
 * })
 */
export interface StoreHealth {
  /**
   * Whether it works as far as is known, and what waits is young. Where it doesn't, the store itself finds out when it does again: a load
   * balancer that goes by this sends nothing that would tell. What it refuses because its room is full is no matter of this.
   */
  readonly ok: boolean
  /** Why not, for people. */
  readonly why?: string
  /** Operations that wait for it. */
  readonly waiting: number
  /** Groups committed since the start: one sync each at least, before any of its operations is told. */
  readonly commits: number
}

/**
 * A view of a store for people and tools.
 *
 * @example
 * const look: StoreLook = await sqliteStore('merchant.db').look()
 * const { entries } = await look.inbox.list({ registration: 'default', states: ['dead'], limit: 20 })
 * await look.close()
 */
export interface StoreLook {
  /** Names of the registrations that have entries or sessions here. */
  registrations(): Promise<readonly string[]>
  /**
   * Names of the registrations that processes serve now: those that died a moment ago may be among them. Undefined while one of them
   * has not told its name, as at its start. Left out by a store that one process has alone.
   */
  served?(): Promise<readonly string[] | undefined>
  /** Rejects with what would stop the start of an application, though it can be looked at. Left out where nothing would. */
  check?(): Promise<void>
  /** Tells what is looked at from anything else, however it was reached. Left out where the place of the store does. */
  tables?(): Promise<string>
  readonly inbox: InboxLook
  readonly sessions: SessionLook
  readonly trail: TrailLook
  readonly stops: StopsLook
  readonly openSessions: OpenSessions
  /**
   * Erases what is kept of one person, for good. Resolves when it is done: beside a SQLite application when that has done it. A store
   * without it erases nothing.
   */
  erase?(erasure: Erasure): Promise<Erased>
  /** What is kept of one person beside entries. Left out by a store that has no `erase`. */
  person?(query: PersonQuery): Promise<PersonKept>
  /**
   * The digest of the phone of a session, by which `person` finds what else is kept of it; undefined where there is no such session.
   * Left out by a store that has no `person`.
   */
  phoneKey?(registration: string, session: SessionStart): Promise<string | undefined>
  /** Epoch ms by the clock of the store, where it has one of its own. Left out: the process' own counts. */
  now?(): Promise<number>
  /** What may be sealed anew under another secret. Left out where that can't be. */
  readonly values?: KeptValues | undefined
  close(): Promise<void>
}

/**
 * How many bytes a store keeps of one registration. Of what is finished the oldest goes first, to make room; what waits or
 * runs never goes: where that fills the room, nothing more is accepted.
 *
 * @example
 * const room: StoreRoom = { ...standardRoom, entries: 4 * 1_073_741_824 }
 * const opened = store.open({ registration: 'default', log: app.log, room })
 */
export interface StoreRoom {
  /** Notifications, all but those that were rejected on arrival. */
  readonly entries: number
  /** Those that were rejected on arrival. */
  readonly rejected: number
  /** Identities, by which a repeat is known. */
  readonly identities: number
  /** Sessions with their transcripts, effects, and what may be resumed. */
  readonly sessions: number
  /** What people did. */
  readonly trail: number
}

const mebibyte = 1_048_576

/**
 * What holds where nothing is set: together with what a database needs beside it, less than 1 GB on the disk.
 *
 * @example
 * const room: StoreRoom = { ...standardRoom, rejected: 8 * 1_048_576 }
 */
export const standardRoom: StoreRoom = Object.freeze({
  entries: 256 * mebibyte,
  rejected: 32 * mebibyte,
  identities: 128 * mebibyte,
  sessions: 192 * mebibyte,
  trail: 16 * mebibyte,
})
