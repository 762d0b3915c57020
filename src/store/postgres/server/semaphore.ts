/** Lets so many in at once; the others wait in order. */
export class Semaphore {
  readonly #most: () => number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: () => number) {
    this.#most = most
  }

  /** @throws the reason of the signal when it aborts before there is room */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#inside >= this.#most()) await this.#wait(signal)
    else this.#inside++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#inside--
      else next()
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    try {
      await untilAborted(() => promise, signal)
    } catch (error) {
      // Whoever was let in before is not here: what came first counts.
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      throw error
    }
  }
}

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
