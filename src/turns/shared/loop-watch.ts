import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Clock, systemClock } from '../../clock.ts'

/** Watches the event loop: while it is held nothing can be answered in time, whatever the budget is. */
export class LoopWatch {
  readonly #clock: Clock
  readonly #counts: () => LoopCounts | undefined
  #due = Number.POSITIVE_INFINITY
  #waited = 0
  /** The loop was held, and what came meanwhile may not all be read yet. */
  #reading: Reading | undefined
  /** The spans of the last minute at whose end everything was read, the oldest first. */
  #read: readonly Span[] = []

  /** @param counts of the loop; undefined where the time isn't the machine's, and then a timer that comes on time is enough */
  constructor(clock: Clock, counts = clock.monotonic === systemClock.monotonic ? countsOfLoop : nothing) {
    this.#clock = clock
    this.#counts = counts
  }

  /** `onDelay` hears how many ms the loop came late, when that is more than `threshold`. The result stops it. */
  start(threshold: number, onDelay: (ms: number) => void): () => void {
    let cancel: () => void
    const next = (now: number): void => {
      this.#due = now + interval
      cancel = this.#clock.after(interval, tick)
    }
    const tick = (): void => {
      const now = this.#clock.monotonic()
      const held = now - this.#due
      const counts = this.#counts()
      if (held > threshold) {
        const turn = counts?.turns ?? 0
        this.#reading = { from: this.#reading?.from ?? this.#due, turn, tookOne: turn }
        onDelay(held)
      } else if (this.#reading !== undefined && this.#hasRead(this.#reading, counts)) this.#end(this.#reading)
      this.#waited = counts?.waited ?? 0
      next(now)
    }
    next(this.#clock.monotonic())
    subscribe(connections, this.#take)
    return () => {
      unsubscribe(connections, this.#take)
      cancel()
    }
  }

  /**
   * How long a request may have lain unread before it was taken at `arrivedAt`, monotonic ms: a process that is frozen, or whose
   * loop is blocked, finds what came meanwhile only when it goes on, and takes long to read all of that where the machine is
   * busy. A hold that began later is no part of it.
   */
  heldBefore(arrivedAt: number): number {
    // The hold that goes on is told by its tick, which is due.
    const began = Math.min(arrivedAt, this.#due)
    const isReading = this.#reading !== undefined && this.#reading.from < began
    const before = isReading ? this.#reading : this.#read.find(({ from, until }) => from < began && began <= until)
    return arrivedAt - (before?.from ?? began)
  }

  /** A connection comes: while others lie there, each turn of the loop takes one. */
  readonly #take = (): void => {
    const reading = this.#reading
    const turns = reading && this.#counts()?.turns
    if (reading === undefined || turns === undefined) return
    if (turns - reading.tookOne > 1) this.#end(reading)
    else reading.tookOne = turns
  }

  /** Whether nothing is left of what came while the loop was held. */
  #hasRead({ turn, tookOne }: Reading, counts: LoopCounts | undefined): boolean {
    if (counts === undefined || counts.waited > this.#waited) return true
    return counts.turns - tookOne > 1 || counts.turns - turn > longestQueue
  }

  #end({ from }: Reading): void {
    const until = this.#clock.monotonic()
    this.#read = [...this.#read.filter((span) => span.until > until - remembered), { from, until }]
    this.#reading = undefined
  }
}

/** What an event loop says of itself. */
interface LoopCounts {
  /** ms for which it found nothing to do. */
  readonly waited: number
  readonly turns: number
}

/** The loop was held from then on, monotonic ms. In the turns since then it takes up what came meanwhile. */
interface Reading {
  readonly from: number
  /** The turn in which it went on, and the last one that took a connection. */
  readonly turn: number
  tookOne: number
}

/** From when on something may have lain unread, and when everything was read. Monotonic ms. */
interface Span {
  readonly from: number
  readonly until: number
}

/** Undefined in a runtime that doesn't count one of them: it would have waited by now, and Bun knows no turns. */
function countsOfLoop(): LoopCounts | undefined {
  const { idleTime: waited = 0, uvMetricsInfo }: Partial<typeof performance.nodeTiming> = performance.nodeTiming
  return waited > 0 && uvMetricsInfo !== undefined ? { waited, turns: uvMetricsInfo.loopCount } : undefined
}

const nothing = (): undefined => undefined

// ms. Fine enough for delays that matter against a budget of seconds.
const interval = 100
// ms. No turn takes longer.
const remembered = 60_000
// What Node says of a new connection to any server of the process.
const connections = 'net.server.socket'
// Connections that wait for a server, as Node asks of the system: a turn of the loop takes one of them.
const longestQueue = 511
