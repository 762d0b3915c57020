import { kinds } from '../../pushes/kinds.ts'
import { aText, aWordOf, type Checks, checkFields, someTime } from '../check-arguments.ts'
import { FMW_SIMULATOR_STATE, FMW_SIMULATOR_WAIT, wrongIn } from '../errors.ts'
import { callNames } from '../faults/answers.ts'
import { Listeners } from '../world/listeners.ts'
import type { About, EndpointName, LogRow } from './row.ts'

/**
 * Which rows are meant: all that is named must agree. Nothing named means every row.
 *
 * @example
 * const ofThisSession: LogFilter = { direction: 'push', sessionId }
 */
export interface LogFilter extends About {
  readonly direction?: LogRow['direction'] | undefined
  readonly kind?: LogRow['kind'] | undefined
}

const otherCalls = ['checkoutPage', 'unknownCall'] satisfies EndpointName[]

const filterChecks: Checks<LogFilter> = {
  direction: aWordOf(['push', 'call'] satisfies LogRow['direction'][]),
  kind: aWordOf([...kinds, ...callNames, ...otherCalls]),
  sessionId: aText,
  billId: aText,
  reference: aText,
  messageId: aText,
  mobile: aText,
}

/** How much is kept: the oldest rows go first. */
export interface LogLimits {
  readonly rows: number
  /** Of bodies and headers, in both directions. */
  readonly bytes: number
}

/** A row before it has its number. */
export type NewRow = Omit<LogRow, 'id'>

/**
 * Everything that went over the wire, in both directions, in the order in which it ended.
 *
 * @example
 * await sim.customer.pays(invoice)
 * const callback = await sim.log.next({ kind: 'checkout' })
 * callback.response?.status // 200
 */
export class Log {
  readonly #limits: LogLimits
  readonly #listeners = new Listeners<[row: LogRow]>()
  /** @internal */
  readonly underWay = new PendingPushes()
  #rows: LogRow[] = []
  #given = new WeakSet<LogRow>()
  #bytes = 0
  #last = 0

  constructor(limits: LogLimits) {
    this.#limits = limits
  }

  /** The rows that are kept, the oldest first. @throws FMW_SIMULATOR_ARGUMENT */
  rows(filter: LogFilter = {}): LogRow[] {
    checkFields(filter, filterChecks, wrongIn('sim.log.rows'))
    return this.#rows.filter((row) => isMeant(row, filter))
  }

  /**
   * Pushes that wait for their answer now, the oldest first: `id` is 0, and `response` null. The row that comes has the same
   * `pendingAs`.
   *
   * @throws FMW_SIMULATOR_ARGUMENT
   * @example
   * const isWaiting = sim.log.pending({ kind: 'ussd' }).length > 0
   */
  pending(filter: LogFilter = {}): LogRow[] {
    checkFields(filter, filterChecks, wrongIn('sim.log.pending'))
    return this.underWay.all.filter((row) => isMeant(row, filter))
  }

  /** One row; undefined where it is not kept any more. */
  row(id: number): LogRow | undefined {
    return this.#rows[id - (this.#rows[0]?.id ?? 0)]
  }

