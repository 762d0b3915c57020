import { AsyncResource } from 'node:async_hooks'
import { Chain } from '../chain.ts'
import type { Clock } from '../clock.ts'
import type { HandlerLog, Log } from '../log.ts'
import type { Effects } from '../store/effects/effects.ts'
import type { EntryKind, StoredEntry } from '../store/entry.ts'
import type { Claim, InboxStore } from '../store/inbox-store.ts'
import { maskNumbers } from '../text/phone.ts'
import { channels, tellOf } from '../trace/channels.ts'
import { trace } from '../trace/moments.ts'
import {
  ActiveAttempt,
  AttemptRun,
  type DeliveryReports,
  type EndedAttempt,
  type EndedRun,
  errorLine,
  nextNumber,
} from './attempt-run.ts'
import { Endings, persist, reviewedAs, Settling, timeToWrite } from './endings.ts'
import { FMW_CLOSING } from './errors.ts'
import { Preparations } from './preparations.ts'
import { WaitingRequests } from './waiting-requests.ts'
import { type Delivery, type EntryWork, type Instead, isInstead, isPreparation, type Preparation } from './work.ts'

/** What deliveries are made with. */
export interface DeliveriesSettings {
  readonly registration: string
  /** Names an entry for those who trace. */
  readonly messageId: (entryId: string) => string
  readonly store: InboxStore
  /** What handlers do once. */
  readonly effects: Effects
  /** Lanes that are worked at once. */
  readonly concurrency: number
  /** Whether what fails is tried again; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
  readonly clock: Clock
  /** From 0 up to but not including 1. */
  readonly random: () => number
  readonly log: Log
  /** A logger that names a notification. */
  readonly logOf: (entry: StoredEntry) => HandlerLog
  readonly reports: DeliveryReports
}

/** Works the heads of lanes: claims them, runs their handlers, settles how they ended. */
export class Deliveries {
  readonly waiting = new WaitingRequests()
  readonly #settings: DeliveriesSettings
  readonly #settling: Settling
  readonly #endings: Endings
  readonly #preparations: Preparations
  readonly #readers = new Map<EntryKind, (entry: StoredEntry) => EntryWork>()
  readonly #running = new Chain<AttemptRun>()
  readonly #ready: Task[] = []
  /** Places that are kept for claims to come. */
  #reserved = 0
  #state: 'idle' | 'working' | 'closing' = 'idle'
  #isClaiming = false
  /** The store may have more than was claimed last. */
  #hasMore = false
  #isWorking = false
  /** The asynchronous context of what waited: that of whose end made room for it would be a stranger's. */
  readonly #nobodys = new AsyncResource('merchant-deliveries')
  #stretchUntil: number | undefined
  #nothingRuns: (() => void) | undefined

