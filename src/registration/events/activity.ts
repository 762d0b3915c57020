import { EventEmitter } from 'node:events'
import type { Log } from '../../log.ts'
import type { Kind, NotificationKind, TurnKind } from '../../pushes/kinds.ts'
import type { EntryKind, FollowUpKind } from '../../store/entry.ts'
import { logError } from '../../text/describe-error.ts'
import type { AnswerSource } from '../../turns/turn.ts'
import type { TurnFailure } from '../../turns/turns-settings.ts'
import { FMW_EVENT } from '../errors.ts'
import type { AttemptEnding, Meter, Mishap, Taking } from './meter.ts'

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
  /** The reference of the payment; of a USSD payment without one, its session. Null if it has none. */
  readonly reference: string | null
}

/**
 * An entry that a person should look at.
 *
 * @example
 * const settle = ({ id }: ReviewIncident) => app.merchant.inbox.settleReview(id, { by: 'Ama', note: 'given back' })
 */
export interface ReviewIncident {
  readonly kind: EntryKind
  /** Its id in `app.merchant.inbox`. */
  readonly id: string
  /** The reference of the payment, as lists show it. */
  readonly reference: string | null
  /** Why, such as `overpaid`: the reasons of `needsReview`, and `undetermined`, `unhandled`, `unheard`, `unreported`. */
  readonly reasons: readonly string[]
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
   * An attempt on a notification failed. The next one runs after `retryIn` ms. Null if the store keeps nothing and the push
   * still waited for its answer: then it wasn't acknowledged.
   */
  notificationFailed: [incident: NotificationIncident & { readonly error: unknown; readonly retryIn: number | null }]
  /**
   * Every attempt on a notification failed. It waits in the inbox until somebody replays it. A callback that the
   * service couldn't be asked about is different: it ends `rejected`, and its handler gets `needsReview`.
   */
  notificationDead: [incident: NotificationIncident & { readonly error: unknown }]
  /**
   * A background task gave up: a payment without a final status, a USSD payment or cart without a notice, or a report that the
   * service didn't take, or that is late: it follows when the handler ends.
   */
  followUpDead: [incident: FollowUpIncident & { readonly error: Error }]
  /**
   * An attempt ended, and a person should look at its entry. The store knows already:
   * `inbox.list({ needsReview: true })` has it. A replay that ends so may fire it again.
   */
  needsReview: [incident: ReviewIncident]
  /** This process heard that somebody stopped a kind: `paused` counts the pushes that it doesn't take. */
  kindStopped: [stop: { readonly kind: Kind; readonly by: string; readonly reason: string; readonly at: Date }]
  /** This process heard that a kind was started again. */
  kindStarted: [start: { readonly kind: Kind }]
}

/**
 * How often things have happened since the start, by kind. A kind to which nothing has happened is missing, and so is a
 * count that is zero.
 *
 * @example
 * const { ussd = {} }: Counts = app.merchant.counts
 * ussd.handler // turns that a handler answered in time
 * ussd.waiting // waiting screens in a handler's place
 */
export type Counts = { readonly [K in CountedKind]?: CountsOf<K> }

/** What has counts: each kind of push, and each kind of background task. */
type CountedKind = Kind | FollowUpKind

type CountsOf<K extends CountedKind> = K extends TurnKind
  ? TurnCounts
  : K extends NotificationKind
    ? NotificationCounts
    : AttemptCounts

/** What is counted. */
type Counted = keyof TurnCounts | keyof NotificationCounts

/** Counts of turns: answers by where they came from, and what went wrong beside them. */
interface TurnCounts extends RefusedCounts {
  /** The handler's own replies, in time. */
  readonly handler?: number
  /** Stored or joined replies of a turn that came again. */
  readonly repeated?: number
  /** Waiting screens: the handler went on behind them. */
  readonly waiting?: number
  /** Results of work that an earlier turn started. */
  readonly late?: number
  /** Polite releases, because the handler failed. */
  readonly failed?: number
  /** Releases at the deadline: the work was given up. */
  readonly deadline?: number
  /** Pushes of a session that is over. */
  readonly ended?: number
  /** Pushes of a type that no handler takes. */
  readonly unknownType?: number
  /** Pushes without room: too many sessions, too many turns that wait in one, or too many bodies that arrive. */
  readonly busy?: number
  /** Polite releases, because the process ended while the handler ran. */
  readonly interrupted?: number
  /** Polite releases, because the store that keeps the session couldn't be used. */
  readonly unavailable?: number
  /** Polite releases, because somebody has stopped the kind. */
  readonly paused?: number
  /** Pushes that could not be read: the service sends something else than you think. */
  readonly unreadable?: number
  /** Late results that were ignored: their session had continued. */
  readonly fenced?: number
  /** Answers that the store hadn't confirmed. */
  readonly unconfirmed?: number
  /** Sessions that the store couldn't keep. */
  readonly unkept?: number
}

