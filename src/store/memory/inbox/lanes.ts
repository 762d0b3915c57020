import type { SteadyClock } from '../settings.ts'
import { DueHeap } from './due-heap.ts'
import { type EntryRecord, Lane } from './entry-record.ts'

/** The lanes that have something to do, and which of them is due first. A lane without entries is not kept. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  /** Lanes whose head waits. */
  readonly #due = new DueHeap<Lane>()

  /** The lane whose head may be claimed first. */
  get earliest(): Lane | undefined {
    return this.#due.first
  }

  /** Gives an entry its place: a new one is the last, one that is asked for again stands where it stood. */
  add(record: EntryRecord): Lane {
    const lane = this.#lanes.get(record.laneName) ?? this.#open(record.laneName)
    record.lane = lane
    let place = lane.entries.last
    if (place !== undefined && place.order > record.order) place = placeFromFront(lane, record)
    lane.entries.insertAfter(place, record)
    return lane
  }

  /** Makes the head claimable at its time, or nothing while the lane is worked on. */
  arrange(lane: Lane): void {
    if (lane.claimed === undefined) this.#due.place(lane)
  }

  claim(lane: Lane, record: EntryRecord): void {
    lane.claimed = record
    this.#due.remove(lane)
  }

  /** Takes an entry out for good. */
  remove(lane: Lane, record: EntryRecord): void {
    lane.entries.remove(record)
    record.lane = undefined
    if (lane.entries.size > 0) {
      this.arrange(lane)
    } else {
      this.#due.remove(lane)
      this.#lanes.delete(lane.name)
    }
  }

  #open(name: string): Lane {
    const lane = new Lane(name)
    this.#lanes.set(name, lane)
    return lane
  }
}

/** What is asked for again is older than most, so its place is looked for from the front. */
function placeFromFront({ entries }: Lane, { order }: EntryRecord): EntryRecord | undefined {
  let place: EntryRecord | undefined
  let next = entries.first
  while (next !== undefined && next.order < order) {
    place = next
    next = next.later
  }
  return place
}

/** Tells those who work when there may be something to claim. */
export class WorkNotifier {
  readonly #clock: SteadyClock
  readonly #listeners = new Map<object, () => void>()
  #isRinging = false
  /** Epoch ms for which the timer is set. */
  #armedFor: number | undefined = undefined
  #disarm: (() => void) | undefined = undefined

  constructor(clock: SteadyClock) {
    this.#clock = clock
  }

  /** One listener for each owner; another takes its place. */
  add(owner: object, listener: () => void): void {
    this.#listeners.set(owner, listener)
  }

  remove(owner: object): void {
    this.#listeners.delete(owner)
  }

  /** Rings now, or when something is due; `dueAt` is undefined when nothing waits. */
  setFor(dueAt: number | undefined): void {
    if (this.#listeners.size === 0 || dueAt === undefined) this.#stop()
    else if (dueAt <= this.#clock.now()) this.#ring()
    else this.#arm(dueAt)
  }

  /** What is due was not claimed: whoever can is told again. */
  remindOf(dueAt: number | undefined): void {
    const now = this.#clock.now()
    // What is not due yet was not left lying.
    this.setFor(dueAt === undefined || dueAt > now ? dueAt : now + reminder)
  }

  /** Not in the caller's own time: a listener may claim, which may ring again. */
  #ring(): void {
    if (this.#isRinging) return
    this.#isRinging = true
    setImmediate(() => {
      this.#isRinging = false
      for (const listener of this.#listeners.values()) listener()
    })
  }

  #arm(dueAt: number): void {
    if (this.#armedFor === dueAt) return
    this.#stop()
    this.#armedFor = dueAt
    this.#disarm = this.#clock.after(Math.max(1, dueAt - this.#clock.now()), () => {
      this.#stop()
      this.#ring()
    })
  }

  #stop(): void {
    this.#disarm?.()
    this.#disarm = undefined
    this.#armedFor = undefined
  }
}

// What is due and was left lying is told again after this, ms.
const reminder = 1_000
