import { randomBytes } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log/log.ts'
import { filterOf, pendingFilterOf, type rowFilter, type watched } from './log-routes.ts'
import { rowView } from './views.ts'

/** The streams of those who watch: rows as they come, and that something was changed. */
export class Live {
  readonly #log: Log
  readonly #watchers = new Set<Watcher>()
  #soon: NodeJS.Timeout | undefined
  // Rows are numbered anew in each process: a watcher of an earlier one must not miss the first.
  readonly #run = randomBytes(4).toString('hex')

  constructor(log: Log) {
    this.#log = log
    log.onRow(() => {
      for (const watcher of this.#watchers) watcher.wake()
    })
    // What is answered at once is never told as waiting.
    log.underWay.changes.on(() => {
      if (this.#watchers.size === 0) return
      this.#soon ??= setTimeout(() => {
        this.#soon = undefined
        for (const watcher of this.#watchers) watcher.wake()
      }, soon)
    })
  }

  /** Sends what came after the last row that the watcher has, then what comes. */
  watch(reply: FastifyReply, { lastEventId = '', ...filter }: Static<typeof watched>): void {
    const [, run, last] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(reply.sse.lastEventId ?? lastEventId) ?? []
    const isOther = run !== undefined && run !== this.#run
    const after = isOther ? 0 : Number(last ?? filter.after ?? this.#log.last)
    const watcher = new Watcher(reply, { log: this.#log, run: this.#run, filter: { ...filter, after } })
    this.#watchers.add(watcher)
    reply.sse.keepAlive()
    reply.sse.onClose(() => this.#watchers.delete(watcher))
    watcher.changed(isOther ? 'restart' : 'watching')
  }

  /** Tells all that something was changed: what they show of it is old. */
  changed(what: string): void {
    for (const watcher of this.#watchers) watcher.changed(what)
  }

  close(): void {
    clearTimeout(this.#soon)
    for (const watcher of this.#watchers) watcher.close()
  }
}

/** ms after which a push that has no answer yet is told. */
const soon = 40

/** Of those that wait, so many are told. */
const mostPending = 100

interface Watched {
  readonly log: Log
  readonly run: string
  readonly filter: Static<typeof rowFilter>
}

/**
 * One watcher. It holds nothing but where it stands in the log, and what was changed since it was last told: however slowly
 * it reads, nothing heaps up.
 */
class Watcher {
  readonly #reply: FastifyReply
  readonly #log: Log
  readonly #run: string
  readonly #isMeant: ReturnType<typeof filterOf>
  readonly #isPending: ReturnType<typeof filterOf>
  readonly #changes = new Set<string>()
  /** The numbers of those that it knows to wait. */
  #told = ''
  #last: number
  #isWriting = false

  constructor(reply: FastifyReply, { log, run, filter }: Watched) {
    this.#reply = reply
    this.#log = log
    this.#run = run
    this.#last = filter.after ?? 0
    this.#isMeant = filterOf(filter)
    this.#isPending = pendingFilterOf(filter)
  }

  changed(what: string): void {
    this.#changes.add(what)
    this.wake()
  }

  /** There may be something to tell. */
  wake(): void {
    if (this.#isWriting) return
    this.#isWriting = true
    void this.#write()
  }

  close(): void {
    this.#reply.sse.close()
  }

  /** Tells what there is, one by one, each when the last was read. */
  async #write(): Promise<void> {
    for (let next = this.#next(); next !== undefined && this.#reply.sse.isConnected; next = this.#next()) {
      await this.#reply.sse.send(next)
    }
    this.#isWriting = false
  }

  #next(): { readonly id?: string; readonly event: string; readonly data: object } | undefined {
    if (this.#last < this.#log.first - 1) {
      this.#last = this.#log.first - 1
      this.#changes.add('forgotten')
    }
    for (const what of this.#changes) {
      this.#changes.delete(what)
      // With where it stands, also before a first row: after a restart it is asked of the other log.
      return { id: this.#id(this.#last), event: 'changed', data: { what } }
    }
    while (this.#last < this.#log.last) {
      this.#last += 1
      const row = this.#log.row(this.#last)
      if (row !== undefined && this.#isMeant(row)) return { id: this.#id(row.id), event: 'row', data: rowView(row) }
    }
    return this.#pending()
  }

  #id(row: number): string {
    return `${this.#run}-${row}`
  }

  /** All that wait, where they are others than it was told. */
  #pending() {
    const rows = this.#log.pending().filter(this.#isPending).slice(0, mostPending)
    const numbers = rows.map(({ pendingAs }) => pendingAs).join()
    if (numbers === this.#told) return undefined
    this.#told = numbers
    return { event: 'pending', data: { rows: rows.map(rowView) } }
  }
}
