import type { TurnKind } from '../../pushes/kinds.ts'
import type { Reply } from '../../replies/index.ts'

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
    // What somebody typed is held by their own session only: it may be a secret that nobody called one.
    if (isSecret || !isCommon(message)) return { type, message, isSecret, reply }
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

/** A choice from a menu, or a code that was dialled without answers behind it. */
function isCommon(message: string): boolean {
  return message.length <= 2 || (message.length <= longestCode && message.lastIndexOf('*') === 0)
}

const most = 256
const longestCode = 12
