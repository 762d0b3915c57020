import { setImmediate } from 'node:timers'

/** An answer that is ready. */
export interface ReadyAnswer {
  send(): void
  /** What is to be done once all that are sent with it are sent. */
  readonly after: (() => void) | undefined
}

/**
 * Sends the answers of one turn of the event loop together, at its end: whoever reads them on this machine, as a proxy does,
 * sleeps until one comes, and to wake it for each by itself takes as long as the rest of an answer.
 */
export class AnswersTogether {
  #ready: ReadyAnswer[] = []
  #since = 0

  /** @param now monotonic ms */
  add(answer: ReadyAnswer, now: number): void {
    if (this.#ready.push(answer) === 1) {
      this.#since = now
      setImmediate(this.#sendAll)
    }
    // A handler that holds the event loop has come between, and the next may be one too.
    else if (now - this.#since > longest) this.#sendAll()
  }

  readonly #sendAll = (): void => {
    const ready = this.#ready
    if (ready.length === 0) return
    this.#ready = []
    for (const answer of ready) alone(() => answer.send())
    for (const { after } of ready) if (after !== undefined) alone(after)
  }
}

/** ms that an answer waits for others. */
const longest = 1

/** What fails keeps no other back. */
function alone(work: () => void): void {
  try {
    work()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
