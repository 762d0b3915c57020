import { randomUUID } from 'node:crypto'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { Reply } from '../../replies/index.ts'
import type { StoreWrites } from '../../store/ask-store.ts'
import type { SessionKey, SessionState } from '../../store/turn-store.ts'
import { type AnswerSource, OpenTurn, type PendingRequest, type TurnHold, type Work } from '../turn.ts'

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
  /** Whether it waits for others, or for what is written here, rather than for the store's word on it. */
  isWaiting = false
  /** Its session lives in this process alone. */
  isUnkept = false
  /** Another process has gone on with its session, which was to live here. */
  isElsewhere = false
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

/** The same request, whose answer somebody else is told too. */
export function sharedRequest<K extends TurnKind>(
  asked: PendingRequest<K>,
  listener: (reply: Reply<K>, source: AnswerSource) => void,
): PendingRequest<K> {
  const { event, arrivedAt, log, trace } = asked
  return {
    event,
    arrivedAt,
    log,
    trace,
    answer(reply, source, isSecret, seen) {
      asked.answer(reply, source, isSecret, seen)
      asked.within(() => listener(reply, source))
    },
    refuse: () => asked.refuse(),
    within: (work) => asked.within(work),
  }
}

/** A handler at work, and the turn that it holds open in the store. */
export interface Running<K extends TurnKind> {
  readonly work: Work<K>
  readonly turn: StoredTurn<K>
}

/**
 * What this process does in a session: it is here while a turn waits, a handler runs or something is to be written.
 * What is known of the session is in the store.
 */
export class StoredSession<K extends TurnKind> {
  readonly id: string
  /** Where it is in the store. */
  readonly place: SessionKey
  /** Without an answer, in order of arrival. */
  turns: readonly StoredTurn<K>[] = none
  /** The handler that runs here. */
  running: Running<K> | undefined = undefined
  /** The subscriber has left. */
  isEnded = false
  /** How often others, or what ran here, gave way. */
  changes = 0
  cancelPoll: (() => void) | undefined = undefined
  stopWatching: (() => void) | undefined = undefined
  readonly #writes: StoreWrites
  readonly #onRest: (session: StoredSession<K>) => void
  /** Answers given here that the store may not have yet. */
  readonly #answered = new Map<string, Reply<K>>()
  #doings = 0
  #last: Promise<void> | undefined

  /** @param onRest called when something that was done here has ended */
  constructor(id: string, place: SessionKey, writes: StoreWrites, onRest: (session: StoredSession<K>) => void) {
    this.id = id
    this.place = place
    this.#writes = writes
    this.#onRest = onRest
  }

  /** Nothing is left to do here. */
  get isIdle(): boolean {
    return this.turns.length === 0 && this.running === undefined && this.#doings === 0
  }

  /** Nothing was or is done here but for this turn. */
  isAlone(turn: StoredTurn<K>): boolean {
    const [first, second] = this.turns
    const isOnly = first === turn && second === undefined && this.running === undefined
    return isOnly && this.#answered.size === 0 && !this.isEnded
  }

  /** Something that was done here has ended. */
  rest(): void {
    this.#onRest(this)
  }

  /** Something is done here that no turn and no work stands for: the session stays until it has been told. */
  during<T>(doing: Promise<T>, told: (value: T) => void, failed: (error: unknown) => void): void {
    this.#doings += 1
    doing.then(told, failed).finally(() => {
      this.#doings -= 1
      this.rest()
    })
  }

  /** Writes in the order in which it was asked, each when the one before it has ended. */
  write<T>(ask: () => Promise<T>, told: (value: T) => void, failed: (error: unknown) => void): void {
    const written = this.#writes.write(ask, this.#last)
    const ended = written.then(ignore, ignore).then(() => {
      if (this.#last === ended) this.#last = undefined
    })
    this.#last = ended
    this.during(written, told, failed)
  }

  /** Resolves when everything that was asked to be written here has been, or was given up. */
  get written(): Promise<void> | undefined {
    return this.#last
  }

  /** Without a sequence the same words may be a new answer: then no reply is remembered. */
  remember({ key, first }: StoredTurn<K>, reply: Reply<K>): void {
    if (first.event.sequence === null) return
    this.#answered.set(key, reply)
    for (const oldest of this.#answered.keys()) {
      if (this.#answered.size <= answersKept) return
      this.#answered.delete(oldest)
    }
  }

  /** The answer that an equal turn was given here. */
  answerOf(turn: StoredTurn<K>): Reply<K> | undefined {
    return this.#answered.get(turn.key)
  }
}

const answersKept = 64
const none: readonly never[] = Object.freeze([])
const ignore = (): void => undefined
