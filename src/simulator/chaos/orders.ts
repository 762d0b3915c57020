import type { Violation } from './violation.ts'

/** What a subscriber did when an order came to stand in the books. */
export interface Cause {
  /** The session that they did it in, or the message that they sent. */
  readonly session: string
  /** What the screen said that they answered; null where they answered none, as with a push that was sent again. */
  readonly answered: string | null
}

/**
 * Sees an order that was made twice. The same order needs the same question answered again: a script that orders outside of
 * `talk.once` does it again at the next question, at a push that is repeated, or twice at one answer.
 */
export class OrderWatch {
  readonly #counts = new Map<string, number>()
  /** By session and order. */
  readonly #causes = new Map<string, string | null>()

  look(orders: readonly string[], { session, answered }: Cause): Violation | undefined {
    const now = new Map<string, number>()
    for (const order of orders) now.set(order, (now.get(order) ?? 0) + 1)
    for (const [order, count] of now) {
      const more = count - (this.#counts.get(order) ?? 0)
      this.#counts.set(order, count)
      if (more <= 0) continue
      if (more > 1) return twice(order, `${more} times by one step`)
      const key = `${session} ${order}`
      const before = this.#causes.get(key)
      if (before === undefined) this.#causes.set(key, answered)
      else if (answered === null || before !== answered)
        return twice(order, 'again in the same session, and nobody asked for it again')
    }
    return undefined
  }
}

function twice(order: string, how: string): Violation {
  return { rule: 'boughtTwice', text: `'${order}' was ordered ${how}` }
}
