import type { NewTrailLine, TrailLook, TrailPage, TrailQuery, TrailStore } from '../../people/trail.ts'
import type { InboxRoute } from '../inbox/sqlite-inbox.ts'
import { checkPage } from '../rows/read-row.ts'
import { keepText } from '../rows/values.ts'
import type { FileReader } from '../worker/file-reader.ts'
import type { WriteBeside } from '../writes-beside.ts'
import { addBeside, keptLine, toLine } from './trail-table.ts'

/** The trail of a registration, as the application has it. */
export class SqliteTrail implements TrailStore {
  readonly #route: Pick<InboxRoute, 'ask' | 'read' | 'unavailable'>
  readonly #name: string
  readonly #room: number
  #isClosed = false

  /** @param room bytes */
  constructor(route: Pick<InboxRoute, 'ask' | 'read' | 'unavailable'>, registration: string, room: number) {
    this.#route = route
    this.#name = keepText(registration)
    this.#room = room
  }

  async append(registration: string, line: NewTrailLine): Promise<void> {
    this.#checkOpen()
    await this.#route.ask({ task: ['addLine', [keepText(registration), keptLine(line)]], read: () => undefined })
  }

  async list(query: TrailQuery): Promise<TrailPage> {
    this.#checkOpen()
    checkPage(query.limit, query.cursor)
    return toPage(await this.#route.read('lines', [keptTrailQuery(query)]))
  }

  async sweep(keep: number, most: number): Promise<number> {
    this.#checkOpen()
    const past = await this.#route.read('pastLines', [this.#name, Date.now() - keep, this.#room, Math.floor(most)])
    return past.length === 0 ? 0 : this.#route.ask({ task: ['forgetLines', [past]], read: (count) => count })
  }

  close(): void {
    this.#isClosed = true
  }

  #checkOpen(): void {
    if (this.#isClosed) throw this.#route.unavailable('it is closed')
  }
}

/** The trail beside the application: lines are written at once, whether it runs or not. */
export class TrailBeside implements TrailLook {
  readonly #use: <Value>(ask: (reader: FileReader) => Value) => Value
  readonly #write: WriteBeside

  constructor(use: <Value>(ask: (reader: FileReader) => Value) => Value, write: WriteBeside) {
    this.#use = use
    this.#write = write
  }

  async append(registration: string, line: NewTrailLine): Promise<void> {
    await this.#write((connection) => addBeside(connection, keepText(registration), keptLine(line)))
  }

  async list(query: TrailQuery): Promise<TrailPage> {
    checkPage(query.limit, query.cursor)
    return toPage(this.#use((reader) => reader.trail((trail) => trail.list(keptTrailQuery(query)))))
  }
}

function keptTrailQuery(query: TrailQuery): TrailQuery {
  const { registration, entry } = query
  return {
    ...query,
    registration: keepText(registration),
    entry: entry === undefined ? undefined : keepText(entry),
  }
}

function toPage({ lines, next }: TrailPage): TrailPage {
  return { lines: lines.map(toLine), next }
}
