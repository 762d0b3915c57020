import type { Clock } from '../clock.ts'
import { type Log, logSafely } from '../log.ts'
import type { Kind } from '../pushes/kinds.ts'
import type { KindStop, StopFlag, StopsLook } from '../store/people/stops.ts'
import { shownNames } from '../text/clean-text.ts'
import { logError } from '../text/describe-error.ts'
import { maskWritten } from '../text/phone.ts'
import type { Activity } from './events/activity.ts'

/** What the stops of a registration are watched with. */
export interface StoppedKindsSettings {
  readonly registration: string
  readonly stops: Pick<StopsLook, 'list'>
  readonly activity: Activity
  readonly clock: Clock
  readonly log: Log
}

/**
 * Which kinds are stopped, as this process knows it. Anybody may stop one in another process or beside the application, so the
 * store is asked once a second, unless it lives in this process alone. A push only looks a field up.
 */
export class StoppedKinds {
  readonly #settings: StoppedKindsSettings
  #known: ReadonlyMap<Kind, KindStop> = new Map()
  readonly #flags = new Map<Kind, { isOn: boolean }>()
  #asked = 0
  #heard = 0
  #isAway = false
  #isOver = false
  #cancel: (() => void) | undefined

  constructor(settings: StoppedKindsSettings) {
    this.#settings = settings
  }

  /** Those that are stopped, the oldest first. */
  get all(): readonly KindStop[] {
    return [...this.#known.values()]
  }

  has(kind: Kind): boolean {
    return this.#known.has(kind)
  }

  /** What its pushes look at: the same for as long as the kind is received. */
  flagOf(kind: Kind): StopFlag {
    const flag = this.#flags.get(kind) ?? { isOn: this.#known.has(kind) }
    this.#flags.set(kind, flag)
    return flag
  }

  /** Looks now, and from then on once a second. Resolves after the first look. */
  async watch(): Promise<void> {
    const again = async (): Promise<void> => {
      await this.look()
      if (!this.#isOver) this.#cancel = this.#settings.clock.after(lookEvery, again)
    }
    await again()
  }

  unwatch(): void {
    this.#isOver = true
    this.#cancel?.()
  }

  /** Asks the store. While it doesn't answer, what was known stays. */
  async look(): Promise<void> {
    const { registration, stops, log } = this.#settings
    this.#asked++
    const turn = this.#asked
    try {
      const found = await stops.list(registration)
      this.#isAway = false
      // Answers may overtake each other: an older one tells nothing any more.
      if (turn > this.#heard) this.#hear(turn, found)
    } catch (error) {
      if (!this.#isAway) logError(log, 'warn', error, 'the store does not say which kinds are stopped')
      this.#isAway = true
    }
  }

  #hear(turn: number, found: readonly KindStop[]): void {
    const before = this.#known
    this.#heard = turn
    this.#known = new Map(found.map((stop) => [stop.kind, stop]))
    for (const [kind, flag] of this.#flags) flag.isOn = this.#known.has(kind)
    for (const stop of found) if (!before.has(stop.kind)) this.#tellPaused(stop)
    for (const kind of before.keys()) if (!this.#known.has(kind)) this.#tellStarted(kind)
  }

  #tellPaused({ kind, by, reason, at }: KindStop): void {
    const { log, activity } = this.#settings
    const said = shownNames({ by: maskWritten(by), reason: maskWritten(reason) })
    logSafely(
      log,
      'warn',
      { kind, ...said, since: new Date(at).toISOString() },
      'a kind is stopped: its pushes are not taken',
    )
    activity.tell((events) => events.emit('kindStopped', { kind, by, reason, at: new Date(at) }), log)
  }

  #tellStarted(kind: Kind): void {
    const { log, activity } = this.#settings
    logSafely(log, 'warn', { kind }, 'a kind is started again')
    activity.tell((events) => events.emit('kindStarted', { kind }), log)
  }
}

// ms
const lookEvery = 1_000
