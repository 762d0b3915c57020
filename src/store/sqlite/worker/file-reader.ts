import type { DatabaseSync } from 'node:sqlite'
import { inboxSchema } from '../inbox/inbox-schema.ts'
import { EntryReader } from '../look/entry-reader.ts'
import { troubleOf } from '../main/failures.ts'
import type { FileName } from '../main/thread.ts'
import { PeopleReader } from '../people/people-tables.ts'
import { SessionReader } from '../turns/session-reader.ts'
import { turnsSchema } from '../turns/turns-schema.ts'
import { inodesOf, openToRead } from './connection.ts'
import type { Methods, Operations, TaskOf } from './dispatcher.ts'
import { checkSchema } from './migrate.ts'

/** What may be asked about the file of the inbox. */
function inboxReads(connection: DatabaseSync) {
  checkSchema(connection, inboxSchema)
  const entries = new EntryReader(connection)
  const people = new PeopleReader(connection)
  return {
    registrations: entries.registrations.bind(entries),
    entries: entries.list.bind(entries),
    entry: entries.get.bind(entries),
    countEntries: entries.count.bind(entries),
    backlog: entries.backlog.bind(entries),
    locate: entries.locate.bind(entries),
    dead: entries.dead.bind(entries),
    oldKeys: entries.oldKeys.bind(entries),
    lines: people.lines.bind(people),
    pastLines: people.pastLines.bind(people),
    stops: people.stops.bind(people),
  }
}

/** And about the file of turns. */
function turnReads(connection: DatabaseSync): SessionReader {
  checkSchema(connection, turnsSchema)
  return new SessionReader(connection)
}

export type InboxReads = Operations<ReturnType<typeof inboxReads>>
export type TurnReads = Operations<SessionReader>
export type ReaderTask =
  | readonly [file: 'inbox', task: TaskOf<InboxReads>]
  | readonly [file: 'turns', task: TaskOf<TurnReads>]

/** Answers questions about both files. What it needs is opened when it is asked for. */
export class FileReader {
  readonly #inbox: ReadFile<Methods<InboxReads>>
  readonly #turns: ReadFile<Methods<TurnReads>>

  constructor(files: Readonly<Record<FileName, string>>) {
    this.#inbox = new ReadFile(files.inbox, inboxReads)
    this.#turns = new ReadFile(files.turns, turnReads)
  }

  answer([file, task]: ReaderTask): unknown {
    return file === 'inbox' ? this.inbox(task[0], task[1]) : this.turns(task[0], task[1])
  }

  inbox<Name extends keyof InboxReads>(name: Name, asked: InboxReads[Name]['asked']): InboxReads[Name]['answer'] {
    return this.#inbox.use((reads) => reads[name](...asked))
  }

  turns<Name extends keyof TurnReads>(name: Name, asked: TurnReads[Name]['asked']): TurnReads[Name]['answer'] {
    return this.#turns.use((reads) => reads[name](...asked))
  }

  /** Names of those that have entries or sessions. */
  registrations(): readonly string[] {
    return [...new Set([...this.inbox('registrations', []), ...this.turns('registrations', [])])].sort()
  }

  close(): void {
    this.#inbox.close()
    this.#turns.close()
  }
}

/** A file that is read, opened anew when it was replaced or is in trouble. */
export class ReadFile<Reader> {
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
