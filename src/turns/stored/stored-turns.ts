import type { Clock } from '../../clock.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { StoreWrites } from '../../store/ask-store.ts'
import type { Resumable, SessionEnding } from '../../store/turn-store.ts'
import { describeError } from '../../text/describe-error.ts'
import { Turns } from '../memory/turns.ts'
import { sessionIdOf } from '../session-owner.ts'
import { runOnLeave } from '../shared/call-handler.ts'
import { noRoom, turnAway } from '../shared/turn-away.ts'
import type { ActiveTurn, PendingRequest } from '../turn.ts'
import type { StoredTurnsSettings } from '../turns-settings.ts'
import { StoredSession } from './stored-session.ts'
import { endingOf, sessionKeyOf, TurnLedger } from './turn-ledger.ts'
import { TurnRunner } from './turn-runner.ts'

// ms that closing waits for what is still to be written.
const flushLimit = 5_000

/**
 * The turns of one kind, kept in a store: what {@link Turns} promises holds over a restart, and between all processes
 * that share the store. A turn is opened there before its handler runs, and closed there before it is answered.
 *
 * The deadline does not depend on the store: whatever that does, each turn is answered within the budget. Its timer and what is done
 * with a repeated turn are in `turn-runner.ts`.
 */
export class StoredTurns<K extends TurnKind, Turn extends ActiveTurn<K> = ActiveTurn<K>> {
  readonly #settings: StoredTurnsSettings<K, Turn>
  /** What runs and waits here. */
  readonly #sessions = new Map<string, StoredSession<K>>()
  readonly #writes: StoreWrites
  readonly #course: TurnRunner<K, Turn>
  /** Sessions that began while the store could not be used: they live and end here. */
  readonly #unkept: Turns<K, Turn>
  /** Longer than any work: a store may forget a session after this, whatever runs in it. ms */
  readonly #expiry: number

