import type { StoredEntry } from '../store/entry.ts'
import type { AttemptEnd } from './attempt-run.ts'
import type { Instead } from './work.ts'

/** The entry that goes on in the place of another. */
export interface Succession {
  readonly successor: string
}

type End = AttemptEnd | Succession

/** Requests that wait for an entry, and the lane in which it stands in line. */
interface Waiting {
  readonly listeners: ((end: End) => void)[]
  lane: string | undefined
}

/**
 * Who waits for an entry: a process that keeps nothing answers its requests by how their entries end. Where the head of the lane
 * has to wait for the service, so does all that stands behind it, and no request is held for as long as that takes.
 */
export class WaitingRequests {
  readonly #waiting = new Map<string, Waiting>()
  /** The entries that stand in line somewhere, by their lanes. */
  readonly #lines = new Map<string, Set<string>>()
  /** Lanes whose head isn't looked at again soon, and why. Each is that of an entry in the store. */
  readonly #putOff = new Map<string, Error>()
  #closed: Error | undefined

  /** Whether a request waits for an entry. */
  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** How the next attempt on an entry ends. */
  whenEnded(id: string): Promise<End> {
    return new Promise((resolve) => this.#listen(id, resolve))
  }

  /** The same of one that `begin` may begin: no promise where it has ended by then. */
  endOf(id: string, begin: () => void): Promise<End> | End {
    let ended: End | undefined
    let hear: ((end: End) => void) | undefined
    this.#listen(id, (end) => {
      ended = end
      hear?.(end)
    })
    begin()
    return ended ?? new Promise((resolve) => (hear = resolve))
  }

  /** An entry that somebody waits for isn't claimed: it has failed for them where its lane has to wait for long. */
  standsIn(lane: string, id: string): void {
    const error = this.#closed ?? this.#putOff.get(lane)
    if (error !== undefined) {
      this.tell(id, { ok: false, error })
      return
    }
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    waiting.lane = lane
    const line = this.#lines.get(lane)
    if (line === undefined) this.#lines.set(lane, new Set([id]))
    else line.add(id)
  }

  /** Tells whoever waits for an entry how it ended. */
  tell(id: string, end: End): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    this.#leave(id, waiting)
    for (const listener of waiting.listeners) listener(end)
  }

  /** Whoever waits for an entry hears of its successor, where it has one; and all behind one that is put off, of that. */
  passOn({ id, lane }: Pick<StoredEntry, 'id' | 'lane'>, instead: Instead): void {
    if (instead.state === 'later') {
      const error = new Error(instead.why)
      if (instead.retryIn > longestHold) this.#putOff.set(lane, error)
      for (const one of [id, ...(this.#lines.get(lane) ?? [])]) this.tell(one, { ok: false, error })
      return
    }
    if (!this.#waiting.has(id)) return
    const successor = 'successor' in instead ? instead.successor : undefined
    this.tell(id, successor === undefined ? endOf(instead) : { successor })
  }

  /** The head of a lane is looked at again. */
  goesOn(lane: string): void {
    this.#putOff.delete(lane)
  }

  /** Nothing that stands in line is worked on any more. */
  close(error: Error): void {
    this.#closed = error
    for (const id of [...this.#waiting.keys()]) this.tell(id, { ok: false, error })
  }

  #listen(id: string, listener: (end: End) => void): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) this.#waiting.set(id, { listeners: [listener], lane: undefined })
    else waiting.listeners.push(listener)
  }

  #leave(id: string, { lane }: Waiting): void {
    if (lane === undefined) return
    const line = this.#lines.get(lane)
    line?.delete(id)
    if (line?.size === 0) this.#lines.delete(lane)
  }
}

/** What a request is told that waited for it: whoever may come again is the service. */
function endOf(instead: Exclude<Instead, { state: 'later' }>): AttemptEnd {
  if (instead.state === 'done' || instead.state === 'rejected') return { ok: true }
  return { ok: false, error: instead.error }
}

// ms. So long a request is held for the next look at a payment.
const longestHold = 5_000
