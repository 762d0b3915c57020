import type { Log } from '../../log.ts'
import { FMW_STORE_ARGUMENT } from '../errors.ts'
import type { OpenStore, Store, StoreUser } from '../store.ts'
import { standardRoom } from '../store.ts'
import { SqliteInbox } from './inbox/sqlite-inbox.ts'
import { Engine } from './main/engine.ts'
import { filesOthersRead, realFile } from './main/file-names.ts'
import { type StartThread, startThread } from './main/thread.ts'
import { readOptions, type SqliteOptions, type SqliteSettings } from './options.ts'
import { lookAt } from './sqlite-look.ts'
import { SqliteTurns } from './turns/sqlite-turns.ts'

/**
 * Keeps what the service pushes in two files on this machine's disk, by Node's own SQLite: notifications in `file`,
 * which survive a power cut, and USSD sessions beside it, which survive a kill of the process. One process owns them;
 * another one waits for it, as in a rolling deploy.
 *
 * @param file where notifications are kept; it is made when it is not there, in a directory that is
 * @throws FMW_STORE_ARGUMENT
 *
 * @example
 * await app.register(merchantWebhooks, { verify, store: sqliteStore('merchant.db'), payment })
 */
export function sqliteStore(file: string, options: SqliteOptions = {}): Store {
  return storeOn(startThread, file, options)
}

/** The store on threads that are started so. */
export function storeOn(start: StartThread, file: string, options: SqliteOptions): Store {
  const settings = readOptions(file, options)
  return Object.freeze({
    name: 'sqlite',
    durability: 'power',
    open: (user: StoreUser) => open(settings, user, start),
    look: async () => lookAt(realFile(settings.file), settings.timeout),
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
  const inbox = new SqliteInbox(engine, registration, room)
  const turns = new SqliteTurns(engine, registration, room.sessions)
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await Promise.all([inbox.close(), turns.leave()])
    entry.users -= 1
    if (entry.users > 0) return
    shared.delete(file)
    await engine.close()
  }
  return {
    inbox,
    turns,
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
  log.warn({ files }, `others on this machine can read what the store keeps: chmod o= ${names}`)
}

const ignore = (): void => undefined

const closedHealth = Object.freeze({ ok: false, why: 'it is closed', waiting: 0, commits: 0 })
