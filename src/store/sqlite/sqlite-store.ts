import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Log, logSafely, silentLog } from '../../log.ts'
import { isOnlyLooking } from '../../only-looking.ts'
import { FMW_STORE_ARGUMENT, FMW_STORE_SCHEMA, FMW_STORE_UNAVAILABLE, oldSchema } from '../errors.ts'
import type { EntryFilter, InboxLook, ReviewSettling, SeenReview } from '../inbox-store.ts'
import { type OpenStore, type Store, type StoreLook, type StoreUser, standardRoom } from '../store.ts'
import { eraseBeside } from './erase-beside.ts'
import { type EntryRow, lastNumber } from './inbox/entry-row.ts'
import { settleBeside } from './inbox/reviews.ts'
import { keptSettling, SqliteInbox } from './inbox/sqlite-inbox.ts'
import { EntriesLook, openSessionsBy, SqliteSessions } from './looks.ts'
import { Engine } from './main/engine.ts'
import { failedWith } from './main/failures.ts'
import { filesOf, filesOthersRead, realFile } from './main/file-names.ts'
import { askInbox, OpenRoute } from './main/route.ts'
import { prepareThreads, type StartThread, startThread } from './main/thread.ts'
import { readOptions, type SqliteOptions, type SqliteSettings } from './options.ts'
import { type PeopleOperations, PeopleTables } from './people/people-tables.ts'
import { type PeopleWay, stopsBy, stopsFromStart, trailBy, trailOf } from './people/sqlite-people.ts'
import { finishedStates } from './rows/read-row.ts'
import { keepText, keptFilter, readText } from './rows/values.ts'
import { SqliteTurns } from './turns/sqlite-turns.ts'
import { ValuesBeside } from './values-beside.ts'
import type { Ask, Methods } from './worker/dispatcher.ts'
import { FileReader, type InboxReads, type TurnReads } from './worker/file-reader.ts'
import { SchemaProblem } from './worker/migrate.ts'
import { type WriteBeside, writesBeside } from './writes-beside.ts'

/**
 * Keeps what the service pushes in two files on this machine's disk, by Node's own SQLite: notifications in `file`,
 * which survive a power cut, and USSD sessions beside it, which survive a kill of the process. One process owns them;
 * another one waits for it, as in a rolling deploy. Its threads start at once, and touch no file before the application is ready.
 *
 * @param file where notifications are kept; it is made when it is not there, in a directory that is
 * @throws FMW_STORE_ARGUMENT
 *
 * @example
 * await app.register(merchantWebhooks, { verify, store: sqliteStore('merchant.db'), payment })
 */
export function sqliteStore(file: string, options: SqliteOptions = {}): Store {
  const store = storeOn(startThread, file, options)
  // It takes as long as the application takes to be made, so it is done meanwhile.
  if (!isOnlyLooking()) prepareThreads()
  return store
}

/** The store on threads that are started so. */
export function storeOn(start: StartThread, file: string, options: SqliteOptions): Store {
  const settings = readOptions(file, options)
  return Object.freeze({
    name: 'sqlite',
    durability: 'power',
    place: settings.file,
    open: (user: StoreUser) => open(settings, user, start),
    look: async () =>
      lookAt(realFile(settings.file), settings, (registration) =>
        open(settings, { registration, log: silentLog }, start),
      ),
  })
}

/** Of this process, by file: several stores of one file share what works on it. */
const shared = new Map<string, { readonly engine: Engine; readonly settings: SqliteSettings; users: number }>()

