import type { Log } from '../log.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { OpenTurn } from './shared/open-turn.ts'
import { type HeldState, jsonOf, type SessionState } from './state.ts'
import type { Work } from './work.ts'

/**
 * What a turn knows beside the replies it builds.
 *
 * @example
 * async function priceOf(meal: string, turn: TurnContext) {
 *   turn.log.info({ meal, left: turn.remaining() }, 'a price is asked')
 *   return fetch(`https://shop.example/prices/${meal}`, { signal: turn.signal })
 * }
 */
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

/** The part of a turn that is the same on every channel. What costs something is made at first use. */
export class ActiveTurn<K extends TurnKind = TurnKind> implements TurnContext {
  readonly #work: Work<K>
  readonly #kept: SessionState | undefined
  readonly #timeLeft: (turn: OpenTurn<K>) => number
  #state: unknown

  /** @param kept the session's state */
  constructor(work: Work<K>, kept: SessionState | undefined, timeLeft: (turn: OpenTurn<K>) => number) {
    this.#work = work
    this.#kept = kept
    this.#timeLeft = timeLeft
  }

  get state(): unknown {
    if (this.#state === undefined && this.#kept !== undefined) this.#state = JSON.parse(jsonOf(this.#kept))
    return this.#state
  }

  /** For the handler that holds its state itself. */
  get held(): HeldState | undefined {
    return typeof this.#kept === 'string' ? undefined : this.#kept
  }

  get isNew(): boolean {
    return this.#work.turn.isNew
  }

  get signal(): AbortSignal {
    return this.#work.signal
  }

  /** For the builders of its replies: whose session it is. */
  get session(): Pick<SessionEvent, 'sessionId' | 'mobile'> {
    return this.#work.turn.first.event
  }

  get log(): Log {
    return this.#work.turn.first.log
  }

  remaining(): number {
    return this.#timeLeft(this.#work.turn)
  }
}
