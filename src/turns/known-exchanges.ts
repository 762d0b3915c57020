import type { TurnKind } from '../pushes/kinds.ts'
import type { Reply } from '../replies/index.ts'

/** What a turn said and was answered. */
export interface Exchange<K extends TurnKind> {
  readonly type: string
  readonly message: string
  readonly isSecret: boolean
  /** Undefined where its text is kept apart. */
  readonly reply: Reply<K> | undefined
}

/**
 * Most sessions begin alike: the same code is dialled, the same screen is shown, the same digit is its answer. What
 * many turns say and are answered is kept once for all of them.
 */
export class KnownExchanges<K extends TurnKind> {
  #byReply = new Map<Reply<K> | undefined, Map<string, Exchange<K>>>()
  #count = 0

  /**
   * The same exchange: the one that was known already where there is one.
   *
   * @param reply one that many turns give, or none
   */
  known(type: string, message: string, isSecret: boolean, reply: Reply<K> | undefined): Exchange<K> {
    // A secret is held by its own session only, and what is long is rarely said twice.
    if (isSecret || message.length > longest) return { type, message, isSecret, reply }
    const known = this.#byReply.get(reply)?.get(message)
    return known?.type === type ? known : this.#keep({ type, message, isSecret, reply })
  }

  #keep(exchange: Exchange<K>): Exchange<K> {
    if (this.#count === most) {
      this.#byReply = new Map()
      this.#count = 0
    }
    this.#count++
    const { message, reply } = exchange
    const ofReply = this.#byReply.get(reply)
    if (ofReply === undefined) this.#byReply.set(reply, new Map([[message, exchange]]))
    else ofReply.set(message, exchange)
    return exchange
  }
}

const most = 256
const longest = 12
