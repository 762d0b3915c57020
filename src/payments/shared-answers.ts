import type { TransactionQuestion } from '../client/transactions/transaction.ts'
import type { Clock } from '../clock.ts'
import type { Told } from './payment-confirmer.ts'

/** Who asks: an entry of the inbox, and when it came, epoch ms. */
export interface Asker {
  readonly id: string
  readonly at: number
}

/**
 * Answers of the service that several entries may read: a hundred callbacks for one payment are one question. An answer is
 * for those that came before it was asked for, once each: whoever looks again asks again.
 */
export class SharedAnswers {
  readonly #clock: Clock
  readonly #answers = new Map<string, Shared>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param ask asks the service */
  of(question: TransactionQuestion, { id, at }: Asker, ask: () => Promise<Told>): Promise<Told> {
    const key = JSON.stringify(question)
    const now = this.#clock.monotonic()
    const known = this.#answers.get(key)
    if (known !== undefined && now < known.until && known.askedAt > at && !known.readBy.has(id)) {
      known.readBy.add(id)
      return known.told
    }
    const told = ask()
    // The oldest stands first.
    this.#answers.delete(key)
    this.#answers.set(key, { told, askedAt: this.#clock.now(), until: now + sharedFor, readBy: new Set([id]) })
    for (const [oldest, { until }] of this.#answers) {
      if (this.#answers.size <= mostKept && now < until) break
      this.#answers.delete(oldest)
    }
    return told
  }
}

interface Shared {
  readonly told: Promise<Told>
  /** Epoch ms. */
  readonly askedAt: number
  /** Monotonic ms. */
  readonly until: number
  readonly readBy: Set<string>
}

// ms; as long as a lane of a hundred takes
const sharedFor = 10_000
const mostKept = 1_000