function open(
  given: SqliteSettings,
  { registration, log, room = standardRoom }: StoreUser,
  start: StartThread,
): OpenStore {
  const settings = { ...given, file: realFile(given.file) }
  const { file } = settings
  const entry = shared.get(file) ?? { engine: new Engine(settings, start), settings, users: 0 }
  if (JSON.stringify(entry.settings) !== JSON.stringify(settings)) {
    throw new FMW_STORE_ARGUMENT(`the file ${file}`, 'is open in this process with other options: give it the same')
  }
  shared.set(file, entry)
  entry.users += 1
  const { engine } = entry
  if (entry.users === 1) engine.ready.then(() => warnOfReaders(file, log), ignore)
  const route = new OpenRoute(engine)
  const inbox = new SqliteInbox(engine, route, registration, room)
  const turns = new SqliteTurns(engine, route, registration, room.sessions)
  const ask = askInbox(route)
  const people: PeopleWay = { read: route.readInbox, write: (name, asked) => ask(name, asked) }
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    route.close()
    await Promise.all([inbox.close(), turns.leave()])
    entry.users -= 1
    if (entry.users > 0) return
    shared.delete(file)
    await engine.close()
  }
  return {
    inbox,
    turns,
    trail: trailOf(people, registration, room.trail),
    stops: stopsFromStart(people),
    ready: engine.ready,
    health: () => (closed === undefined ? engine.health() : closedHealth),
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** A file of before keeps its rights, which a backup may need. */
function warnOfReaders(file: string, log: Log): void {
  const files = filesOthersRead(file)
  if (files.length === 0) return
  const names = files.map((name) => `'${name.replaceAll("'", "'\\''")}'`).join(' ')
  logSafely(log, 'warn', { files }, `others on this machine can read what the store keeps: chmod o= ${names}`)
}

const ignore = (): void => undefined

const closedHealth = Object.freeze({ ok: false, why: 'it is closed', waiting: 0, commits: 0 })

/**
 * Looks at the files beside the application, in it, or without it. Looking takes no lock, writing one for a moment. What is to be tried again is asked of
 * the application in a table that it looks at several times a second; without one, of the next that starts.
 *
 * Which entries run only the application knows: here they wait.
 *
 * @param work takes the files for a while, where no application has them
 * @throws FMW_STORE_SCHEMA when there are no files, or other ones
 */
async function lookAt(
  file: string,
  { timeout, lockWait }: SqliteSettings,
  work: (registration: string) => OpenStore,
): Promise<StoreLook> {
  const files = filesOf(file)
  for (const each of [files.inbox, files.turns]) {
    if (existsSync(each)) continue
    throw new FMW_STORE_SCHEMA(
      file,
      `it isn't a store of this package, or no application has started with it yet: ${each} is missing`,
    )
  }
  const reader = new FileReader(files)
  // A disk that hangs holds up whoever reads. Where this process has the files, that is their thread.
  const readInbox: Ask<InboxReads> = async (...asked) =>
    shared.get(file)?.engine.readInbox(...asked) ?? attempt(file, () => reader.inbox(...asked))
  const readTurns: Ask<TurnReads> = async (...asked) =>
    shared.get(file)?.engine.readTurns(...asked) ?? attempt(file, () => reader.turns(...asked))
  const write = writesBeside(files.inbox, timeout, (act) => attempt(file, act))
  const people: PeopleWay = {
    read: readInbox,
    write: (name, asked) => write((connection) => peopleNow(connection)[name](...asked)),
  }
  const registrations = async (): Promise<readonly string[]> => {
    const names = await Promise.all([readInbox('registrations', []), readTurns('registrations', [])])
    return [...new Set(names.flat())].sort().map(readText)
  }
  await registrations()
  return {
    registrations,
    tables: async () => file,
    inbox: new EntriesBeside(readInbox, write),
    sessions: new SqliteSessions(readTurns),
    trail: trailBy(people),
    stops: stopsBy(people),
    openSessions: openSessionsBy(readTurns),
    person: (query) => readTurns('person', [query, Date.now()]),
    phoneKey: (registration, session) => readTurns('phoneKey', [registration, session]),
    values: new ValuesBeside(files, timeout, (work) => attempt(file, work)),
    erase: (erasure) =>
      eraseBeside(
        {
          files,
          timeout,
          patience: Math.max(lockWait, timeout),
          locate: (registration, id) =>
            attempt(file, () => reader.inbox('locate', [keepText(registration), keepText(id)])),
          work: () => lent(work(erasure.registration)),
        },
        erasure,
      ),
    close: async () => reader.close(),
  }
}

function peopleNow(connection: DatabaseSync): Methods<PeopleOperations> {
  return new PeopleTables(connection, Date.now())
}

class EntriesBeside extends EntriesLook implements InboxLook {
  /** One transaction: writing them one after another would rest after each. */
  readonly inOrder = true
  readonly #read: Ask<InboxReads>
  readonly #write: WriteBeside

  constructor(read: Ask<InboxReads>, write: WriteBeside) {
    super(read, () => none)
    this.#read = read
    this.#write = write
  }

  /** @returns true when it was asked for, by nobody before, and can be tried again */
  async replay(registration: string, id: string, attempts?: number): Promise<boolean> {
    const row = await this.#read('entry', [keepText(registration), keepText(id), none])
    if (row === undefined || !finishedStates.some((state) => state === row.state)) return false
    if (attempts !== undefined && lastNumber(row.attempts) !== attempts) return false
    return this.#write((connection) => requestOnce(connection, row))
  }

  /** @returns how many were asked for */
  async redrive(filter: EntryFilter, most: number): Promise<number> {
    const seqs = await this.#read('dead', [keptFilter(filter), most])
    if (seqs.length > 0) await this.#write(requestOf(seqs))
    return seqs.length
  }

  /** Written at once, whether the application runs or not. */
  async settleReview(
    registration: string,
    id: string,
    settling: ReviewSettling,
    seen: SeenReview = {},
  ): Promise<boolean> {
    const seq = await this.#read('locate', [keepText(registration), keepText(id)])
    return seq !== undefined && this.#write((connection) => settleBeside(connection, seq, keptSettling(settling), seen))
  }
}

/** Leaves a request, unless there is one, or the entry has changed since it was read. @returns whether it did */
function requestOnce(connection: DatabaseSync, { seq, attempts }: Pick<EntryRow, 'seq' | 'attempts'>): boolean {
  const asked = connection.prepare(
    'INSERT OR IGNORE INTO requests SELECT n.seq FROM ends n WHERE n.seq = ? AND n.attempts = ?',
  )
  return Number(asked.run(seq, attempts).changes) === 1
}

/** What leaves requests for the application. */
function requestOf(seqs: readonly number[]): (connection: DatabaseSync) => void {
  return (connection) => {
    connection.prepare('INSERT OR IGNORE INTO requests SELECT value FROM json_each(?)').run(JSON.stringify(seqs))
  }
}

function attempt<Value>(file: string, act: () => Value): Value {
  try {
    return act()
  } catch (error) {
    if (error instanceof SchemaProblem) {
      const { message, state } = error
      throw state === undefined ? new FMW_STORE_SCHEMA(file, message) : oldSchema(file, message, state)
    }
    throw new FMW_STORE_UNAVAILABLE(file, failedWith(error).failed)
  }
}

/** Whether it could be used at all is told by what becomes of the work. */
function lent(opened: OpenStore): () => Promise<void> {
  opened.ready.catch(ignore)
  return () => opened.close()
}

const none: readonly number[] = []
