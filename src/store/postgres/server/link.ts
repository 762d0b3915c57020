import type { Pool, PoolClient } from 'pg'
import { type Log, logSafely } from '../../../log.ts'
import type { PostgresSettings } from '../options.ts'
import { prepareSchema } from '../schema/prepare.ts'
import { checkSequences, setLines } from '../schema/sequences.ts'
import { type Row, rowsOf, type Statement, type Value } from '../statement.ts'
import { isForGood, isOwn, isShared, notFree, readOnly, ServerFailure, taken, toServerFailure } from './failure.ts'
import { askForOne, checkPooler, checkWritable, connect, hangUp, letGo, loadPg, outlive } from './pg-client.ts'
import { Semaphore } from './semaphore.ts'
import { ignore, lockPatience, patience, poolPatience, rest, within } from './within.ts'

// ms between tries to reach the server: doubled each time, up to the second.
const firstPause = 100
const longestPause = 2_000
// ms between tries where somebody has to do something first.
export const helplessPause = 4_000
// ms that a server that is well takes for nothing, at most.
const answersWithin = 1_000
// ms without any answer. A process asks for the time every two seconds, however long other statements wait for a lock.
const silence = 3_000

/**
 * The way to the server: the pool, and one of its connections that listens. While nobody answers everything is
 * refused at once, and one try after another is made here, so that a server that comes back is not run over.
 */
