import type { DatabaseSync } from 'node:sqlite'
import { EntryReader } from '../inbox/entry-reader.ts'
import { inboxSchema } from '../inbox/inbox-schema.ts'
import { troubleOf } from '../main/failures.ts'
import type { FileName } from '../main/thread.ts'
import { StopReader } from '../stops/stop-table.ts'
import { TrailReader } from '../trail/trail-table.ts'
import { OpenSessionReader } from '../turns/open-session-reader.ts'
import { PersonReader } from '../turns/person-reader.ts'
import { SessionReader } from '../turns/session-reader.ts'
import { turnsSchema } from '../turns/turns-schema.ts'
import { inodesOf, openToRead } from './connection.ts'
import type { Operation, TaskOf } from './dispatcher.ts'
import { checkSchema } from './migrate.ts'

/** What the reading thread is asked for. */
export type ReaderOperations = {
  readonly entries: Operation<EntryReader['list']>
  readonly entry: Operation<EntryReader['get']>
  readonly countEntries: Operation<EntryReader['count']>
  readonly backlog: Operation<EntryReader['backlog']>
  readonly locate: Operation<EntryReader['locate']>
  readonly dead: Operation<EntryReader['dead']>
  readonly oldKeys: Operation<EntryReader['oldKeys']>
  readonly lines: Operation<TrailReader['list']>
  readonly pastLines: Operation<TrailReader['past']>
  readonly stops: Operation<StopReader['list']>
  readonly sessions: Operation<SessionReader['list']>
  readonly session: Operation<SessionReader['get']>
}

export type ReaderTask = TaskOf<ReaderOperations>

/** Answers questions about both files. What it needs is opened when it is asked for. */
export class FileReader {
  readonly #inbox: ReadFile<InboxReaders>
  readonly #turns: ReadFile<TurnReaders>

  constructor(files: Readonly<Record<FileName, string>>) {
    this.#inbox = new ReadFile(files.inbox, (connection) => {
      checkSchema(connection, inboxSchema)
      return {
        entries: new EntryReader(connection),
        trail: new TrailReader(connection),
        stops: new StopReader(connection),
      }
    })
    this.#turns = new ReadFile(files.turns, (connection) => {
      checkSchema(connection, turnsSchema)
      return {
        sessions: new SessionReader(connection),
        open: new OpenSessionReader(connection),
        person: new PersonReader(connection),
      }
    })
  }

  answer([name, asked]: ReaderTask): unknown {
    switch (name) {
      case 'entries':
        return this.entries((entries) => entries.list(...asked))
      case 'entry':
        return this.entries((entries) => entries.get(...asked))
      case 'countEntries':
        return this.entries((entries) => entries.count(...asked))
      case 'backlog':
        return this.entries((entries) => entries.backlog(...asked))
      case 'locate':
        return this.entries((entries) => entries.locate(...asked))
      case 'dead':
        return this.entries((entries) => entries.dead(...asked))
      case 'oldKeys':
        return this.entries((entries) => entries.oldKeys(...asked))
      case 'lines':
        return this.trail((trail) => trail.list(...asked))
      case 'pastLines':
        return this.trail((trail) => trail.past(...asked))
      case 'stops':
        return this.stops((stops) => stops.list(...asked))
      case 'sessions':
        return this.sessions((sessions) => sessions.list(...asked))
      case 'session':
        return this.sessions((sessions) => sessions.get(...asked))
    }
  }

  /** Asks about entries. */
  entries<Value>(ask: (entries: EntryReader) => Value): Value {
    return this.#inbox.use(({ entries }) => ask(entries))
  }

  /** Asks about what people did. */
  trail<Value>(ask: (trail: TrailReader) => Value): Value {
    return this.#inbox.use(({ trail }) => ask(trail))
  }

  /** Asks which kinds are stopped. */
  stops<Value>(ask: (stops: StopReader) => Value): Value {
    return this.#inbox.use(({ stops }) => ask(stops))
  }

  /** Asks about sessions. */
  sessions<Value>(ask: (sessions: SessionReader) => Value): Value {
    return this.#turns.use(({ sessions }) => ask(sessions))
  }

  /** Asks about the sessions that are open. */
  openSessions<Value>(ask: (open: OpenSessionReader) => Value): Value {
    return this.#turns.use(({ open }) => ask(open))
  }

  /** Asks what is kept of one person beside entries. */
  person<Value>(ask: (person: PersonReader) => Value): Value {
    return this.#turns.use(({ person }) => ask(person))
  }

  /** Names of those that have entries or sessions. */
  registrations(): readonly string[] {
    const names = [
      ...this.entries((entries) => entries.registrations()),
      ...this.sessions((sessions) => sessions.registrations()),
    ]
    return [...new Set(names)].sort()
  }

  close(): void {
    this.#inbox.close()
    this.#turns.close()
  }
}

interface InboxReaders {
  readonly entries: EntryReader
  readonly trail: TrailReader
  readonly stops: StopReader
}

interface TurnReaders {
  readonly sessions: SessionReader
  readonly open: OpenSessionReader
  readonly person: PersonReader
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