  constructor(settings: StoredTurnsSettings<K, Turn>) {
    const { clock, maxSessions, sessionExpiry, maxWork, budget } = settings
    this.#settings = settings
    this.#unkept = new Turns({ ...settings, isPartial: true })
    this.#expiry = Math.max(sessionExpiry, maxWork + budget)
    this.#writes = new StoreWrites({ clock, most: maxSessions, patience: this.#expiry })
    this.#course = new TurnRunner(settings, {
      ledger: new TurnLedger(settings, this.#expiry),
      expiry: this.#expiry,
      takeUnkept: (asked) => this.#unkept.take(asked),
      forsakeUnkept: (event, next) => this.#unkept.forsake(event, next),
    })
  }

  /** Handlers at work. */
  get working(): number {
    return this.#course.working + this.#unkept.working
  }

  /** Sessions in which something is done here, and those that live here. */
  get sessionCount(): number {
    return this.#sessions.size + this.#unkept.sessionCount
  }

  /** What a session left for another to go on from; null where there is nothing. */
  resumable(key: string): Promise<Resumable | null> {
    return this.#settings.store.resumable(key)
  }

  /** Takes a push; `asked.answer` is called exactly once, at the latest at the end of the budget. */
  take(asked: PendingRequest<K>): void {
    const { event } = asked
    const isLeaving = event.type === 'release' || event.type === 'timeout'
    if (this.#unkept.knows(event)) {
      if (isLeaving) this.#endUnkept(asked)
      else this.#unkept.take(asked)
      return
    }
    if (isLeaving) {
      this.#end(asked)
      return
    }
    if (!this.#settings.takes(event.type)) {
      turnAway(this.#settings, asked, 'unknownType', 'a type that is not known')
      return
    }
    if (this.#settings.stop?.isOn === true) {
      this.#pause(asked)
      return
    }
    const session = this.#sessionOf(asked)
    if (session === undefined) turnAway(this.#settings, asked, 'busy', noRoom.session)
    else this.#course.take(session, asked)
  }

  /** Whether what the user entered is to be kept out of logs, as far as it is known before the store has spoken. */
  masksAnswer(event: SessionEvent<K>): boolean {
    return this.#unkept.knows(event) ? this.#unkept.masksAnswer(event) : event.type !== 'initiation'
  }

  /** Forgets sessions that live here and have expired. Those of the store are swept with everything that it keeps. */
  sweep(): void {
    this.#unkept.sweep()
  }

  /** The application is closing: whoever waits is told so soon. */
  close(): void {
    this.#unkept.close()
    this.#course.close(this.#sessions.values())
  }

  /** Resolves when no handler is at work any more; what is after `most` ms is left, or given up. */
  async drain(most: number): Promise<void> {
    await Promise.all([this.#unkept.drain(most), this.#course.drain(most, this.#sessions.values())])
  }

  /** Resolves when the store has everything that it is to keep, at the latest after `most` ms, or 5 seconds. Never rejects. */
  flush(most: number): Promise<void> {
    return this.#writes.flush(Math.min(flushLimit, most))
  }

  /** What is done here of the session of a push; undefined where there is no room for it. */
  #sessionOf(asked: PendingRequest<K>): StoredSession<K> | undefined {
    const { maxSessions, ownerOf } = this.#settings
    const { event } = asked
    const owner = ownerOf(event)
    const id = sessionIdOf(event, owner)
    const known = this.#sessions.get(id)
    if (known !== undefined || this.#sessions.size >= maxSessions) return known
    const session = new StoredSession<K>(id, sessionKeyOf(event, owner), this.#writes, this.#tidy)
    this.#sessions.set(id, session)
    this.#watch(session, asked)
    return session
  }

  #watch(session: StoredSession<K>, asked: PendingRequest<K>): void {
    const { store, reports } = this.#settings
    try {
      session.stopWatching = store.watch(session.place, (change) => {
        if (change === 'ended') this.#course.lose(session)
        this.#course.wake(session)
      })
    } catch (error) {
      // What others do to it is found by looking.
      reports.odd(
        asked,
        `the store does not tell what other processes do to a session: ${describeError(error).message}`,
      )
    }
  }

  /** What is done here of a session is forgotten as soon as it is done: the truth is in the store. */
  readonly #tidy = (session: StoredSession<K>): void => {
    if (!session.isIdle || this.#sessions.get(session.id) !== session) return
    this.#sessions.delete(session.id)
    session.cancelPoll?.()
    session.stopWatching?.()
  }

  /** No handler runs, and nothing is opened in the store. What is at work here answers its own repeats. */
  #pause(asked: PendingRequest<K>): void {
    const { event } = asked
    const session = this.#sessions.get(sessionIdOf(event, this.#settings.ownerOf(event)))
    if (session !== undefined && this.#course.repeat(session, asked)) return
    turnAway(this.#settings, asked, 'paused')
  }

  /** Release and timeout never run a step: they end the session, and what runs in it, at once (reference 3.4). */
  #end(asked: PendingRequest<K>): void {
    const { event } = asked
    const session = this.#sessionOf(asked)
    const isFirst = session?.isEnded !== true
    if (session !== undefined) this.#course.end(session, `the session ended with ${event.type}`)
    const hearing = this.#answerEnd(asked)
    const ending = this.#endingOf(event)
    if (!isFirst) {
      // Told again, perhaps before the store has heard of it.
      session?.write(() => this.#settings.store.end(ending), hearing.heard, hearing.lost)
      return
    }
    const write: WriteEnd = (ask, told, failed) => {
      if (session === undefined) this.#writes.write(ask).then(told, failed)
      else session.write(ask, told, failed)
    }
    tellEnd(this.#settings, asked, ending, write, hearing)
  }

  /** `onLeave` runs here. Another process may have a part of the session, so its store is to hear of the end as well. */
  #endUnkept(asked: PendingRequest<K>): void {
    const { store, reports } = this.#settings
    const { event, arrivedAt, log } = asked
    this.#unkept.take({ event, arrivedAt, log, answer: ignore, refuse: ignore, within: (work) => asked.within(work) })
    const { heard, lost } = this.#answerEnd(asked)
    const ending = this.#endingOf(event)
    this.#writes
      .write(() => store.end(ending))
      .then(heard, (error: unknown) => {
        lost()
        reports.lost(asked, error)
      })
  }

  /**
   * Answers the end of a session: at once or, where it holds a conversation, when the store has heard of it. Who dials
   * after that answer is to find what was left, so an end that could not be recorded is refused.
   */
  #answerEnd(asked: PendingRequest<K>): Hearing {
    const { resumes, clock, budget } = this.#settings
    const answer = (): void => turnAway(this.#settings, asked, 'ended')
    if (resumes) {
      const left = Math.max(0, asked.arrivedAt + budget - clock.monotonic())
      return hearWithin(clock, left, { heard: answer, lost: () => asked.refuse() })
    }
    answer()
    return { heard: ignore, lost: ignore }
  }

  #endingOf(event: SessionEvent<K>): SessionEnding {
    return endingOf(event, sessionKeyOf(event, this.#settings.ownerOf(event)), this.#expiry)
  }
}

const ignore = (): void => undefined

/** Writes to the store, and tells what came of it. */
type WriteEnd = <T>(ask: () => Promise<T>, told: (value: T) => void, failed: (error: unknown) => void) => void

/** The settings that an end is told with. */
export type EndSettings<K extends TurnKind> = Pick<
  StoredTurnsSettings<K>,
  'store' | 'clock' | 'budget' | 'onLeave' | 'reports'
>

/**
 * Tells the store that a subscriber has left. The store says who is the first of all processes to hear of it, and that
 * one runs `onLeave`. When it says nothing within the budget, `onLeave` runs by what is known here.
 *
 * @param hearing hears whether the store has it
 */
function tellEnd<K extends TurnKind>(
  { store, clock, budget, onLeave, reports }: EndSettings<K>,
  asked: PendingRequest<K>,
  ending: SessionEnding,
  write: WriteEnd,
  { heard, lost }: Hearing,
): void {
  let isSettled = onLeave === undefined
  const settle = (runs: boolean, state: string | null): void => {
    if (isSettled || onLeave === undefined) return
    isSettled = true
    cancel?.()
    if (runs) runOnLeave(onLeave, asked, state ?? undefined, reports)
  }
  const cancel = onLeave === undefined ? undefined : clock.after(budget, () => settle(true, null))
  write(
    () => store.end(ending),
    ({ isFirst, state }) => {
      heard()
      settle(isFirst, state)
    },
    (error) => {
      lost()
      reports.lost(asked, error)
      settle(true, null)
    },
  )
}

/** What hears whether the store has something. */
interface Hearing {
  readonly heard: () => void
  readonly lost: () => void
}

/** Hears once: when it is told, or after so many ms that it is lost. */
function hearWithin(clock: Clock, ms: number, { heard, lost }: Hearing): Hearing {
  let isDone = false
  const once = (act: () => void) => (): void => {
    cancel()
    if (!isDone) act()
    isDone = true
  }
  const hearing = { heard: once(heard), lost: once(lost) }
  const cancel = clock.after(ms, hearing.lost)
  return hearing
}
