import type { Log } from '../log.ts'

/** What a turn knows beside the replies it builds. */
export interface TurnContext<State = unknown> {
  /**
   * The session's state: what the last reply carried in its `state`. Undefined in a new session. Changing it
   * changes nothing: the next state travels in the reply, and commits with it.
   */
  readonly state: State | undefined
  /** Whether this is the first push of its session that arrived here. */
  readonly isNew: boolean
  /** Aborts when the work is given up: the subscriber left, or it took too long. Not at the waiting screen. */
  readonly signal: AbortSignal
  /** A logger that names the kind and the session. */
  readonly log: Log
  /** Milliseconds until an answer goes out whatever the handler does; 0 once it has. */
  remaining(): number
}

/** What a turn is made of. */
export interface TurnParts {
  /** Whose signal it is. */
  readonly work: { readonly signal: AbortSignal }
  readonly state: string | undefined
  readonly isNew: boolean
  readonly remaining: () => number
  readonly log: () => Log
}

/** The part of a turn that is the same on every channel. What costs something is made at first use. */
export class ActiveTurn implements TurnContext {
  readonly isNew: boolean
  readonly #parts: TurnParts
  #state: unknown
  #isRead = false
  #log: Log | undefined

  constructor(parts: TurnParts) {
    this.#parts = parts
    this.isNew = parts.isNew
  }

  get state(): unknown {
    if (!this.#isRead) {
      this.#isRead = true
      this.#state = this.#parts.state === undefined ? undefined : JSON.parse(this.#parts.state)
    }
    return this.#state
  }

  get signal(): AbortSignal {
    return this.#parts.work.signal
  }

  get log(): Log {
    this.#log ??= this.#parts.log()
    return this.#log
  }

  remaining(): number {
    return this.#parts.remaining()
  }
}
