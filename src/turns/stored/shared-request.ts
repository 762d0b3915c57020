import type { Log } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { Reply } from '../../replies/index.ts'
import type { AnswerSource, PendingRequest } from '../pending-request.ts'

/** A request whose answer somebody else is told too. */
export class SharedRequest<K extends TurnKind> implements PendingRequest<K> {
  readonly event: SessionEvent<K>
  readonly arrivedAt: number
  readonly #asked: PendingRequest<K>
  readonly #listener: (reply: Reply<K>, source: AnswerSource) => void

  constructor(asked: PendingRequest<K>, listener: (reply: Reply<K>, source: AnswerSource) => void) {
    this.event = asked.event
    this.arrivedAt = asked.arrivedAt
    this.#asked = asked
    this.#listener = listener
  }

  get log(): Log {
    return this.#asked.log
  }

  answer(reply: Reply<K>, source: AnswerSource, isSecret?: boolean, seen?: () => void): void {
    this.#asked.answer(reply, source, isSecret, seen)
    this.#listener(reply, source)
  }

  refuse(): void {
    this.#asked.refuse()
  }
}
