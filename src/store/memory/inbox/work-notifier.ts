import type { SteadyClock } from '../settings.ts'

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
