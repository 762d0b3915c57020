import { EventEmitter } from 'node:events'
import type { Log } from '../../log.ts'
import type { Kind, NotificationKind, TurnKind } from '../../pushes/kinds.ts'
import type { FollowUpKind } from '../../store/entry.ts'
import { describeError } from '../../text/describe-error.ts'
import type { AnswerSource } from '../../turns/pending-request.ts'
import type { TurnFailure } from '../../turns/turns-settings.ts'

/**
 * A turn that something happened to.
 *
 * @example
 * const tell = ({ kind, sessionId }: TurnIncident) => app.log.warn({ kind, sessionId }, 'a result came too late')
 * app.merchant.events.on('fenced', tell)
 */
export interface TurnIncident {
  readonly kind: TurnKind
  readonly sessionId: string
}

/**
 * A notification that something happened to.
 *
 * @example
 * const replay = ({ id }: NotificationIncident) => app.merchant.inbox.replay(id)
 */
export interface NotificationIncident {
  readonly kind: NotificationKind
  /** The same as `attempt.entryId`. */
  readonly id: string
}

/**
 * A follow-up that something happened to.
 *
 * @example
 * const askAgain = ({ id }: FollowUpIncident) => app.merchant.inbox.replay(id)
 */
export interface FollowUpIncident {
  readonly kind: FollowUpKind
  /** Its id in `app.merchant.inbox`. */
  readonly id: string
}

/**
 * The events of a running registration. Listen with `app.merchant.events.on`.
 *
 * @example
 * app.merchant.events.on('deadline', ({ kind, did, ms }) => app.log.warn({ kind, did, ms }, 'too slow'))
 * const alarm = (...[{ kind, error }]: MerchantEvents['notificationFailed']) => page(kind, error)
 * app.merchant.events.on('notificationFailed', alarm)
 */
export interface MerchantEvents {
  /** The budget ran out, so the plugin sent a waiting screen or a release. `ms` since the push arrived. */
  deadline: [incident: TurnIncident & { readonly did: 'wait' | 'release'; readonly ms: number }]
  /** A handler, `onDeadline` or `onLeave` threw, or didn't return a reply. */
  turnFailed: [incident: TurnIncident & { readonly place: TurnFailure['place']; readonly error: unknown }]
  /** A late result came after its session had continued. The plugin ignored it. */
  fenced: [incident: TurnIncident]
  /** The event loop was blocked: the plugin couldn't answer for `ms`. `kinds` are those whose handlers ran. */
  blocked: [incident: { readonly kinds: readonly TurnKind[]; readonly ms: number }]
  /**
   * An attempt on a notification failed. The next one runs after `retryIn` ms. Null if the store keeps nothing: then
   * the push wasn't acknowledged.
   */
  notificationFailed: [incident: NotificationIncident & { readonly error: unknown; readonly retryIn: number | null }]
  /**
   * Every attempt on a notification failed. It waits in the inbox until somebody replays it. A callback that the
   * service couldn't be asked about is different: it ends `rejected`, and its handler gets `needsReview`.
   */
  notificationDead: [incident: NotificationIncident & { readonly error: unknown }]
  /**
   * A background task gave up: a payment without a final status, a USSD payment without a notice, or a report that the
   * service didn't take.
   */
  followUpDead: [incident: FollowUpIncident & { readonly error: Error }]
}

/**
 * How often things have happened since the start, by kind.
 *
 * @example
 * const { ussd = {} }: Counts = app.merchant.counts
 * ussd.handler // turns that a handler answered in time
 * ussd.waiting // waiting screens in a handler's place
 */
export type Counts = { readonly [K in CountedKind]?: Readonly<Record<string, number>> }

/** What has counts: each kind of push, and of what the application does by itself. */
type CountedKind = Kind | FollowUpKind

/** What is counted: answers by their source, notifications by how they ended. */
type Counted = AnswerSource | 'fenced' | 'stopped' | 'unconfirmed' | 'unkept' | NotificationCount

/** What is counted of notifications: how they were taken, and how attempts ended. `later`: nobody could say so far. */
export type NotificationCount =
  | 'accepted'
  | 'repeated'
  | 'conflict'
  | 'rejected'
  | 'unavailable'
  | 'handled'
  | 'notHandled'
  | 'dead'
  | 'lost'
  | 'later'

/** Counts what happens in a registration, and tells whoever listens. */
export class Activity {
  readonly events: EventEmitter<MerchantEvents>
  readonly #counts = new Map<CountedKind, Record<string, number>>()

  /** @param log hears of listeners that fail later than they were told */
  constructor(log: Log) {
    this.events = new Listeners(log)
  }

  /** How often things happened, by kind: answers by their source, notifications by how they ended. */
  get counts(): Counts {
    const counted = [...this.#counts].filter(([, counts]) => Object.keys(counts).length > 0)
    return Object.fromEntries(counted.map(([kind, counts]) => [kind, { ...counts }]))
  }

  count(kind: CountedKind, what: Counted): void {
    this.counter(kind)(what)
  }

  /** Counts for one kind: what is counted on every turn is not looked up on every turn. */
  counter(kind: CountedKind): (what: Counted) => void {
    const counts = this.#counts.get(kind) ?? {}
    this.#counts.set(kind, counts)
    return (what) => {
      counts[what] = (counts[what] ?? 0) + 1
    }
  }

  /** Tells the listeners; one that throws must not keep a subscriber from an answer. */
  tell(emit: (events: EventEmitter<MerchantEvents>) => boolean, log: Log): void {
    try {
      emit(this.events)
    } catch (error) {
      listenerFailed(error, log)
    }
  }
}

/** An async listener that rejects would end the process: an emitter by itself does not look at what listeners return. */
class Listeners extends EventEmitter<MerchantEvents> {
  readonly #log: Log

  constructor(log: Log) {
    super({ captureRejections: true })
    this.#log = log
  }

  override [EventEmitter.captureRejectionSymbol](error: unknown, ..._told: unknown[]): void {
    listenerFailed(error, this.#log)
  }
}

function listenerFailed(error: unknown, log: Log): void {
  log.error({ err: describeError(error) }, 'a listener of app.merchant.events failed')
}
