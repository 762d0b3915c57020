import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { Reply } from '../replies/index.ts'
import type { StopFlag } from '../store/people/stops.ts'
import type { Resumable, TurnStore } from '../store/turn-store.ts'
import type { Screens } from './screens.ts'
import type { OwnerOf } from './session-owner.ts'
import type { ActiveTurn, PendingRequest, Work } from './turn.ts'

/** Finds what a session left under a key; null where there is nothing. @param now monotonic ms, where it is kept in memory */
export type FindLeft = (key: string, now: number) => Promise<Resumable | null> | Resumable | null

/**
 * What goes out at the deadline: a waiting screen while your handler works on, a release that gives the work up, or
 * your own reply.
 *
 * @example
 * const onDeadline: OnDeadline<'ussd'> = (push, late) =>
 *   push.type === 'initiation' ? late.release('Please dial again') : late.wait('One moment. Reply 1 to go on')
 */
export type OnDeadline<K extends TurnKind> =
  | 'wait'
  | 'release'
  | ((event: SessionEvent<K>, late: DeadlineReplies<K>) => Reply<K>)

/**
 * The two replies that a deadline function can give.
 *
 * @example
 * const apologise = (late: DeadlineReplies<'ussd'>) => late.release('Sorry, this took too long. Please dial again')
 */
export interface DeadlineReplies<K extends TurnKind> {
  /** The session goes on, the work too: the next turn takes its result. */
  wait(message: string): Reply<K>
  /** The session ends and the work is given up. */
  release(message: string): Reply<K>
}

/**
 * How a subscriber ended a session, as `onLeave` gets it.
 *
 * @example
 * const onLeave = ({ sessionId }: UssdEvent, { state, log }: SessionEnd) => {
 *   if (state !== undefined) log.info({ sessionId, state }, 'left before the end')
 * }
 */
export interface SessionEnd<State = unknown> {
  /** The session's last state. Undefined if it had none, or if this process doesn't know the session. */
  readonly state: State | undefined
  readonly log: Log
}

/** What went wrong in a function of the merchant. */
export interface TurnFailure {
  readonly error: unknown
  /** Which function. */
  readonly place: 'handler' | 'onDeadline' | 'onLeave'
  /** What the subscriber entered and no log line may hold. */
  readonly secrets: readonly string[]
}

/** What happens in the turns of a kind, for logs and counts. */
export interface TurnReports<K extends TurnKind> {
  /** The budget ran out before the handler answered. */
  deadline(asked: PendingRequest<K>, did: 'wait' | 'release', elapsed: number, limit?: 'maxWork'): void
  /** A function of the merchant threw, or what it returned is no reply. */
  failed(asked: PendingRequest<K>, failure: TurnFailure): void
  /** The handler held the event loop: nothing could be answered meanwhile. ms */
  blocked(asked: PendingRequest<K>, held: number): void
  /** A result, or a failure, came after its session had gone on, and was dropped. */
  fenced(asked: PendingRequest<K>, failure: TurnFailure | undefined): void
  /** Something odd that was dealt with. */
  odd(asked: PendingRequest<K>, line: string): void
}

/** Everything the turns of one kind are run with; the plugin fills it from the options. */
export interface TurnsSettings<K extends TurnKind, Turn extends ActiveTurn<K> = ActiveTurn<K>> {
  readonly channel: K
  /** Whether pushes of a type have a handler. */
  readonly takes: (type: string) => boolean
  /** Whether somebody has stopped the kind: then no handler runs, and no session is opened. */
  readonly stop?: StopFlag
  /** Calls the handler of a push. */
  readonly handle: (event: SessionEvent<K>, turn: Turn, work: Work<K>) => unknown
  /** Makes the turn that a handler gets, with the replies of its channel. */
  readonly newTurn: (...parts: ConstructorParameters<typeof ActiveTurn<K>>) => Turn
  readonly onLeave: ((event: SessionEvent<K>, end: SessionEnd) => unknown) | undefined
  /** ms from the arrival of the request. */
  readonly budget: number
  /** ms that the work of one turn may take in all, over its waiting screens. */
  readonly maxWork: number
  readonly onDeadline: OnDeadline<K>
  readonly sessionExpiry: number
  readonly maxSessions: number
  /** Of them, and half as many again of what may be resumed. */
  readonly maxSessionBytes: number
  /** A handler that keeps the event loop longer is reported, ms. */
  readonly blockedAfter: number
  /** What the subscriber of a push reads where no handler speaks. */
  readonly screensFor: (event: SessionEvent<K>) => Screens
  readonly ownerOf: OwnerOf
  /** The handler goes on from a record of its own where its turn came to nothing. */
  readonly resumes?: boolean
  /** Other processes may answer turns of these sessions too: one that misses a turn ends. */
  readonly isPartial?: boolean
  readonly clock: Clock
  readonly reports: TurnReports<K>
}

/**
 * What becomes of a turn whose session is out of reach because the store fails: a polite release, or the handler runs
 * as if the session were new.
 *
 * @example
 * const whenStoreFails: WhenStoreFails = 'run'
 * await app.register(merchantWebhooks, { verify, store, whenStoreFails, ussd })
 */
export type WhenStoreFails = 'release' | 'run'

/** What happens in turns that a store keeps, for logs and counts. */
export interface StoredReports<K extends TurnKind> extends TurnReports<K> {
  /** An answer went out before the store had confirmed it: another process may not know it. */
  unconfirmed(asked: PendingRequest<K>): void
  /** The store cannot be used: the session lives in this process alone. */
  unkept(asked: PendingRequest<K>, error: unknown): void
  /** The store cannot be used: the subscriber got a polite release. */
  unavailable(asked: PendingRequest<K>, error: unknown): void
  /** What followed from a turn could not be kept, although it was tried for as long as its session lives. */
  lost(asked: PendingRequest<K>, error: unknown): void
}

/** Everything that the turns of one kind are run with where a store keeps them. */
export interface StoredTurnsSettings<K extends TurnKind, Turn extends ActiveTurn<K> = ActiveTurn<K>>
  extends TurnsSettings<K, Turn> {
  readonly reports: StoredReports<K>
  readonly store: TurnStore
  readonly whenStoreFails: WhenStoreFails
  /** What a turn is known by in the store; at most 200 characters. */
  readonly turnKey: (event: SessionEvent<K>) => string
  /** The handler goes on from a record of its own where a process died in it: it runs for the next turn. */
  readonly resumes: boolean
}
