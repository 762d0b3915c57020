import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import type { StoredEntry } from '../store/entry.ts'
import type { Claim, InboxStore } from '../store/inbox-store.ts'
import { trace } from '../trace.ts'
import { ActiveAttempt } from './attempt.ts'
import { type AttemptEnd, AttemptRun } from './attempt-run.ts'
import { backOff } from './back-off.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryReports, EndedAttempt } from './delivery-reports.ts'
import { FMW_CLOSING } from './errors.ts'
import { giveUp } from './give-up.ts'
import { persist } from './persist.ts'
import { errorLine, nextNumber, recordAttempt } from './record-attempt.ts'
import { Settling } from './settling.ts'

/** What deliveries are made with. */
export interface DeliveriesSettings {
  readonly store: InboxStore
  /** Lanes that are worked at once. */
  readonly lanes: number
  /** Whether what fails is tried again; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
  readonly clock: Clock
  /** From 0 up to but not including 1. */
  readonly random: () => number
  readonly log: Log
  /** A logger that names a notification. */
  readonly logOf: (entry: StoredEntry) => Log
  readonly reports: DeliveryReports
}

/** Works the heads of lanes: claims them, runs their handlers, settles how they ended. */
export class Deliveries {
  readonly #settings: DeliveriesSettings
  readonly #settling: Settling
  readonly #readers = new Map<NotificationKind, (entry: StoredEntry) => Delivery>()
  readonly #listeners = new Map<string, ((end: AttemptEnd) => void)[]>()
  readonly #running = new Set<AttemptRun>()
  readonly #ready: Task[] = []
  /** Places that are kept for claims to come. */
  #reserved = 0
  #state: 'idle' | 'working' | 'closing' = 'idle'
  #isClaiming = false
  /** The store may have more than was claimed last. */
  #hasMore = false
  #isWorking = false
  #stretchUntil: number | undefined
  #nothingRuns: (() => void) | undefined

  constructor(settings: DeliveriesSettings) {
    this.#settings = settings
    const { store, clock, log } = settings
    this.#settling = new Settling({ store, clock, log, settled: () => this.#fill() })
  }

  /** Handlers at work. */
  get running(): number {
    return this.#running.size
  }

  /** How the entries of a kind are read again. */
  serve(kind: NotificationKind, read: (entry: StoredEntry) => Delivery): void {
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
  take(claim: Claim, delivery: Delivery): void {
    if (this.#state === 'closing') {
      this.#handBack(claim, new FMW_CLOSING(0))
      return
    }
    this.#ready.push({ claim, delivery })
    this.#work()
  }

  /** How the next attempt on an entry ends: a process that keeps nothing answers its request by that. */
  whenEnded(id: string): Promise<AttemptEnd> {
    const { promise, resolve } = Promise.withResolvers<AttemptEnd>()
    this.#listeners.set(id, [...(this.#listeners.get(id) ?? []), resolve])
    return promise
  }

  /**
   * Stops: what was claimed and not begun is handed back, what runs gets `grace` ms to end, then its signal aborts
   * and it is handed back too. Resolves when the store knows.
   */
  async close(grace: number): Promise<void> {
    this.#state = 'closing'
    for (const { claim } of this.#ready.splice(0)) this.#handBack(claim, new FMW_CLOSING(0))
    if (this.#running.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#nothingRuns = resolve
      const cancel = this.#settings.clock.after(grace, () => {
        for (const run of this.#running) run.handBack(new FMW_CLOSING(grace))
      })
      await promise
      cancel()
    }
    await this.#settling.close()
  }

  #room(): number {
    if (this.#state !== 'working') return 0
    const { lanes } = this.#settings
    return lanes * (1 + aheadOfLane) - this.#ready.length - this.#running.size - this.#settling.open - this.#reserved
  }

  /** Claims as long as there is room and something to claim. */
  async #fill(): Promise<void> {
    if (this.#isClaiming || !this.#hasMore) return
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
    return room < this.#settings.lanes && this.#ready.length > 0 ? 0 : room
  }

  #takeUnread(claim: Claim): void {
    const { entry } = claim
    const { reports } = this.#settings
    const read = this.#readers.get(entry.kind)
    if (read === undefined) {
      // It was acknowledged: another process, or a later start of this one, has the handler.
      reports.unserved(entry)
      this.#settling.settle(claim, { state: 'handedBack', retryIn: unservedFor }, nothingMore)
      return
    }
    let delivery: Delivery
    try {
      delivery = read(entry)
    } catch (error) {
      reports.unreadable(entry, error)
      this.#settling.settle(claim, { state: 'rejected', reason: errorLine(error) }, nothingMore)
      this.#tell(entry.id, { ok: false, error })
      return
    }
    this.take(claim, delivery)
  }