/** Counts of notifications: how they were taken, and how attempts on them ended. */
interface NotificationCounts extends AttemptCounts, RefusedCounts {
  /** New ones that were taken. */
  readonly accepted?: number
  /** Copies of a known one. */
  readonly repeated?: number
  /** Those with a known identity and another content. */
  readonly conflict?: number
  /** Those that the store couldn't take, or that had no room while they arrived. They weren't acknowledged. */
  readonly unavailable?: number
  /** Those that came while the kind was stopped. They weren't acknowledged. */
  readonly paused?: number
}

/** Counts of attempts on notifications and background tasks, by how they ended. */
interface AttemptCounts {
  /** The handler returned, or the background task ended well. */
  readonly handled?: number
  /** It ended without a handler: another entry tells of the payment, or there was nothing to do. */
  readonly skipped?: number
  /** The handler failed. */
  readonly notHandled?: number
  /** There was no further attempt after this one: a person must look. */
  readonly dead?: number
  /** It ended, and a person should look at its entry. */
  readonly needsReview?: number
  /** Another process took the entry over before the attempt ended. */
  readonly lost?: number
  /** There is no final word yet: the plugin asks again. */
  readonly later?: number
  /** Bad input, what can't be read any more, or what the service contradicted. */
  readonly rejected?: number
}

interface RefusedCounts {
  /** Pushes that the verifier didn't let in. Where kinds share a path, they count for its first. */
  readonly refused?: number
  /** Pushes that a hook of the application answered, or stopped with an error. */
  readonly stopped?: number
}

/** Counts what happens in a registration, and tells whoever listens. */
export class Activity {
  readonly events: EventEmitter<MerchantEvents>
  /** Hears of what is counted too; there is none as a rule. */
  meter: Meter | undefined
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

  /** What counts the answers of a kind. Spans are ms. */
  answers(kind: TurnKind): (source: AnswerSource, ms: number) => void {
    const count = this.counter(kind)
    return (source, ms) => {
      count(source)
      this.meter?.answered(kind, source, ms)
    }
  }

  /** What counts how notifications of a kind are taken. */
  takings(kind: NotificationKind): (how: Taking, ms: number) => void {
    const count = this.counter(kind)
    return (how, ms) => {
      count(how)
      this.meter?.taken(kind, how, ms)
    }
  }

  attempted(kind: EntryKind, ended: AttemptEnding, ms: number): void {
    this.count(kind, ended === 'failed' ? 'notHandled' : ended)
    this.meter?.attempted(kind, ended, ms)
  }

  refused(kind: Kind, verifier: string): void {
    this.count(kind, 'refused')
    this.meter?.refused(kind, verifier)
  }

  mishap(kind: Kind, what: Mishap): void {
    this.count(kind, what)
    this.meter?.mishap(kind, what)
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

  /** `once` adds by it, too. */
  override on(...added: Parameters<EventEmitter<MerchantEvents>['on']>): this {
    return super.on(...known(added))
  }

  override prependListener(...added: Parameters<EventEmitter<MerchantEvents>['on']>): this {
    return super.prependListener(...known(added))
  }

  override prependOnceListener(...added: Parameters<EventEmitter<MerchantEvents>['on']>): this {
    return super.prependOnceListener(...known(added))
  }

  override addListener(...added: Parameters<EventEmitter<MerchantEvents>['on']>): this {
    return super.addListener(...known(added))
  }

  override [EventEmitter.captureRejectionSymbol](error: unknown, ..._told: unknown[]): void {
    listenerFailed(error, this.#log)
  }
}

/** Who misspells a name is told where they do it. @throws FMW_EVENT */
function known<Added extends readonly [unknown, ...unknown[]]>(added: Added): Added {
  const [name] = added
  if (typeof name === 'string' && !Object.hasOwn(names, name) && !ofEmitters.includes(name))
    throw new FMW_EVENT(name, Object.keys(names).join(', '))
  return added
}

const ofEmitters = ['error', 'newListener', 'removeListener']

const names: Readonly<Record<keyof MerchantEvents, true>> = {
  deadline: true,
  turnFailed: true,
  fenced: true,
  blocked: true,
  notificationFailed: true,
  notificationDead: true,
  followUpDead: true,
  needsReview: true,
  kindStopped: true,
  kindStarted: true,
}

function listenerFailed(error: unknown, log: Log): void {
  logError(log, 'error', error, 'a listener of app.merchant.events failed')
}
