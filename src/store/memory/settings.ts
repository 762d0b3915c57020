import { type Clock, problemOfClock, steadyTime, systemClock } from '../../clock.ts'
import { ownOptions } from '../../own-options.ts'
import { checkOptionNames } from '../check-options.ts'
import { FMW_STORE_ARGUMENT } from '../errors.ts'

/**
 * How much `memoryStore` keeps. Whatever is beyond goes, the oldest first; only what waits or runs never goes: where
 * it fills its bound, nothing more is accepted. What goes and was dead, or accepted and rejected later, is forgotten
 * with its identity, so that its push is new when it comes again; where pushes conflict with it, it stays known.
 *
 * @example
 * const settings: MemoryStoreSettings = { finished: 1_000, effects: 50_000 }
 * await app.register(merchantWebhooks, { verify, store: memoryStore(settings), payment })
 */
export interface MemoryStoreSettings {
  /** Entries that are done, dead or rejected, for each registration. Default 10,000. */
  readonly finished?: number | undefined
  /** Entries that wait or run, for each registration. Default 10,000. */
  readonly unfinished?: number | undefined
  /** Bytes of finished entries (payloads, long names, errors), and as many again of unfinished ones. Default 32 MiB. */
  readonly bytes?: number | undefined
  /** Identities by which a repeat is known, of finished entries, for each registration. Default 10,000. */
  readonly identities?: number | undefined
  /** Bytes of those identities. Default 16 MiB. */
  readonly identityBytes?: number | undefined
  /** Effects of conversations, for each registration. Default 10,000. */
  readonly effects?: number | undefined
  /** Bytes of their outcomes. Default 16 MiB. */
  readonly effectBytes?: number | undefined
  /** Lines of the trail, for each registration. Default 5,000. */
  readonly trail?: number | undefined
  /** Time; another one is for tests. Default the machine's. */
  readonly clock?: Clock | undefined
}

/** Settings with their defaults. */
export interface MemoryBounds extends Readonly<typeof standards> {
  /** Goes on evenly, whoever sets it. */
  readonly clock: SteadyClock
}

/** A clock that nobody sets. */
export type SteadyClock = Pick<Clock, 'now' | 'after'>

export function readSettings(given: MemoryStoreSettings): MemoryBounds {
  checkOptionNames(given, [...boundNames, 'clock'])
  const settings = ownOptions(given)
  const { clock = systemClock } = settings
  const wrongClock = problemOfClock(clock)
  if (wrongClock !== undefined) throw new FMW_STORE_ARGUMENT('clock', wrongClock)
  const bounds = { ...standards }
  for (const name of boundNames) bounds[name] = bound(settings, name)
  return { ...bounds, clock: { now: steadyTime(clock), after: (ms, callback) => clock.after(ms, callback) } }
}

const standards = {
  finished: 10_000,
  unfinished: 10_000,
  bytes: 32 * 1_048_576,
  identities: 10_000,
  identityBytes: 16 * 1_048_576,
  effects: 10_000,
  effectBytes: 16 * 1_048_576,
  trail: 5_000,
}

const boundNames = [
  'finished',
  'unfinished',
  'bytes',
  'identities',
  'identityBytes',
  'effects',
  'effectBytes',
  'trail',
] as const

function bound(settings: MemoryStoreSettings, name: keyof typeof standards): number {
  const value = settings[name] ?? standards[name]
  if (!Number.isSafeInteger(value) || value < 1) throw new FMW_STORE_ARGUMENT(name, 'is not a whole number from 1')
  return value
}
