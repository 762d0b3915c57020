import type { Log } from '../log.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { Reply } from '../replies/index.ts'
import type { AnswerSource, Asked } from './asked.ts'

/** A request whose answer somebody else is told too. */
export class Overheard<K extends TurnKind> implements Asked<K> {
  readonly event: SessionEvent<K>
  readonly arrivedAt: number
  readonly #asked: Asked<K>
  readonly #listener: (reply: Reply<K>, source: AnswerSource) => void

  constructor(asked: Asked<K>, listener: (reply: Reply<K>, source: AnswerSource) => void) {
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
