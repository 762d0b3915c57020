import { closeSync, constants, lstatSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DatabaseSync as Connection } from 'node:sqlite'
import { checkNode } from '../../../check-node.ts'
import { FileGone } from '../main/failures.ts'

/** How a connection that writes is set up. */
export interface ConnectionSettings {
  /** FULL survives a power cut, NORMAL a kill of the process. */
  readonly synchronous: 'FULL' | 'NORMAL'
  /** ms that a lock of another connection is waited for. */
  readonly busyTimeout: number
}

/**
 * Opens a connection that writes, and makes the file if there is none, for its owner alone.
 *
 * What is deleted is overwritten: its bytes are somebody's. Memory is not mapped: a file that is cut short under a mapping would end the process.
 *
 * @param check is asked before anything is changed in the file, and throws where nothing is to be
 */
export function openToWrite(
  file: string,
  { synchronous, busyTimeout }: ConnectionSettings,
  check: (connection: Connection) => void = () => undefined,
): Connection {
  makePrivate(file)
  const connection = new DatabaseSync(file)
  try {
    connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    check(connection)
    connection.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous};
      PRAGMA fullfsync = 1;
      PRAGMA cache_size = -16384;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA wal_autocheckpoint = ${lastResort};
      PRAGMA journal_size_limit = ${longestLog};
    `)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Opens a connection that only reads: beside a process that writes, or alone. The file must be there.
 *
 * It is opened for writing and held to reading, because a file in WAL mode that nobody has open cannot be opened
 * read-only by everyone who may read it.
 *
 * @throws FileGone where it is not there
 */
export function openToRead(file: string, busyTimeout: number): Connection {
  checkIsThere(file)
  const connection = new DatabaseSync(file)
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA query_only = 1; PRAGMA cache_size = -8192`)
  return connection
}

/** Opens a connection that leaves a row now and then in a file that another process works on. @throws FileGone where it is not there */
export function openBeside(file: string, busyTimeout: number): Connection {
  checkIsThere(file)
  const connection = new DatabaseSync(file)
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1`)
  return connection
}

// Checkpoints are the reader's work; this many pages (64 MiB) mean that it does not get to it.
const lastResort = 16_384
// Bytes, as many. A long reader lets a log grow beyond that: it is cut when it begins again.
const longestLog = lastResort * 4_096

/** Node's own SQLite. */
export const { DatabaseSync } = loadSqlite(process.versions.node)

/**
 * Loads it. Some versions of Node warn that it is experimental; nobody who chose a store can do anything about that, so
 * this one warning is left out, and no other.
 *
 * @throws FMW_NODE where there is none, or only behind a flag
 */
export function loadSqlite(version: string) {
  checkNode(version)
  return quietly(() => process.getBuiltinModule('node:sqlite'))
}

/** Loads without warnings. Nothing else runs meanwhile: loading is synchronous. */
export function quietly<Module>(load: () => Module): Module {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/**
 * Commits what changes nothing: the beginning of the file, as it is. A lock of another connection isn't waited for.
 *
 * @throws what stands in the way of a commit
 */
export function commitNothing(connection: Connection): void {
  const { user_version: version } = connection.prepare('PRAGMA user_version').get() ?? {}
  const { timeout } = connection.prepare('PRAGMA busy_timeout').get() ?? {}
  connection.exec('PRAGMA busy_timeout = 0')
  try {
    connection.exec(`PRAGMA user_version = ${version}`)
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${timeout}`)
  }
}

/**
 * Which files a connection works on. When somebody deletes or replaces one, SQLite goes on writing to what has no
 * name any more; so this is compared before each commit.
 */
export function inodesOf(file: string): string {
  return `${inodeOf(file)} ${inodeOf(`${file}-wal`)}`
}

/** SQLite would make an empty file, and delete the log beside it: what was committed last is in that alone. @throws FileGone */
function checkIsThere(file: string): void {
  if (inodeOf(file) === undefined) throw new FileGone(file)
}

/** The number of a file; undefined when it is not there. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

/**
 * Makes a file that only its owner may read, where there is none yet: SQLite would let everybody. What it puts beside the
 * file gets the same rights. One that is there keeps those that it has, and is not opened: closing it would free the locks
 * that this process has on it.
 *
 * @throws where it cannot be made, or is a symbolic link that leads nowhere: SQLite would make what it leads to
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, ownerOnly))
  } catch (error) {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) throw error
    statSync(file)
  }
}

/**
 * As that, for a file beside the store's.
 *
 * @throws where it is a symbolic link: what it leads to is not the store's
 */
export function makePrivateBeside(file: string): void {
  refuseLink(file)
  makePrivate(file)
}

/**
 * Opens a file beside the store's and closes it, which frees none of the locks that this process has on it.
 *
 * @throws what stands in the way
 */
export function openOnce(file: string): void {
  makePrivateBeside(file)
  new DatabaseSync(file).close()
}

/**
 * Writes a file beside the store's, and nothing that a symbolic link leads to. A disk that hangs holds up nobody else.
 *
 * @throws where it is one
 */
export async function writeBeside(file: string, text: string): Promise<void> {
  refuseLink(file)
  const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, ownerOnly)
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new Error(`${file} is a symbolic link: remove it, and let nobody else write in its folder`)
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC } = constants
const ownerOnly = 0o600
