import type { DatabaseSync } from 'node:sqlite'
import type { Kind } from '../../../pushes/kinds.ts'
import type { KindStop, NewKindStop, StopsLook } from '../../people/stops.ts'
import type { Route } from '../main/route.ts'
import type { Ask } from '../worker/dispatcher.ts'
import type { InboxReads } from '../worker/file-reader.ts'
import type { WriteBeside } from '../writes-beside.ts'
import { StopTable } from './stop-table.ts'

/** Which kinds are stopped, as the application has it. */
export class SqliteStops implements StopsLook {
  readonly #route: Pick<Route, 'ask' | 'readInbox'>
  #hasLooked = false

  constructor(route: Pick<Route, 'ask' | 'readInbox'>) {
    this.#route = route
  }

  async list(registration: string): Promise<readonly KindStop[]> {
    // A writer that waits for its disk holds up no stop.
    if (this.#hasLooked) return this.#route.readInbox('stops', [registration])
    // An application starts without the thread that reads.
    const stops = await this.#route.ask({ task: ['listStops', [registration]], read: (found) => found })
    this.#hasLooked = true
    return stops
  }

  async stop(registration: string, stop: NewKindStop): Promise<boolean> {
    return this.#route.ask({ task: ['stopKind', [registration, stop]], read: (isNew) => isNew })
  }

  async start(registration: string, kind: Kind): Promise<boolean> {
    return this.#route.ask({ task: ['startKind', [registration, kind]], read: (wasStopped) => wasStopped })
  }
}

/** The same beside the application: written at once, whether it runs or not. */
export class StopsBeside implements StopsLook {
  readonly #read: Ask<InboxReads>
  readonly #write: WriteBeside

  constructor(read: Ask<InboxReads>, write: WriteBeside) {
    this.#read = read
    this.#write = write
  }

  async list(registration: string): Promise<readonly KindStop[]> {
    return this.#read('stops', [registration])
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
