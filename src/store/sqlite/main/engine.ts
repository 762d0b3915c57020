import { existsSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { FMW_STORE_OWNED, FMW_STORE_SCHEMA, FMW_STORE_UNAVAILABLE } from '../../errors.ts'
import { SessionWatchers } from '../../session-watchers.ts'
import type { StoreHealth } from '../../store.ts'
import type { InboxOperations } from '../inbox/inbox-dispatcher.ts'
import { type InboxRoute, LiveClaims } from '../inbox/sqlite-inbox.ts'
import type { SqliteSettings } from '../options.ts'
import type { TurnsRoute } from '../turns/sqlite-turns.ts'
import type { TurnsOperations } from '../turns/turns-dispatcher.ts'
import { failedWith } from './failures.ts'
import { FileLock, lockFile } from './file-lock.ts'
import { filesOf, linkedFile, placeTrouble } from './file-names.ts'
import { Link, type NamedTask } from './link.ts'
import type { InboxQuestion, Route } from './route.ts'
import type { FileName, Refusal, StartThread, WorkerRole } from './thread.ts'

/** What works on the files of a store, for all registrations that have it open in this process. */
export class Engine implements Route, InboxRoute, TurnsRoute {
  readonly readInbox: Route['readInbox'] = (...task) => this.#read('inbox', task)
  readonly readTurns: Route['readTurns'] = (...task) => this.#read('turns', task)
  readonly watchers = new SessionWatchers()
  readonly claims = new LiveClaims()
  readonly ready: Promise<void>
  readonly #opening: Promise<void>
  readonly #settings: SqliteSettings
  readonly #startThread: StartThread
  readonly #lock: FileLock
  readonly #inbox: OpeningLink
  readonly #turns: OpeningLink
  readonly #reader: OpeningLink
  readonly #holders = new Set<number>()
  readonly #listeners = new Set<() => void>()
  /** The disk has answered. */
  #reached: Promise<void> | undefined
  #isOpen = false
  #isClosed = false
  /** What stands in the way of opening. */
  #why = ''
  /** How an operation failed while the disk had little room. */
  #fullWhy: string | undefined

  constructor(settings: SqliteSettings, startThread: StartThread) {
    this.#settings = settings
    this.#startThread = startThread
    this.#lock = new FileLock(settings.file)
    const files = filesOf(settings.file)
    this.#inbox = this.#link(() => ({ role: 'inbox', file: files.inbox, told: this.claims.all() }))
    this.#turns = this.#link(() => ({ role: 'turns', file: files.turns, holders: [...this.#holders] }))
    this.#reader = this.#link(() => ({ role: 'reader', files }))
    this.ready = this.#open(settings.lockWait)
    // It is said once that the files belong to another process; when that one leaves all the same, they are taken.
    // What stands in the way of that is kept in `#why`, which every refusal and `health()` tell.
    this.#opening = this.ready.catch((error: unknown) =>
      error instanceof FMW_STORE_OWNED ? this.#open(Number.POSITIVE_INFINITY).catch(() => undefined) : undefined,
    )
  }

  ask<Name extends keyof InboxOperations, Value>(question: InboxQuestion<Name, Value>): Promise<Value> {
    return this.#refusal() ?? this.#inbox.link.ask(question)
  }

  askTurns<Name extends keyof TurnsOperations>(
    name: Name,
    asked: TurnsOperations[Name]['asked'],
    late: (answer: TurnsOperations[Name]['answer']) => void = () => undefined,
  ): Promise<TurnsOperations[Name]['answer']> {
    const read = (answer: TurnsOperations[Name]['answer']): TurnsOperations[Name]['answer'] => answer
    return this.#refusal() ?? this.#turns.link.ask({ task: [name, asked], read, late })
  }

  nextFence(): number {
    return this.claims.nextFence()
  }

  join(): number {
    const holder = this.claims.nextFence()
    this.#holders.add(holder)
    return holder
  }

  leave(holder: number): void {
    this.#holders.delete(holder)
  }

  unavailable(why: string): Error {
    return new FMW_STORE_UNAVAILABLE(this.#settings.file, why)
  }

  isOpen(): boolean {
    return this.#isOpen && !this.#isClosed
  }

  onNews(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  health(): StoreHealth {
    const all = this.#links.map((link) => link.health())
    const waiting = all.reduce((sum, each) => sum + each.waiting, 0)
    const commits = all.reduce((sum, each) => sum + each.commits, 0)
    const why = this.#shutWhy() ?? all.find((each) => each.why !== undefined)?.why ?? this.#stillFull()
    return why === undefined ? { ok: true, waiting, commits } : { ok: false, why, waiting, commits }
  }

  /** Answers what was asked, and ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#lock.stopWaiting()
    // A disk that hangs, at the start or later, keeps no application from ending.
    await within(this.#settings.timeout, this.#opening)
    await within(this.#settings.timeout + timeToEnd, this.#end())
  }

  async #open(patience: number): Promise<void> {
    try {
      const misplaced = placeTrouble(this.#settings.file)
      if (misplaced !== undefined) throw new Error(misplaced)
      this.#reached ??= this.#openLockElsewhere()
      await this.#reached
      await this.#lock.take(patience, (owner) => {
        this.#why = `another process works on it (${owner})`
      })
      const linked = linkedFile(this.#settings.file)
      if (linked !== undefined) throw new FMW_STORE_SCHEMA(linked, secondName)
      const files = filesOf(this.#settings.file)
      for (const file of Object.values(files)) setAsideRemains(file)
      // One after the other: beside a file that is something else nothing is made.
      for (const [name, { link, opened }] of [
        [files.inbox, this.#inbox],
        [files.turns, this.#turns],
      ] as const) {
        this.#why = opening(name)
        link.start()
        await opened
      }
      // Nobody who pushes needs it: it comes while the application listens already.
      this.#reader.link.start()
      this.#isOpen = true
    } catch (error) {
      this.#why = failedWith(error).failed + roomLeft(this.#settings.file)
      // Whoever has the files may leave later.
      if (error instanceof FMW_STORE_OWNED) throw error
      await this.#end()
      throw error instanceof FMW_STORE_SCHEMA ? error : this.unavailable(this.#why)
    }
  }

  /** A disk that hangs holds up whoever opens the first file: that is a thread. */
  #openLockElsewhere(): Promise<void> {
    const file = lockFile(this.#settings.file)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#why = opening(file)
    this.#startThread({ role: 'lock', file }, { message: () => resolve(), ended: (why) => reject(new Error(why)) })
    return promise
  }

  /** Nobody else gets the files before the threads have left them. */
  async #end(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()))
    await this.#lock.release()
  }

  get #links(): readonly Link[] {
    return [this.#inbox, this.#turns, this.#reader].map(({ link }) => link)
  }

  #shutWhy(): string | undefined {
    if (this.#isClosed) return 'it is closed'
    return this.#isOpen ? undefined : this.#why
  }

  /** Until there is room again: what is small, or in a page that the files have already, is written all the same. */
  #stillFull(): string | undefined {
    if (this.#fullWhy !== undefined && roomLeft(this.#settings.file) === '') this.#fullWhy = undefined
    return this.#fullWhy
  }

  #refusal(): Promise<never> | undefined {
    const why = this.#shutWhy()
    return why === undefined ? undefined : Promise.reject(this.unavailable(why))
  }

  #read<Answer>(file: FileName, task: NamedTask): Promise<Answer> {
    return this.#refusal() ?? this.#reader.link.ask({ task: [file, task], read: (answer: Answer) => answer })
  }

  #link(role: () => WorkerRole): OpeningLink {
    const { file, timeout, maxWaiting, maxWaitingBytes } = this.#settings
    const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
    opened.catch(() => undefined)
    const link = new Link({
      store: file,
      timeout,
      mostWaiting: maxWaiting,
      mostBytes: maxWaitingBytes,
      start: (listener) => this.#startThread(role(), listener),
      opened: (refusal) => (refusal === undefined ? resolve() : reject(refusedWith(file, refusal))),
      ended: (why) => reject(new Error(why)),
      troubled: (why) => {
        const left = roomLeft(file)
        if (left !== '') this.#fullWhy = why + left
      },
      news: () => this.#tellNews(),
      longLog: (name) => ({ inbox: this.#inbox, turns: this.#turns })[name].link.tell('checkpoint'),
    })
    return { link, opened }
  }

  #tellNews(): void {
    for (const listener of this.#listeners) listener()
  }
}

const secondName =
  'it has a second name (a hard link), by which another process may work on it: delete that name, or copy the file and delete this one'

/** A link and its first news: the file is open. */
interface OpeningLink {
  readonly link: Link
  readonly opened: Promise<void>
}

function opening(file: string): string {
  return `it is being opened: ${file}`
}

// ms that a thread has which is ended
const timeToEnd = 500

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** SQLite says of a full disk that it is one, or that something failed there. */
function roomLeft(file: string): string {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize < littleRoom ? ` (its disk has ${bavail * bsize} bytes left)` : ''
  } catch {
    return ''
  }
}

// Bytes.
const littleRoom = 1_048_576

function refusedWith(file: string, { failed, isSchema }: Refusal): Error {
  return isSchema ? new FMW_STORE_SCHEMA(file, failed) : new Error(failed)
}

/**
 * Sets aside what is left of a file that is gone: SQLite would take an old log for that of a new file. Whoever calls this
 * owns the files.
 */
export function setAsideRemains(file: string): void {
  if (existsSync(file)) return
  rmSync(`${file}-shm`, { force: true })
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${file}-wal-of-a-lost-file`)
}