  /**
   * The first such row that no `next` gave before: one that came already, or the next that comes.
   *
   * @param within ms of the machine's own time. Default 5,000
   * @throws FMW_SIMULATOR_WAIT where none comes in time, FMW_SIMULATOR_ARGUMENT
   */
  async next(filter: LogFilter = {}, options: { readonly within?: number | undefined } = {}): Promise<LogRow> {
    checkFields(filter, filterChecks, wrongIn('sim.log.next'))
    checkFields(options, { within: someTime }, wrongIn('sim.log.next'))
    const { within = 5_000 } = options
    const take = (row: LogRow): boolean => {
      if (this.#given.has(row) || !isMeant(row, filter)) return false
      this.#given.add(row)
      return true
    }
    const found = this.#rows.find(take)
    if (found !== undefined) return found
    const { promise, resolve, reject } = Promise.withResolvers<LogRow>()
    const stop = this.onRow((row) => {
      if (take(row)) resolve(row)
    })
    const timer = setTimeout(() => reject(new FMW_SIMULATOR_WAIT(within, inWords(filter), this.#rows.length)), within)
    return promise.finally(() => {
      clearTimeout(timer)
      stop()
    })
  }

  /** Calls back with each new row. The result ends it. */
  onRow(listener: (row: LogRow) => void): () => void {
    return this.#listeners.on(listener)
  }

  /** The number of the first row that is kept, or will be. */
  get first(): number {
    return this.#rows[0]?.id ?? this.#last + 1
  }

  /** The number of the last row; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** Forgets all rows; the numbers go on. */
  clear(): void {
    this.#rows = []
    this.#bytes = 0
    this.#given = new WeakSet()
  }

  add(given: NewRow): LogRow {
    if (given.pendingAs !== undefined) this.underWay.end(given.pendingAs)
    this.#last += 1
    const row: LogRow = { id: this.#last, ...given }
    this.#rows.push(row)
    this.#bytes += sizeOf(row)
    this.#forget()
    this.#listeners.tell(row)
    return row
  }

  #forget(): void {
    let gone = 0
    for (const row of this.#rows) {
      const isTooMuch = this.#rows.length - gone > this.#limits.rows || this.#bytes > this.#limits.bytes
      // The newest stays, whatever its size: somebody waits for it.
      if (!isTooMuch || gone === this.#rows.length - 1) break
      this.#bytes -= sizeOf(row)
      gone += 1
    }
    if (gone > 0) this.#rows.splice(0, gone)
  }
}

/** The row of a number. @throws FMW_SIMULATOR_STATE where there is none */
export function rowIn(log: Log, id: number): LogRow {
  const row = log.row(id)
  if (row === undefined) throw new FMW_SIMULATOR_STATE(`has no row ${id} in its log, or not any more`)
  return row
}

function isMeant(row: LogRow, { direction, kind, ...about }: LogFilter): boolean {
  if (direction !== undefined && row.direction !== direction) return false
  if (kind !== undefined && row.kind !== kind) return false
  return Object.entries(about).every(([name, value]) => value === undefined || Reflect.get(row.about, name) === value)
}

function inWords(filter: LogFilter): string {
  const parts = Object.entries(filter).filter(([, value]) => value !== undefined)
  return parts.length === 0 ? 'any' : parts.map(([name, value]) => `${name} ${value}`).join(', ')
}

function sizeOf({ request, response, url }: LogRow): number {
  return (
    url.length +
    weight(request.headers) +
    request.body.length +
    weight(response?.headers) +
    (response?.body.length ?? 0)
  )
}

function weight(headers: Readonly<Record<string, string>> = {}): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

/** Pushes that wait for their answer. Each has a number of its own, which its row names. */
class PendingPushes {
  readonly #pushes = new Map<number, LogRow>()
  /** Told when one begins, or ends without a row. */
  readonly changes = new Listeners()
  #last = 0

  /** The oldest first. */
  get all(): readonly LogRow[] {
    return [...this.#pushes.values()]
  }

  /** @returns its number */
  begin(push: Omit<LogRow, 'id' | 'pendingAs'>): number {
    this.#last += 1
    this.#pushes.set(this.#last, { id: 0, ...push, pendingAs: this.#last })
    this.changes.tell()
    return this.#last
  }

  /** It has ended, or is forgotten. */
  end(number: number): void {
    if (this.#pushes.delete(number)) this.changes.tell()
  }

  forget(): void {
    this.#pushes.clear()
    this.changes.tell()
  }
}

/** The time was moved on. */
export interface ClockJump {
  /** The number of the last row before it; 0 before the first. */
  readonly after: number
  /** ms */
  readonly by: number
}

/** Where in the log the time was moved on, the oldest first: several in a row are one. */
export class ClockJumps {
  #all: readonly ClockJump[] = []

  get all(): readonly ClockJump[] {
    return this.#all
  }

  add({ after, by }: ClockJump): void {
    if (by === 0) return
    const last = this.#all.at(-1)
    const isSame = last?.after === after
    const before = isSame ? this.#all.slice(0, -1) : this.#all
    this.#all = [...before, { after, by: isSame ? last.by + by : by }].slice(-most)
  }

  clear(): void {
    this.#all = []
  }
}

const most = 1_000
