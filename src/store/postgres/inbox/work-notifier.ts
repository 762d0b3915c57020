import { keyOf } from '../keys.ts'
import type { Instance } from '../server/instance.ts'
import type { Link } from '../server/link.ts'
import { ignore } from '../server/within.ts'
import { statement } from '../statement.ts'

// The base of it all, ms: whatever is missed is found by then.
const lookEvery = 1_000
// A notification takes a lock of the whole server at its commit, so there are few of them, ms.
const tellEvery = 200

/** Tells that there may be something to claim, here and in the processes beside this one. */
export class WorkNotifier {
  readonly #link: Link
  readonly #instance: Instance
  readonly #channel: string
  readonly #payload: string
  readonly #stops: (() => void)[] = []
  #listener: () => void = ignore
  #timers = new Set<NodeJS.Timeout>()
  #isRinging = false
  #isTelling = false

  constructor(link: Link, instance: Instance, channel: string, registration: string) {
    this.#link = link
    this.#instance = instance
    this.#channel = channel
    this.#payload = workPayload(registration)
  }

  start(): void {
    const look = setInterval(() => this.ring(), lookEvery)
    look.unref()
    const others = this.#link.hear(this.#channel, (payload) => {
      if (payload === this.#payload) this.ring()
    })
    this.#stops.push(
      () => clearInterval(look),
      others,
      this.#link.onUp(() => this.ring()),
    )
  }

  onWork(listener: () => void): void {
    this.#listener = listener
  }

  /** However often it is asked for in one turn of the event loop, it rings once. */
  ring(): void {
    if (this.#isRinging) return
    this.#isRinging = true
    setImmediate(() => {
      this.#isRinging = false
      if (this.#link.why === undefined) this.#listener()
    })
  }

  /** Here and there. */
  ringAll(): void {
    this.ring()
    this.tellOthers()
  }

  /** Beyond the next look round it is not worth a timer. */
  ringIn(ms: number): void {
    if (ms >= lookEvery) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.ring()
    }, ms)
    timer.unref()
    this.#timers.add(timer)
  }

  /** Wakes those who may have nothing to do, if there are any. */
  tellOthers(): void {
    if (this.#isTelling || this.#instance.others === 0) return
    this.#isTelling = true
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#isTelling = false
      this.#link.run(notify, [this.#channel, this.#payload]).catch(ignore)
    }, tellEvery)
    timer.unref()
    this.#timers.add(timer)
  }

  stop(): void {
    for (const stop of this.#stops) stop()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#listener = ignore
  }
}

/** Of the schema's entries. */
export function workChannel(schema: string): string {
  return `${schema}_work`
}

/** What is notified there: a registration's name may be longer than a notification. */
export function workPayload(registration: string): string {
  return keyOf(registration, 'work')
}

export const notify = statement('SELECT pg_notify($1, $2)')
