import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { FileName } from '../main/thread.ts'
import { numberOf } from '../rows/values.ts'
import { inodeOf, openToWrite } from './connection.ts'

/**
 * Moves what was committed from the logs to their files, beside the writers, which go on meanwhile. A log begins
 * again at its start only when all of it is in the file; under load that never happens by itself, so when a log has
 * grown long its writer is asked to move the little that came during the last checkpoint.
 */
export class Checkpoints {
  readonly #logs: readonly Log[]

  constructor(files: Readonly<Record<FileName, string>>) {
    this.#logs = [new Log('inbox', files.inbox), new Log('turns', files.turns)]
  }

  /** @returns the files whose logs are long */
  run(): readonly FileName[] {
    return this.#logs.filter((log) => log.checkpoint() > longLog).map(({ name }) => name)
  }

  close(): void {
    for (const log of this.#logs) log.close()
  }
}

class Log {
  readonly name: FileName
  readonly #file: string
  #connection: DatabaseSync | undefined
  #changedAt: number | undefined
  /** Of the file, from when it was opened first. */
  #inode: number | undefined

  constructor(name: FileName, file: string) {
    this.name = name
    this.#file = file
  }

  /** @returns how many pages the log has; 0 when nothing has changed or it cannot be done now */
  checkpoint(): number {
    const changedAt = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt === undefined || changedAt === this.#changedAt) return 0
    const inode = inodeOf(this.#file)
    // To open what is gone would make an empty file, and SQLite deletes the log of that: its pages are nowhere else.
    this.#inode ??= inode
    if (inode === undefined || inode !== this.#inode) return 0
    try {
      this.#connection ??= openToWrite(this.#file, { synchronous: 'FULL', busyTimeout: 0 })
      const row = this.#connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
      this.#changedAt = changedAt
      return numberOf(row?.log)
    } catch {
      // The writer meets the same trouble and tells of it.
      this.close()
      return 0
    }
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }
}

// pages: 16 MiB
const longLog = 4_096
