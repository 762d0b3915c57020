import type { NewTrailLine, TrailLook, TrailPage, TrailQuery, TrailStore } from '../../people/trail.ts'
import { trailPage } from '../looks.ts'
import type { Route } from '../main/route.ts'
import { keepText } from '../rows/values.ts'
import type { Ask } from '../worker/dispatcher.ts'
import type { InboxReads } from '../worker/file-reader.ts'
import type { WriteBeside } from '../writes-beside.ts'
import { addBeside, keptLine } from './trail-table.ts'

/** The trail of a registration, as the application has it. */
export class SqliteTrail implements TrailStore {
  readonly #route: Pick<Route, 'ask' | 'readInbox'>
  readonly #name: string
  readonly #room: number

  /** @param room bytes */
  constructor(route: Pick<Route, 'ask' | 'readInbox'>, registration: string, room: number) {
    this.#route = route
    this.#name = keepText(registration)
    this.#room = room
  }

  async append(registration: string, line: NewTrailLine): Promise<void> {
    await this.#route.ask({ task: ['addLine', [keepText(registration), keptLine(line)]], read: () => undefined })
  }

  async list(query: TrailQuery): Promise<TrailPage> {
    return trailPage(this.#route.readInbox, query)
  }

  async sweep(keep: number, most: number): Promise<number> {
    const past = await this.#route.readInbox('pastLines', [this.#name, Date.now() - keep, this.#room, Math.floor(most)])
    return past.length === 0 ? 0 : this.#route.ask({ task: ['forgetLines', [past]], read: (count) => count })
  }
}

/** The trail beside the application: lines are written at once, whether it runs or not. */
export class TrailBeside implements TrailLook {
  readonly #read: Ask<InboxReads>
  readonly #write: WriteBeside

  constructor(read: Ask<InboxReads>, write: WriteBeside) {
    this.#read = read
    this.#write = write
  }

  async append(registration: string, line: NewTrailLine): Promise<void> {
    await this.#write((connection) => addBeside(connection, keepText(registration), keptLine(line)))
  }

  async list(query: TrailQuery): Promise<TrailPage> {
    return trailPage(this.#read, query)
  }
}
