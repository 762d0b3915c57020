import { systemClock } from '../../../clock.ts'
import { whenPatienceEnds } from '../../ask-store.ts'

/** When those who wait are refused, but for those who give up themselves. */
interface Refusal {
  /** ms */
  readonly after: number
  readonly why: () => Error
}

/** Lets so many in at once; the others wait in order. */
export class Semaphore {
  readonly #most: () => number
  readonly #refusal: Refusal | undefined
  #waiting: Waiting[] = []
  #inside = 0
  #isWatching = false

  constructor(most: () => number, refusal?: Refusal) {
    this.#most = most
    this.#refusal = refusal
  }

  /**
   * @param until waits for room in place of the caller, and may give up
   * @throws what `until` does before there is room, or a refusal
   */
  async pass<T>(work: () => Promise<T>, until?: Until): Promise<T> {
    if (this.#inside >= this.#most()) await this.#wait(until)
    else this.#inside++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#inside--
      else next.letIn()
    }
  }

  async #wait(until: Until | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const isRefused = this.#refusal !== undefined && until === undefined
    const waiting = { letIn: resolve, refuse: reject, at: performance.now(), isRefused }
    this.#waiting.push(waiting)
    if (this.#refusal !== undefined && isRefused && !this.#isWatching) this.#watch(this.#refusal, this.#refusal.after)
    try {
      await (until === undefined ? promise : until(promise))
    } catch (error) {
      // Whoever was let in before is not here: what came first counts.
      this.#waiting = this.#waiting.filter((one) => one !== waiting)
      throw error
    }
  }

  /** One timer for all: each of its own would cost more than to wait. */
  #watch(refusal: Refusal, ms: number): void {
    this.#isWatching = true
    whenPatienceEnds(systemClock, ms, () => {
      const late = performance.now() - refusal.after
      const isLate = ({ at, isRefused }: Waiting): boolean => isRefused && at <= late
      for (const one of this.#waiting.filter(isLate)) one.refuse(refusal.why())
      this.#waiting = this.#waiting.filter((one) => !isLate(one))
      const first = this.#waiting.find(({ isRefused }) => isRefused)
      this.#isWatching = first !== undefined
      if (first !== undefined) this.#watch(refusal, Math.max(shortest, first.at - late))
    })
  }
}

type Until = (room: Promise<void>) => Promise<void>

interface Waiting {
  readonly letIn: () => void
  readonly refuse: (error: Error) => void
  /** ms of the process' clockwork */
  readonly at: number
  /** Whether it is refused when it has waited too long. */
  readonly isRefused: boolean
}

// ms between two looks at those who wait.
const shortest = 100

/**
 * What the work gives, or the reason of the signal as soon as that aborts: what becomes of the work then is not looked
 * at.
 */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work()
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** The signal of an attempt, which others call by that name too. */
export function signalOf(attempt: object): AbortSignal | undefined {
  return 'signal' in attempt && attempt.signal instanceof AbortSignal ? attempt.signal : undefined
}
