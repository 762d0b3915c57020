import type { DatabaseSync } from 'node:sqlite'
import type { Kind } from '../../../pushes/kinds.ts'
import type { KindStop, NewKindStop, StopsLook } from '../../people/stops.ts'
import type { InboxRoute } from '../inbox/sqlite-inbox.ts'
import type { FileReader } from '../worker/file-reader.ts'
import type { WriteBeside } from '../writes-beside.ts'
import { StopTable } from './stop-table.ts'

/** Which kinds are stopped, as the application has it. */
export class SqliteStops implements StopsLook {
  readonly #route: Pick<InboxRoute, 'ask' | 'read' | 'unavailable'>
  #hasLooked = false
  #isClosed = false

  constructor(route: Pick<InboxRoute, 'ask' | 'read' | 'unavailable'>) {
    this.#route = route
  }

  async list(registration: string): Promise<readonly KindStop[]> {
    this.#checkOpen()
    // A writer that waits for its disk holds up no stop.
    if (this.#hasLooked) return this.#route.read('stops', [registration])
    // An application starts without the thread that reads.
    const stops = await this.#route.ask({ task: ['listStops', [registration]], read: (found) => found })
    this.#hasLooked = true
    return stops
  }

  async stop(registration: string, stop: NewKindStop): Promise<boolean> {
    this.#checkOpen()
    return this.#route.ask({ task: ['stopKind', [registration, stop]], read: (isNew) => isNew })
  }

  async start(registration: string, kind: Kind): Promise<boolean> {
    this.#checkOpen()
    return this.#route.ask({ task: ['startKind', [registration, kind]], read: (wasStopped) => wasStopped })
  }

  close(): void {
    this.#isClosed = true
  }

  #checkOpen(): void {
    if (this.#isClosed) throw this.#route.unavailable('it is closed')
  }
}

/** The same beside the application: written at once, whether it runs or not. */
export class StopsBeside implements StopsLook {
  readonly #use: <Value>(ask: (reader: FileReader) => Value) => Value
  readonly #write: WriteBeside

  constructor(use: <Value>(ask: (reader: FileReader) => Value) => Value, write: WriteBeside) {
    this.#use = use
    this.#write = write
  }

  async list(registration: string): Promise<readonly KindStop[]> {
    return this.#use((reader) => reader.stops((stops) => stops.list(registration)))
  }

  async stop(registration: string, stop: NewKindStop): Promise<boolean> {
    return this.#write((connection) => tableNow(connection).stopKind(registration, stop))
  }

  async start(registration: string, kind: Kind): Promise<boolean> {
    return this.#write((connection) => tableNow(connection).startKind(registration, kind))
  }
}

function tableNow(connection: DatabaseSync): StopTable {
  const table = new StopTable(connection)
  table.now = Date.now()
  return table
}
