import type { HandlerLog } from '../log.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { Reply } from '../replies/index.ts'
import type { ResumeMark, SessionKey } from '../store/turn-store.ts'
import type { TurnTrace } from '../trace/turn-trace.ts'
import { type HeldState, jsonOf, type SessionState } from './state.ts'

/**
 * How a turn came to its answer.
 *
 * @example
 * const late: readonly AnswerSource[] = ['waiting', 'late', 'deadline']
 * late.map((source) => app.merchant.counts.ussd?.[source] ?? 0)
 */
export type AnswerSource =
  /** The handler's reply, in time. */
  | 'handler'
  /** The stored or joined reply of the same turn. */
  | 'repeated'
  /** The waiting screen: the work goes on. */
  | 'waiting'
  /** The result of work that an earlier turn started. */
  | 'late'
  /** A polite release in place of what the handler should have said. */
  | 'failed'
  /** A release at the deadline: the work was given up. */
  | 'deadline'
  /** The session is over. */
  | 'ended'
  /** A type that no handler takes. */
  | 'unknownType'
  /** No room for another session, or for another turn that waits in one. */
  | 'busy'
  /** A polite release, because the process ended in which the handler ran: it is not run again. */
  | 'interrupted'
  /** A polite release, because the store that keeps the session could not be used. */
  | 'unavailable'
  /** A polite release, because somebody has stopped the kind. */
  | 'paused'
  /** The push could not be read: a polite release where its session could, or else an error. */
  | 'unreadable'

/** One HTTP request that waits for the answer of a turn. */
export interface PendingRequest<K extends TurnKind> {
  readonly event: SessionEvent<K>
  /** Monotonic ms at which the request arrived: the clock of the budget. */
  readonly arrivedAt: number
  /** Names the kind and the session on every line. */
  readonly log: HandlerLog
  /** Where its time goes; undefined where nobody looks. */
  readonly trace?: TurnTrace | undefined
  /**
   * Called exactly once, unless it is refused.
   *
   * @param isSecret whether what the user entered stays out of logs, where that was known only after the push was taken
   * @param seen called when the answer went out while the service still waited for it
   */
  answer(reply: Reply<K>, source: AnswerSource, isSecret?: boolean, seen?: () => void): void
  /** In place of `answer`: what it tells could not be recorded, and is to be told again. */
  refuse(): void
  /**
   * Does something for it in its own asynchronous context. What happens to a turn that waits may begin in another's: that of
   * the turn before it, of a copy, or of whoever closes the application.
   */
  within(work: () => void): void
}

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
  readonly log: HandlerLog
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

  get log(): HandlerLog {
    return this.#work.turn.first.log
  }

  remaining(): number {
    return this.#timeLeft(this.#work.turn)
  }
}

/** What shows a store that a turn may write. */
export interface TurnHold extends SessionKey {
  readonly fence: string
}

/** A turn that waits for its answer: it runs, queues behind what runs, or takes the result of that. */
export class OpenTurn<K extends TurnKind> {
  /** The request whose event the handler sees. */
  readonly first: PendingRequest<K>
  /** Requests that repeat it and get the same answer. */
  others: readonly PendingRequest<K>[] = nobody
  /** The first push of its session. */
  isNew: boolean
  /** What the user entered stays out of logs. */
  isSecret: boolean
  /** Monotonic ms: when the first of its requests arrived. */
  arrivedAt: number
  isAnswered = false
  /** What else of its session may stand in no log line. */
  secrets: readonly string[] = nobody
  /** What was typed behind a secret: transcripts keep it neither as answers nor on screens. */
  typed: readonly string[] = nobody
  /** The work of an earlier turn of its session ended with its process. */
  isAfterCut = false
  cancelDeadline: (() => void) | undefined = undefined
  /** Ends its wait for an earlier turn, in its trace. */
  endWait: (() => void) | undefined = undefined

  constructor(first: PendingRequest<K>, isNew: boolean, isSecret: boolean) {
    this.first = first
    this.isNew = isNew
    this.isSecret = isSecret
    this.arrivedAt = first.arrivedAt
  }

  /** What shows a store that this turn may write; undefined where no store keeps its session. */
  get hold(): TurnHold | undefined {
    return undefined
  }
}

const nobody: readonly never[] = Object.freeze([])

/** How far a handler has come. */
export interface Progress {
  /** Writes the session's state, as JSON: asked for only where it is needed. */
  write(): string
  /** From where another session may go on after it; undefined leaves that as it is. */
  mark(): ResumeMark | undefined
}

/** Where the sessions of one process leave what others may go on from, as one of them sees it. */
export interface WorkShelf {
  /** Keeps the progress now. */
  keep(): void
  /** Whether another session has left something there since this one looked. */
  isOvertaken(mark: ResumeMark): boolean
}

/** A handler at work: it may outlive the turn that started it. */
export class Work<K extends TurnKind> {
  /** The turn that started it. */
  readonly turn: OpenTurn<K>
  /** Monotonic ms. */
  readonly startedAt: number
  /** A waiting screen went out: whoever asks before it ends takes its result. */
  isLate = false
  /** The session went on without it: what it returns is not written anywhere. */
  isFenced = false
  cancelMaxWork: (() => void) | undefined = undefined
  /** Hears when it is given up. */
  leave: (() => void) | undefined = undefined
  /** Where its session leaves its progress, where no store does. */
  shelf: WorkShelf | undefined = undefined
  /** What is committed where an answer goes out before the work is done. */
  progress: Progress | undefined = undefined
  /** From where another session may go on after this work: null from nowhere, undefined from where it was before. */
  resume: ResumeMark | null | undefined = undefined
  /** The last screen that it came to, where that could not go out. */
  unshown: Reply | undefined = undefined
  #controller: AbortController | undefined
  #givenUpFor: Error | undefined

  constructor(turn: OpenTurn<K>, startedAt: number) {
    this.turn = turn
    this.startedAt = startedAt
  }

  /** Made at first use: most handlers never look at it. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#givenUpFor !== undefined) this.#controller.abort(this.#givenUpFor)
    }
    return this.#controller.signal
  }

  /** Gives the work up: its signal aborts and its result will be dropped. */
  giveUp(reason: Error): void {
    this.isFenced = true
    this.#givenUpFor = reason
    this.cancelMaxWork?.()
    const controller = this.#controller
    if (controller !== undefined) this.turn.first.within(() => controller.abort(reason))
    this.leave?.()
    // Told once.
    this.leave = undefined
  }
}

/** What is said of a turn that is not known and whose sequence is lower than that of the last one. */
export const goneBack =
  'another message came with a sequence before that of the last turn: the last screen is shown again, and no handler runs'
