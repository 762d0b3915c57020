import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApplicationProcess } from './application-process.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { type Audit, audit, type Evidence } from './audit.ts'
import { type Effect, linesOf, makeEffectsTable, readEffects, readEffectsTable } from './effects.ts'
import type { Ledger } from './ledger.ts'
import type { KillOrder } from './moments.ts'
import type { StoreAddress } from './store-address.ts'

/** The stores that are put to the test. */
export type StoreType = 'sqlite' | 'postgres'

/** Makes a new, empty database on a PostgreSQL. @returns its URL */
export type NewDatabase = () => Promise<string>

/** What a comparison found, and how much it compared. */
export interface Audited extends Audit {
  readonly entries: number
  readonly effects: number
  readonly transacted: number
}

/** A folder with everything that one run leaves behind: the store, what handlers did, what was ordered. */
export class Home {
  readonly folder: string
  readonly store: StoreAddress
  readonly #url: string | undefined

  /** @param disk where SQLite's files are to be, if not in the same folder */
  static async open(type: StoreType | 'liar', newDatabase: NewDatabase, disk?: string): Promise<Home> {
    const made = await mkdtemp(join(tmpdir(), 'fmw-faults-'))
    if (type === 'sqlite') return new Home(made, { type, file: join(disk ?? made, 'store.db') })
    if (type === 'liar') return new Home(made, { type })
    const url = await newDatabase()
    await makeEffectsTable(url)
    return new Home(made, { type, url, connections: 4 })
  }

  private constructor(folder: string, store: StoreAddress) {
    this.folder = folder
    this.store = store
    this.#url = store.type === 'postgres' ? store.url : undefined
  }

  get orderFile(): string {
    return join(this.folder, 'order.json')
  }

  get momentsFile(): string {
    return join(this.folder, 'moments.jsonl')
  }

  get ordersFile(): string {
    return join(this.folder, 'orders.jsonl')
  }

  /** Where a till writes down what it is told of payments. */
  get toldFile(): string {
    return join(this.folder, 'told.jsonl')
  }

  settings(over: Partial<ApplicationSettings> = {}): ApplicationSettings {
    return {
      store: this.store,
      effectsFile: join(this.folder, 'effects.jsonl'),
      logFile: join(this.folder, 'application.log'),
      handlerTakes: 1,
      ussd: 'none',
      ordersFile: this.ordersFile,
      ...over,
    }
  }

  /** Orders an end. It holds at once, for whoever runs here or will. */
  async order(order: KillOrder): Promise<void> {
    await writeFile(this.orderFile, JSON.stringify(order))
  }

  async withdraw(): Promise<void> {
    await rm(this.orderFile, { force: true })
  }

  /** What handlers wrote beside the store. */
  effects(): Effect[] {
    return readEffects(join(this.folder, 'effects.jsonl'))
  }

  /** What handlers wrote inside `store.transaction`. */
  async transacted(): Promise<Effect[]> {
    return this.#url === undefined ? [] : readEffectsTable(this.#url)
  }

  /** Compares what the service knows with what was done, once the inbox is empty. */
  async audit(ledger: Ledger, application: ApplicationProcess, failures: Evidence['failures']): Promise<Audited> {
    const entries = await application.ask('entries')
    const [effects, transacted] = [this.effects(), await this.transacted()]
    const found = audit({ ledger, effects, transacted, entries, failures })
    return { ...found, entries: entries.length, effects: effects.length, transacted: transacted.length }
  }

  /** The last lines of the application's log, for whoever has to find out why. */
  lastLines(most: number): readonly string[] {
    return linesOf(join(this.folder, 'application.log')).slice(-most)
  }

  /** The lines of the application's log that say something. */
  linesThatSay(words: string): readonly string[] {
    return linesOf(join(this.folder, 'application.log')).filter((line) => line.includes(words))
  }

  /** Everything that the application has logged. */
  log(): string {
    return linesOf(join(this.folder, 'application.log')).join('\n')
  }

  /** Removes the folder, unless `FAULTS_KEEP` asks for it: to look at what a violation has left. */
  async close(): Promise<void> {
    if (process.env.FAULTS_KEEP === undefined) await rm(this.folder, { recursive: true, force: true })
  }
}
