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
  #round: Round | undefined

  /** @param now monotonic ms */
  add(answer: ReadyAnswer, now: number): void {
    if (this.#round === undefined) {
      this.#round = new Round(now)
      setImmediate(this.#sendAll)
    }
    const { since } = this.#round
    this.#round.add(answer)
    // A handler that holds the event loop has come between, and the next may be one too.
    if (now - since > longest) this.#sendAll()
  }

  readonly #sendAll = (): void => {
    const round = this.#round
    this.#round = undefined
    round?.end()
  }
}

/** ms that an answer waits for others. */
const longest = 1

/**
 * Answers that are sent together. They wait for promises, which call each back in the asynchronous context that it came in: a
 * hook or a log that asks for the request it belongs to gets its own, not that of whoever stands before it.
 */
class Round {
  readonly since: number
  readonly #sent = Promise.withResolvers<void>()
  readonly #over = Promise.withResolvers<void>()

  constructor(now: number) {
    this.since = now
  }

  add(answer: ReadyAnswer): void {
    const { after } = answer
    void this.#sent.promise.then(() => alone(answer))
    if (after !== undefined) void this.#over.promise.then(() => alone({ send: after }))
  }

  end(): void {
    this.#sent.resolve()
    this.#over.resolve()
  }
}

/** What fails keeps no other back. */
function alone(answer: Pick<ReadyAnswer, 'send'>): void {
  try {
    answer.send()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
