import { randomUUID } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { Reply } from '../../replies/index.ts'
import type { SessionKey, SessionState } from '../../store/turn-store.ts'
import type { AnswerSource, PendingRequest } from '../pending-request.ts'
import { OpenTurn, type TurnHold } from '../turn.ts'

/** A reply, and how it came about. */
export interface Answer<K extends TurnKind> {
  readonly reply: Reply<K>
  readonly source: AnswerSource
}

/** A turn on its way through the store: until that has spoken, only what its push says is known of it. */
export class StoredTurn<K extends TurnKind> extends OpenTurn<K> {
  /** Where its session is in the store. */
  readonly place: SessionKey
  /** What it is known by in the store. */
  readonly key: string
  /** Names its opening in the store. */
  readonly attempt = randomUUID()
  /** Whether it waits for others, rather than for the store's word on it. */
  isWaiting = false
  /** Its session lives in this process alone. */
  isUnkept = false
  /** The same turn was found at work in another process. */
  isCopy = false
  /** The right to close it; empty while it is not open. */
  fence = ''
  /** The session as it was when it was opened. */
  session: SessionState = unknownSession
  /** What it is answered with as soon as the store has it. */
  next: Answer<K> | undefined = undefined
  /** Its answer may be the last screen of a session that left its end for others: the store is told when it went out. */
  leavesEnd = false
  /** What it was answered with. */
  answer: Answer<K> | undefined = undefined

  constructor(first: PendingRequest<K>, place: SessionKey, key: string) {
    // Nobody knows yet what the last screen asked for; only the first push answers none.
    super(first, true, first.event.type !== 'initiation')
    this.place = place
    this.key = key
  }

  override get hold(): TurnHold {
    return { ...this.place, fence: this.fence }
  }
}

const unknownSession: SessionState = Object.freeze({ state: null, isOver: false, masksAnswer: false, late: null })

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
