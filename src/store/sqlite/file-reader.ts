import type { DatabaseSync } from 'node:sqlite'
import { openToRead } from './connection.ts'
import { EntryReader } from './entry-reader.ts'
import { troubleOf } from './failures.ts'
import { inboxSchema } from './inbox-schema.ts'
import { inodesOf } from './inodes.ts'
import type { FileName } from './messages.ts'
import { checkSchema } from './migrate.ts'
import type { ReaderTask } from './reader-operations.ts'

/** Answers questions about both files. What it needs is opened when it is asked for. */
export class FileReader {
  readonly #inbox: ReadFile<EntryReader>

  constructor(files: Readonly<Record<FileName, string>>) {
    this.#inbox = new ReadFile(files.inbox, (connection) => {
      checkSchema(connection, inboxSchema)
      return new EntryReader(connection)
    })
  }

  answer(task: ReaderTask): unknown {
    return this.#inbox.use((entries) => answerOn(entries, task))
  }

  close(): void {
    this.#inbox.close()
  }
}

function answerOn(entries: EntryReader, [name, asked]: ReaderTask): unknown {
  switch (name) {
    case 'entries':
      return entries.list(...asked)
    case 'entry':
      return entries.get(...asked)
    case 'countEntries':
      return entries.count(...asked)
    case 'locate':
      return entries.locate(...asked)
    case 'dead':
      return entries.dead(...asked)
    case 'oldKeys':
      return entries.oldKeys(...asked)
  }
}

/** A file that is read, opened anew when it was replaced or is in trouble. */
class ReadFile<Reader> {
  readonly #file: string
  readonly #make: (connection: DatabaseSync) => Reader
  #connection: DatabaseSync | undefined
  #reader: Reader | undefined
  #inodes = ''

  constructor(file: string, make: (connection: DatabaseSync) => Reader) {
    this.#file = file
    this.#make = make
  }

  use<Value>(ask: (reader: Reader) => Value): Value {
    if (this.#reader !== undefined && inodesOf(this.#file) !== this.#inodes) this.close()
    try {
      return ask(this.#open())
    } catch (error) {
      if (this.#reader === undefined || troubleOf(error) === 'broken') this.close()
      throw error
    }
  }

  close(): void {
    this.#reader = undefined
    this.#connection?.close()
    this.#connection = undefined
  }

  #open(): Reader {
    if (this.#reader !== undefined) return this.#reader
    this.#connection = openToRead(this.#file, busyTimeout)
    const reader = this.#make(this.#connection)
    this.#reader = reader
    this.#inodes = inodesOf(this.#file)
    return reader
  }
}

// ms
const busyTimeout = 2_000
