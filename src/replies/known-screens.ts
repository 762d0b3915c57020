import { isShared, type Reply, type ReplyChannel, shared } from './reply.ts'

/**
 * The replies of screens that were built before, and have no option but the state: most of an application's text is constant,
 * so its screens need not be checked, made and written anew on every turn. The last few hundred are kept.
 */
export class KnownScreens<C extends ReplyChannel> {
  readonly #replies = new Map<string, Reply<C>>()

  #hits = 0
  #isWorthIt = true

  get(message: string): Reply<C> | undefined {
    if (!this.#isWorthIt) return undefined
    const known = this.#replies.get(message)
    if (known !== undefined) this.#hits++
    return known
  }

  /** Where texts are hardly ever seen twice, keeping them costs more than building them: it is given up. */
  keep(message: string, reply: Reply<C>): Reply<C> {
    if (!this.#isWorthIt || isShared(reply)) return reply
    if (this.#replies.size === most) {
      this.#isWorthIt = this.#hits >= most
      this.#hits = 0
      this.#replies.clear()
      if (!this.#isWorthIt) return reply
    }
    this.#replies.set(message, shared(reply))
    return reply
  }
}

const most = 256