export class Link {
  #ready: Promise<void>
  readonly #settings: PostgresSettings
  readonly #log: Log
  readonly #channels: readonly string[]
  readonly #hearers = new Set<(channel: string, payload: string) => void>()
  readonly #risers = new Set<() => void>()
  #pool: Pool | undefined
  #ear: PoolClient | undefined
  /** Connections of its own pool that are not closed. */
  readonly #lines = new Set<PoolClient>()
  #why: string | undefined = 'it is not connected yet'
  #isPrepared = false
  #isSuspect = false
  #isDoubted = false
  #heardAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  #wake: () => void = ignore
  readonly #untilClosed: Promise<void>
  #closed: () => void = ignore
  #letGo: () => Promise<void> | void = ignore
  readonly #keeping: Promise<void>
  /** Lets in what may hold a connection for long: turns that wait for a lock, and the application's own transactions. The rest is for all else. */
  readonly #slow = new Semaphore(() => this.#room - this.#share, {
    // Whoever is let in later couldn't wait for the lock.
    after: patience - lockPatience,
    why: () =>
      new ServerFailure({ kind: 'again', why: `its connections for turns all wait (${notFree})`, code: notFree }),
  })
  /** Of these, as many are left to turns. */
  readonly #transactions = new Semaphore(() => this.#room - 2 * this.#share)

  constructor(settings: PostgresSettings, log: Log, channels: readonly string[]) {
    this.#settings = settings
    this.#log = log
    this.#channels = channels
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(ignore)
    this.#ready = promise
    this.#untilClosed = new Promise((resolve) => {
      this.#closed = resolve
    })
    const { source } = settings
    if (typeof source !== 'string') {
      source.on('error', ignore)
      this.#letGo = () => {
        source.off('error', ignore)
      }
    }
    this.#keeping = this.#keep(resolve, reject)
  }

  /**
   * Settles when the server was reached and its schema fits; rejects where somebody has to do something first. It goes on trying after that,
   * slowly, until it is closed: whoever has waited may be serving by then.
   */
  get ready(): Promise<void> {
    return this.#ready
  }

  /** Why it cannot be used now; undefined when it can. */
  get why(): string | undefined {
    return this.#isClosed ? closed : this.#why
  }

  /** Whether it can never be used again. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Connections that may be used at once, beside the one that listens. */
  get #room(): number {
    const { source, connections } = this.#settings
    return (typeof source === 'string' ? connections : source.options.max) - 1
  }

  /** One in five of them. */
  get #share(): number {
    return Math.ceil(this.#room / 5)
  }

  /** Whether nothing was heard from the server, though it's asked for the time every two seconds. */
  get isSilent(): boolean {
    return performance.now() - this.#heardAt > silence
  }

  /**
   * @param since when the operation came that needs it: waiting for a connection and for the answer is one wait
   * @throws ServerFailure
   */
  run(statement: Statement, values: readonly Value[], since = performance.now()): Promise<readonly Row[]> {
    return this.use(async (client) => {
      const rows = await within('the server', rowsOf(client, statement, values), { since })
      this.#heardAt = performance.now()
      return rows
    }, since)
  }

  /** The same for a turn. @throws ServerFailure, also where none of the connections that turns may have is free in time */
  runForTurn(statement: Statement, values: readonly Value[], since = performance.now()): Promise<readonly Row[]> {
    return this.#slow.pass(() => this.run(statement, values, since))
  }

  /**
   * Runs a transaction of the application's when one may begin.
   *
   * @param until waits for that in place of the caller, and may give up
   */
  runTransaction<T>(work: () => Promise<T>, until: (room: Promise<void>) => Promise<void>): Promise<T> {
    return this.#transactions.pass(() => this.#slow.pass(work, until), until)
  }

  /**
   * Hands out a connection; what it is used for has to keep its own time.
   *
   * @throws ServerFailure, or whatever `work` throws if that is no matter of the server
   */
  async use<T>(work: (client: PoolClient, drop: Drop) => Promise<T>, since?: number): Promise<T> {
    const { why } = this
    if (why !== undefined) throw new ServerFailure({ kind: 'away', why })
    const client = await this.#connect(since)
    let isBroken = false
    // A connection that breaks between two statements tells nobody else, and would end the process.
    const drop = () => {
      isBroken = true
    }
    client.on('error', drop)
    try {
      return await work(client, drop)
    } catch (error) {
      if (error instanceof OwnError) throw error.cause
      const failure = this.#explained(toServerFailure(error))
      isBroken ||= failure.kind === 'away' || failure.kind === 'broken'
      // Whether it is a pooler is found out where the channels are listened to again.
      if (isShared(error)) this.#dropEar()
      if (failure.kind === 'away') void this.#doubt(failure.why)
      else if (failure.kind === 'broken') this.#wake()
      throw failure
    } finally {
      client.off('error', drop)
      letGo(client, isBroken)
    }
  }

  async #connect(since: number | undefined): Promise<PoolClient> {
    let pool: Pool | undefined
    try {
      pool = await this.#open()
      return await connect(pool, since)
    } catch (error) {
      const { why, code } = toServerFailure(error)
      // An error has a code where the server or the network gave it.
      if (pool !== undefined && code === undefined && isFull(pool)) {
        void this.#doubt('the server does not answer')
        throw new ServerFailure({ kind: 'busy', why: `none of its ${pool.options.max} connections was free in time` })
      }
      this.#suspect(why)
      throw new ServerFailure({ kind: 'away', why })
    }
  }

  /** With what puts it right, which somebody has to do. */
  #explained(failure: ServerFailure): ServerFailure {
    if (failure.code !== taken) return failure
    return new ServerFailure({ ...failure, why: `${failure.why} Then run: ${setLines(this.#settings.schema)}` })
  }

  /** Calls back with what is notified on the channel, until the result is called. */
  hear(channel: string, listener: (payload: string) => void): () => void {
    const hearer = (heard: string, payload: string) => {
      if (heard === channel) listener(payload)
    }
    this.#hearers.add(hearer)
    return () => this.#hearers.delete(hearer)
  }

  /** Calls back whenever the server can be used again, until the result is called. */
  onUp(listener: () => void): () => void {
    this.#risers.add(listener)
    return () => this.#risers.delete(listener)
  }

  /** Lets go of everything that is its own; a pool that was given goes on. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#wake()
    this.#closed()
    await within('closing', this.#keeping).catch(ignore)
    await within('closing', Promise.resolve(this.#letGo()), { ms: goodbye }).catch(ignore)
    // Who did not say goodbye in time may never do.
    for (const client of this.#lines) hangUp(client)
  }

  async #keep(isReady: () => void, isHopeless: (error: unknown) => void): Promise<void> {
    let pause = firstPause
    while (!this.#isClosed) {
      const trouble = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      try {
        const isNew = await this.#rise()
        if (this.#isClosed) break
        isReady()
        // It may have been hopeless before.
        this.#ready = Promise.resolve()
        if (isNew || this.#why !== undefined) this.#tellUp()
        await trouble
        // What broke may break at once again: then the pauses grow all the same.
        if (this.#isSuspect) await rest(pause, this.#untilClosed)
        pause = this.#isSuspect ? Math.min(pause * 2, longestPause) : firstPause
      } catch (error) {
        if (!this.#isPrepared && isForGood(error)) {
          this.#why = toServerFailure(error).why
          isHopeless(isOwn(error) ? error : toServerFailure(error))
          await rest(helplessPause, this.#untilClosed, 'unref')
          continue
        }
        const { why, code } = toServerFailure(error)
        // Somebody has to do something about it, so it is said however it began.
        if ((isOwn(error) || code === readOnly) && why !== this.#why) this.#why = undefined
        this.#fall(why)
        await rest(pause, this.#untilClosed)
        pause = Math.min(pause * 2, longestPause)
      }
    }
    this.#dropEar()
    // Of no consequence once it was ready.
    isHopeless(new ServerFailure({ kind: 'away', why: closed }))
  }

  /** Whatever is needed before it can be used again. @returns whether it listens anew and may have missed something */
  async #rise(): Promise<boolean> {
    const pool = await this.#open()
    const isNew = this.#ear === undefined
    if (isNew) await this.#listen(pool)
    if (this.#isSuspect) await this.#askForAny(pool)
    return isNew
  }

  /** Asks the server for an answer: where all connections are in use, on the one that listens. */
  async #askForAny(pool: Pool): Promise<void> {
    const ear = this.#ear
    if (ear === undefined || !isFull(pool)) return askForOne(pool)
    try {
      await within('the server', ear.query('SELECT 1'))
    } catch (error) {
      // It may have broken without a word: then it hears nothing either.
      if (this.#ear === ear) this.#dropEar()
      throw error
    }
  }

  async #open(): Promise<Pool> {
    const { source, connections, looks = false } = this.#settings
    if (typeof source !== 'string') return source
    if (this.#pool !== undefined) return this.#pool
    const pg = await loadPg()
    const pool = new pg.Pool({
      connectionString: source,
      max: connections,
      keepAlive: true,
      connectionTimeoutMillis: poolPatience,
      fallback_application_name: 'fastify-merchant-webhooks',
      verify: (client, done) => {
        client.query(`${ownSettings}; ${looks ? forTools : ''}`).then(() => done(), done)
      },
    })
    // Idle connections break when the server restarts; the pool drops them, and asking makes new ones.
    pool.on('error', ignore)
    pool.on('connect', (client) => {
      // Before its first statement, which the server may answer by going away.
      outlive(client)
      this.#lines.add(client)
      client.once('end', () => this.#lines.delete(client))
    })
    this.#pool = pool
    this.#letGo = () => pool.end()
    return pool
  }

  async #listen(pool: Pool): Promise<void> {
    const client = await connect(pool)
    let isWell = false
    const onEnd = () => {
      if (this.#ear !== client) return
      this.#dropEar()
      this.#wake()
    }
    client.on('error', onEnd)
    client.on('end', onEnd)
    try {
      // Each time: a pooler may have been put in between, or set to another mode, under a running application.
      await checkPooler(client, pool, this.#settings.name)
      // Commands that only read may do so.
      if (this.#settings.looks !== true) await checkWritable(client)
      if (!this.#isPrepared) await prepareSchema(client, this.#settings)
      // The address may lead to a copy by now, whose sequences nobody moved. Until somebody does, nothing is taken.
      else await within('the server', this.#checkSequences(client))
      this.#isPrepared = true
      for (const channel of this.#channels) {
        await within('the server', client.query(`LISTEN ${client.escapeIdentifier(channel)}`))
      }
      isWell = true
    } finally {
      if (!isWell) letGo(client, true)
    }
    client.on('notification', ({ channel, payload = '' }) => {
      for (const hearer of this.#hearers) hearer(channel, payload)
    })
    this.#ear = client
  }

  /** Pushes need no number of the trail: that it is behind is only told. */
  #checkSequences(client: PoolClient): Promise<void> {
    const { name, schema } = this.#settings
    return checkSequences(client, name, schema, (why) => {
      logSafely(this.#log, 'warn', { store: name, why }, 'what people do cannot be written down')
    })
  }

  #dropEar(): void {
    const client = this.#ear
    this.#ear = undefined
    if (client === undefined) return
    // It goes on listening otherwise, and a pool of the application's would hand it out.
    client.removeAllListeners('notification')
    letGo(client, true)
  }

  /** One statement without an answer may wait for what somebody else has locked: the server is well if it answers another. */
  async #doubt(why: string): Promise<void> {
    if (this.#isDoubted) return
    this.#isDoubted = true
    try {
      await within('the server', this.#askForAny(await this.#open()), { ms: answersWithin })
    } catch {
      this.#suspect(why)
    } finally {
      this.#isDoubted = false
    }
  }

  #suspect(why: string): void {
    this.#isSuspect = true
    this.#fall(why)
    this.#wake()
  }

  #fall(why: string): void {
    if (this.why === undefined)
      logSafely(this.#log, 'warn', { store: this.#settings.name, why }, 'the store cannot be used')
    this.#why = why
  }

  #tellUp(): void {
    if (this.#why !== undefined) logSafely(this.#log, 'info', { store: this.#settings.name }, 'the store can be used')
    this.#why = undefined
    this.#isSuspect = false
    for (const riser of this.#risers) riser()
  }
}

/** Sees to it that a connection is not used again. */
export type Drop = () => void

/** Marks what a caller's own code threw on a connection, which is no failure of the server. */
export class OwnError extends Error {
  constructor(cause: unknown) {
    super('not of the server', { cause })
  }
}

/** Whether it makes no more connections: what waits for one waits for those that have them. */
function isFull({ totalCount, options }: Pool): boolean {
  return totalCount >= options.max
}

const ownSettings = `SET default_transaction_isolation = 'read committed'; SET array_nulls = on`
// What a tool has told somebody that it failed isn't to happen later, when somebody else's lock is gone: below the patience with the server.
const forTools = `SET lock_timeout = '4s'`

const closed = 'it is closed'

// ms that the other side gets to close its connections too.
const goodbye = 1_000
