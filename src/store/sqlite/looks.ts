import type { BacklogState, KindBacklog } from '../backlog.ts'
import type { EntryState, StoredEntry } from '../entry.ts'
import type { EntryCount, EntryPage, EntryQuery } from '../inbox-store.ts'
import { checkPage } from '../lists/page.ts'
import type { OpenSessions } from '../open-sessions.ts'
import type { SessionLook, SessionPage, SessionQuery, Transcript } from '../turn-store.ts'
import { toEntry, toSummary } from './inbox/entry-row.ts'
import { toCounts } from './rows/read-row.ts'
import { keepText, keptFilter } from './rows/values.ts'
import type { Ask } from './worker/dispatcher.ts'
import type { InboxReads, TurnReads } from './worker/file-reader.ts'

/** The entries of the file, as whoever has it open or stands beside it reads them. */
export class EntriesLook {
  readonly #read: Ask<InboxReads>
  readonly #running: () => readonly number[]

  /** @param running the numbers of entries that run */
  constructor(read: Ask<InboxReads>, running: () => readonly number[]) {
    this.#read = read
    this.#running = running
  }

  async list(query: EntryQuery): Promise<EntryPage> {
    checkPage(query)
    const { rows, next } = await this.#read('entries', [keptFilter(query), this.#running()])
    return { entries: rows.map(toSummary), next }
  }

  async get(registration: string, id: string): Promise<StoredEntry | undefined> {
    const row = await this.#read('entry', [keepText(registration), keepText(id), this.#running()])
    return row === undefined ? undefined : toEntry(row)
  }

  async count(filter: EntryCount): Promise<Readonly<Record<EntryState, number>>> {
    return toCounts(await this.#read('countEntries', [keptFilter(filter), this.#running()]))
  }

  async backlog(registration: string, states?: readonly BacklogState[]): Promise<readonly KindBacklog[]> {
    return this.#read('backlog', [keepText(registration), this.#running(), states])
  }
}

/** The sessions of the file, read the same way. */
export class SqliteSessions implements SessionLook {
  readonly #read: Ask<TurnReads>

  constructor(read: Ask<TurnReads>) {
    this.#read = read
  }

  async list(query: SessionQuery): Promise<SessionPage> {
    checkPage(query)
    return this.#read('sessions', [query])
  }

  async get(registration: string, sessionId: string): Promise<readonly Transcript[]> {
    return this.#read('session', [registration, sessionId])
  }
}

/** The open ones of them. */
export function openSessionsBy(read: Ask<TurnReads>): OpenSessions {
  return {
    count: (registration) => read('countOpen', [registration, Date.now()]),
    list: async (query) => {
      checkPage(query)
      return read('openSessions', [query, Date.now()])
    },
  }
}
