import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { DatabaseSync as Connection, backup as copyDatabase } from 'node:sqlite'
import { inboxSchema } from './inbox/inbox-schema.ts'
import { filesOf, realFile } from './main/file-names.ts'
import { numberOf } from './rows/values.ts'
import { turnsSchema } from './turns/turns-schema.ts'
import { DatabaseSync, loadSqlite, openBeside, openToRead } from './worker/connection.ts'
import { checkKept } from './worker/migrate.ts'

/** How far a backup is. */
export interface BackupStep {
  /** Bytes. */
  readonly copied: number
  /** Bytes, of both files. */
  readonly total: number
}

/** What was backed up. */
export interface Backup {
  /** The moment that both files show. */
  readonly at: Date
  readonly files: readonly { readonly file: string; readonly bytes: number }[]
}

/**
 * Copies both files of a SQLite store into a folder, as they were at one moment, while applications work on them. Run it in a process
 * of its own, as `fastify-merchant-webhooks backup` does: it holds its event loop while it waits for both writers.
 *
 * The copies are whole: each was checked, and is on the disk. They stand beside no `-wal`, so they may be moved. To restore them, stop
 * the application, put them in the place of its files, and take away those that end in `-wal` and `-shm`. Files of an older version of
 * this package are copied too.
 *
 * @param file the store's, as in `sqliteStore(file)`
 * @param folder where the copies go; made where there is none. A copy has the name of its file
 * @throws an error where there is no such store, a copy is there already, a writer can't be stopped for a moment, or a file can't be
 * written. No half of a backup stays
 * @example
 * ```ts
 * import { sqliteBackup } from 'fastify-merchant-webhooks/sqlite'
 *
 * const { at } = await sqliteBackup('merchant.db', `/backup/${new Date().toISOString().slice(0, 10)}`)
 * ```
 */
export async function sqliteBackup(
  file: string,
  folder: string,
  options: { readonly onProgress?: (step: BackupStep) => void } = {},
): Promise<Backup> {
  const { backup } = loadSqlite(process.versions.node)
  if (backup === undefined) throw new Error(`A backup needs Node.js 22.16 or newer: this is ${process.version}.`)
  const files = Object.values(filesOf(realFile(file)))
  for (const one of files) if (!existsSync(one)) throw new Error(`There is no file ${one}: this is no SQLite store.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const places = files.map((one) => ({ file: one, copy: join(resolve(folder), basename(one)) }))
  for (const { copy } of places) if (existsSync(copy)) throw new Error(`${copy} is there already: name another folder.`)
  const copies: Copy[] = []
  try {
    const at = openAtOneMoment(files, () => {
      for (const { file: one, copy } of places) copies.push(new Copy(one, copy))
    })
    const total = sum(copies.map(({ total }) => total))
    const progress = () => options.onProgress?.({ copied: sum(copies.map(({ copied }) => copied)), total })
    for (const copy of copies) await copy.make(backup, progress)
    for (const copy of copies) copy.keep()
    sync(folder)
    return { at, files: places.map(({ copy }) => ({ file: copy, bytes: statSync(copy).size })) }
  } finally {
    for (const copy of copies) copy.close()
  }
}

/**
 * Stops the writers of the files, opens what is read, and lets them go on.
 *
 * @returns the moment
 */
function openAtOneMoment(files: readonly string[], open: () => void): Date {
  const writers = files.map((file) => openBeside(file, busyTimeout))
  try {
    for (const writer of writers) writer.exec('BEGIN IMMEDIATE')
    open()
    return new Date()
  } finally {
    // What it has begun ends with it.
    for (const writer of writers) writer.close()
  }
}

/** The copy of one file as it is now: what is written later is not in it. */
class Copy {
  /** Bytes. */
  readonly total: number
  readonly #path: string
  readonly #part: string
  readonly #source: Connection
  #copied = 0

  /** @throws SchemaProblem where it is no file of a store */
  constructor(file: string, path: string) {
    this.#path = path
    this.#part = `${path}.part`
    this.#source = openToRead(file, busyTimeout)
    this.#source.exec('BEGIN')
    checkKept(this.#source, file.endsWith('-turns') ? turnsSchema : inboxSchema)
    this.total = pragma(this.#source, 'page_count') * pragma(this.#source, 'page_size')
  }

  /** Bytes. */
  get copied(): number {
    return this.#copied
  }

  async make(backup: typeof copyDatabase, onProgress: () => void): Promise<void> {
    // One of a backup that was killed.
    rmSync(this.#part, { force: true })
    // For its owner alone, whatever is usual here.
    closeSync(openSync(this.#part, 'wx', 0o600))
    await backup(this.#source, this.#part, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => {
        this.#copied = Math.floor((this.total * (totalPages - remainingPages)) / totalPages)
        onProgress()
      },
    })
    this.#copied = this.total
    onProgress()
    check(this.#part)
    sync(this.#part)
  }

  keep(): void {
    renameSync(this.#part, this.#path)
  }

  /** Takes away what is not whole. */
  close(): void {
    this.#source.close()
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${this.#part}${end}`, { force: true })
  }
}

/** One file without a log beside it, in which everything can be read. */
function check(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
    const problems = copy
      .prepare('PRAGMA quick_check(1)')
      .all()
      .map((row) => String(row.quick_check))
    if (problems.join() !== 'ok')
      throw new Error(`The copy of ${basename(file, '.part')} is damaged: ${problems.join()}.`)
  } finally {
    copy.close()
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function pragma(connection: Connection, name: string): number {
  return numberOf(connection.prepare(`PRAGMA ${name}`).get()?.[name])
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

// ms: an application that holds its file for longer is asked again later, by whoever backs up.
const busyTimeout = 10_000
// 1 MiB: often enough for a bar.
const pagesAtOnce = 256