  constructor(settings: DeliveriesSettings) {
    this.#settings = settings
    const { store, clock, log, reports } = settings
    const lost = (ended: EndedAttempt) => reports.lost(ended)
    const needsReview = (entry: StoredEntry, reasons: readonly string[]) => reports.needsReview(entry, reasons)
    this.#settling = new Settling({ store, clock, log, settled: () => this.#fill(), lost, needsReview })
    this.#endings = new Endings({
      ...settings,
      settling: this.#settling,
      gaveUp: (id, end) => this.waiting.tell(id, end),
    })
    this.#preparations = new Preparations({
      ...settings,
      most: settings.concurrency * preparedForLane,
      decided: (claim, run, what) => this.#decided(claim, run, what),
      crowded: (claim) => this.#crowded(claim),
    })
  }

  /** Handlers at work. */
  get running(): number {
    return this.#running.size
  }

  /** How the entries of a kind are read again. */
  serve(kind: EntryKind, read: (entry: StoredEntry) => EntryWork): void {
    this.#readers.set(kind, read)
  }

  /** The store is open: what waits in it is worked. */
  start(): void {
    if (this.#state !== 'idle') return
    this.#state = 'working'
    this.#settings.store.onWork(this.wake)
    this.wake()
  }

  /** There may be something to claim. */
  readonly wake = (): void => {
    this.#hasMore = true
    this.#fill()
  }

  /** Keeps a place for an entry that is claimed with its acceptance, if there is one; `free` gives it back. */
  reserve(): boolean {
    if (this.#room() <= 0) return false
    this.#reserved++
    return true
  }

  /** Gives a place back. */
  free(): void {
    this.#reserved--
    this.#fill()
  }

  /** Works on an entry that is claimed. */
  take(claim: Claim, work: EntryWork): void {
    this.waiting.goesOn(claim.entry.lane)
    if (this.#state === 'closing') {
      this.#handBack(claim, new FMW_CLOSING(0))
      return
    }
    if (!isPreparation(work)) {
      this.#deliver({ claim, delivery: work })
      return
    }
    const plain = plainOf(work, claim)
    if (plain === undefined) this.#preparations.begin(claim, work)
    else this.#deliver({ claim, delivery: plain })
  }

  #deliver(task: Task): void {
    this.#ready.push(task)
    this.#work(task)
  }

  /**
   * Stops: what was claimed and not begun is handed back, what runs gets `grace` ms to end, then its signal aborts
   * and it is handed back too. Resolves when the store knows.
   */
  async close(grace: number): Promise<void> {
    this.#state = 'closing'
    const { clock } = this.#settings
    const end = clock.monotonic() + grace + timeToWrite
    for (const { claim } of this.#ready.splice(0)) this.#handBack(claim, new FMW_CLOSING(0))
    if (!this.#isIdle()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#nothingRuns = resolve
      const cancel = clock.after(grace, () => {
        for (const claim of this.#preparations.stop(new FMW_CLOSING(grace)))
          this.#handBack(claim, new FMW_CLOSING(grace))
        for (const run of this.#running) run.handBack(new FMW_CLOSING(grace))
        this.#goOn()
      })
      await promise
      cancel()
    }
    await this.#settling.close(Math.max(0, end - clock.monotonic()))
    this.waiting.close(new FMW_CLOSING(grace))
  }

  #room(): number {
    if (this.#state !== 'working') return 0
    const { concurrency } = this.#settings
    const held = this.#ready.length + this.#running.size + this.#preparations.size
    return concurrency * (1 + aheadOfLane) - held - this.#settling.open - this.#reserved
  }

  #fill(): void {
    if (!this.#isClaiming && this.#hasMore) this.#nobodys.runInAsyncScope(() => this.#claimMore())
  }

  /** Claims as long as there is room and something to claim. */
  async #claimMore(): Promise<void> {
    const { store, clock, log } = this.#settings
    const goesOn = () => this.#state === 'working'
    this.#isClaiming = true
    for (let room = this.#roomToClaim(); room > 0 && this.#hasMore; room = this.#roomToClaim()) {
      this.#hasMore = false
      this.#reserved += room
      const claims = await persist(() => store.claim(room), { clock, log, what: 'claiming', goesOn })
      this.#reserved -= room
      if (claims?.length === room) this.#hasMore = true
      for (const claim of claims ?? []) this.#takeUnread(claim)
    }
    this.#isClaiming = false
  }

  /** A few at a time are not worth asking for while others wait here. */
  #roomToClaim(): number {
    const room = Math.min(this.#room(), mostClaimed)
    return room < this.#settings.concurrency && this.#ready.length > 0 ? 0 : room
  }

  #takeUnread(claim: Claim): void {
    const { entry } = claim
    const { reports } = this.#settings
    const read = this.#readers.get(entry.kind)
    if (read === undefined) {
      // It was acknowledged: another process, or a later start of this one, has the handler.
      reports.unserved(entry)
      this.#endings.handedBack(claim, unserved)
      return
    }
    let work: EntryWork
    try {
      work = read(entry)
    } catch (error) {
      reports.unreadable(entry, error)
      this.#endings.unreadable(claim, errorLine(error))
      this.waiting.tell(entry.id, { ok: false, error })
      return
    }
    this.take(claim, work)
  }

  /**
   * Begins what may begin. Handlers that answer at once must not keep the event loop from turns.
   *
   * @param own what the request brings that is served now: it begins in its asynchronous context, and all else in nobody's
   */
  #work(own?: Task): void {
    if (this.#isWorking) return
    this.#isWorking = true
    const { clock, concurrency } = this.#settings
    try {
      while (this.#running.size < concurrency && clock.monotonic() < this.#endOfStretch()) {
        const task = this.#ready.shift()
        if (task === undefined) break
        if (task === own) this.#run(task)
        else this.#nobodys.runInAsyncScope(() => this.#run(task))
      }
    } finally {
      this.#isWorking = false
    }
    this.#fill()
  }

  /** Monotonic ms. A stretch begins with its first task, and ends when the event loop has gone round. */
  #endOfStretch(): number {
    if (this.#stretchUntil === undefined) {
      this.#stretchUntil = this.#settings.clock.monotonic() + longestStretch
      setImmediate(() => {
        this.#stretchUntil = undefined
        if (this.#ready.length > 0) this.#work()
      })
    }
    return this.#stretchUntil
  }

  #run({ claim, delivery }: Task): void {
    const { registration, clock, store, logOf, effects, messageId } = this.#settings
    const { entry } = claim
    const { id, replay } = entry
    const conflictsWith = delivery.contradicts ?? entry.conflictsWith
    const number = nextNumber(entry)
    const startedAt = clock.now()
    const began = clock.monotonic()
    const newLog = delivery.newLog ?? (() => logOf(entry))
    const attempt = new ActiveAttempt({ entryId: id, number, replay, conflictsWith }, newLog, effects)
    store.attach?.(attempt, claim, reviewedAs(entry, delivery.reviewOf(entry)))
    if (trace.attempting.hasSubscribers) trace.attempting.publish({ ids: [id] })
    const told = channels.attempt.hasSubscribers
      ? tellOf(channels.attempt, {
          registration,
          kind: entry.kind,
          entryId: maskNumbers(id),
          messageId: messageId(id),
          number,
          replay,
          ms: null,
        })
      : undefined
    const run = new AttemptRun(delivery, attempt, this.#settings, (end) => {
      this.#running.remove(run)
      if (trace.attempted.hasSubscribers) trace.attempted.publish({ ids: [id] })
      if (end.ok) told?.ended()
      else told?.failed(end.error)
      const ms = Math.round(clock.monotonic() - began)
      const retryIn = this.#endings.handled(
        claim,
        { delivery, entry, attempt, startedAt, number, ms },
        end,
        this.waiting.has(id),
      )
      if (!this.#settings.retries && retryIn !== undefined) this.waiting.passOn(entry, retried(retryIn))
      this.waiting.tell(id, end)
      this.#goOn()
    })
    this.#running.append(run)
    run.begin()
  }

  /** It was found out what is to be done about an entry. */
  #decided(claim: Claim, run: EndedRun, what: Delivery | Instead): void {
    if (isInstead(what)) {
      this.#endings.instead(claim, run, what)
      // Where the store keeps things no request waits, and another process may take the lane.
      if (!this.#settings.retries) this.waiting.passOn(claim.entry, what)
    } else {
      this.take(claim, what)
    }
    this.#goOn()
  }

  #crowded(claim: Claim): void {
    this.#endings.handedBack(claim, crowded)
    this.waiting.tell(claim.entry.id, { ok: false, error: new Error('too many are looked into at once') })
    this.#goOn()
  }

  /** Something has ended: there may be more to do, or nothing any more. */
  #goOn(): void {
    if (this.#state === 'working') this.#work()
    else if (this.#isIdle()) this.#nothingRuns?.()
  }

  #isIdle(): boolean {
    return this.#running.size === 0 && this.#preparations.size === 0
  }

  #handBack(claim: Claim, error: Error): void {
    this.#endings.handedBack(claim)
    this.waiting.tell(claim.entry.id, { ok: false, error })
  }
}

/** What requests hear that wait behind what was found by asking, and failed. */
function retried(retryIn: number): Instead {
  return { state: 'later', retryIn, why: 'the handler failed for what stands before it: the plugin retries it' }
}

interface Task {
  readonly claim: Claim
  readonly delivery: Delivery
}

// Entries that are claimed ahead for each lane at work, so that no lane waits for the store.
const aheadOfLane = 15
// Entries of a kind that wait for others, for each lane. All four kinds of them leave a quarter of what is held, and those in
// line leave a sixteenth of it even then.
const preparedForLane = 3
// Leaves places for what is accepted meanwhile.
const mostClaimed = 64
// ms
const longestStretch = 4
const unserved = { retryIn: 30_000, reason: 'nothing here receives its kind' } as const
const crowded = { retryIn: 250 } as const

/** What is delivered of a claimed entry without a look; undefined where one is needed. */
function plainOf(work: Preparation, { entry }: Claim): Delivery | undefined {
  return work.plain !== undefined && work.isPlain?.(entry) === true ? work.plain : undefined
}
