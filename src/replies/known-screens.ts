import type { Reply, ReplyChannel } from './reply.ts'

/**
 * The replies of screens without options that were built before: most of an application's text is constant, so
 * its screens need not be checked, made and written anew on every turn. The last few hundred are kept.
 */
export class KnownScreens<C extends ReplyChannel> {
  readonly #replies = new Map<string, Reply<C>>()

  get(message: string): Reply<C> | undefined {
    return this.#replies.get(message)
  }

  keep(message: string, reply: Reply<C>): Reply<C> {
    if (this.#replies.size === most) this.#replies.clear()
    this.#replies.set(message, reply)
    return reply
  }
}

const most = 256