  /** Begins what may begin. Handlers that answer at once must not keep the event loop from turns. */
  #work(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    const { clock, lanes } = this.#settings
    try {
      while (this.#running.size < lanes && clock.monotonic() < this.#endOfStretch()) {
        const task = this.#ready.shift()
        if (task === undefined) break
        this.#run(task)
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
    const { clock, store, logOf } = this.#settings
    const { entry } = claim
    const { id, replay, conflictsWith } = entry
    const number = nextNumber(entry)
    const startedAt = clock.now()
    const began = clock.monotonic()
    const newLog = delivery.newLog ?? (() => logOf(entry))
    const attempt = new ActiveAttempt({ id, number, replay, conflictsWith }, newLog)
    store.attach?.(attempt, claim)
    if (trace.attempting.hasSubscribers) trace.attempting.publish({ ids: [id] })
    const run = new AttemptRun(delivery, attempt, clock, (end) => {
      this.#running.delete(run)
      if (trace.attempted.hasSubscribers) trace.attempted.publish({ ids: [id] })
      const ms = Math.round(clock.monotonic() - began)
      this.#end(claim, { delivery, entry, attempt, startedAt, number, ms }, end)
      if (this.#state === 'working') this.#work()
      else if (this.#running.size === 0) this.#nothingRuns?.()
    })
    this.#running.add(run)
    run.begin()
  }

  #end(claim: Claim, ended: EndedAttempt, end: AttemptEnd): void {
    const { reports, retries, random, store } = this.#settings
    const { delivery, entry } = ended
    const settle = (state: 'done' | 'dead'): void => {
      const attempt = recordAttempt(ended, end)
      this.#settling.settle(claim, { state, attempt }, () => reports.lost(ended))
    }
    if (!end.ok && end.isHandedBack === true) {
      this.#settling.settle(claim, { state: 'handedBack' }, nothingMore)
      this.#tell(entry.id, end)
      return
    }
    const failures = entry.failures + 1
    if (end.ok) {
      reports.handled(ended)
      settle('done')
    } else if (store.hasEnded?.(claim)) {
      reports.failedTooLate(ended, end.error)
      this.#settling.settle(claim, { state: 'done', attempt: recordAttempt(ended, { ok: true }) }, nothingMore)
    } else if (!retries) {
      reports.failed(ended, end.error, null)
      settle('dead')
    } else if (failures < delivery.attempts) {
      const retryIn = backOff(failures, delivery, random)
      reports.failed(ended, end.error, retryIn)
      const settlement = { state: 'waiting', retryIn, attempt: recordAttempt(ended, end) } as const
      this.#settling.settle(claim, settlement, () => reports.lost(ended))
    } else {
      reports.dead(ended, end.error)
      this.#giveUp(ended, end.error).then(() => settle('dead'))
    }
    this.#tell(entry.id, end)
  }

  async #giveUp(ended: EndedAttempt, error: unknown): Promise<void> {
    const { clock, reports } = this.#settings
    const { delivery, entry, attempt } = ended
    const record = recordAttempt(ended, { ok: false, error })
    const dead = {
      id: entry.id,
      attempts: entry.failures + 1,
      made: [...entry.attempts, record],
      error,
      log: attempt.log,
    }
    try {
      await giveUp(delivery, dead, clock)
    } catch (failure) {
      reports.onDeadFailed(ended, failure)
    }
  }

  #handBack(claim: Claim, error: Error): void {
    this.#settling.settle(claim, { state: 'handedBack' }, nothingMore)
    this.#tell(claim.entry.id, { ok: false, error })
  }

  #tell(id: string, end: AttemptEnd): void {
    const listeners = this.#listeners.get(id)
    if (listeners === undefined) return
    this.#listeners.delete(id)
    for (const listener of listeners) listener(end)
  }
}

interface Task {
  readonly claim: Claim
  readonly delivery: Delivery
}

const nothingMore = (): void => undefined

// Entries that are claimed ahead for each lane at work, so that no lane waits for the store.
const aheadOfLane = 15
// Leaves places for what is accepted meanwhile.
const mostClaimed = 64
// ms
const longestStretch = 4
const unservedFor = 30_000
