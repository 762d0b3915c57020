import { type LeftBehind, leftBehind, mostCounted, remedyOfLeftBehind } from '../admin/left-behind.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import { shownNames } from '../text/clean-text.ts'
import { describeError } from '../text/describe-error.ts'

/** A registration of this process. */
export interface ServedName {
  /**
   * Warns of names that the store has unfinished notifications of and that no registration serves, each once. Only the first that asks
   * looks, for all of a store here; where other processes may work on it, again every few minutes. It never rejects.
   */
  warnOfOthers(log: Log, clock: Clock): Promise<void>
  /** It isn't served any more. */
  leave(): void
}

/** Notes that a registration is served here. */
export function serveName(store: Store, name: string): ServedName {
  const key = `${store.name} ${store.place ?? ''}`
  const own: StoreHere = here.get(key) ?? { names: [], warned: new Set(), isLookedAt: false }
  here.set(key, own)
  own.names.push(name)
  let hasLeft = false

  const look = async (log: Log, clock: Clock, nextLook: number): Promise<void> => {
    try {
      const { found, isShared } = await lookFor(store, own.names)
      for (const one of found) {
        if (one.isWorkedOn || own.warned.has(one.registration)) continue
        own.warned.add(one.registration)
        warn(log, store, one)
      }
      if (!isShared) return
    } catch (error) {
      tellFailure(log, error)
    }
    if (!hasLeft) clock.after(nextLook, () => void (hasLeft || look(log, clock, lookEvery)))
  }

  return {
    warnOfOthers: async (log, clock) => {
      if (own.isLookedAt || store.look === undefined) return
      own.isLookedAt = true
      await look(log, clock, takenForDead)
    },
    leave: () => {
      if (hasLeft) return
      hasLeft = true
      own.names.splice(own.names.indexOf(name), 1)
      if (own.names.length === 0) here.delete(key)
    },
  }
}

/** By store: several registrations and applications of a process may share one. */
const here = new Map<string, StoreHere>()

interface StoreHere {
  readonly names: string[]
  /** Names that were warned of. */
  readonly warned: Set<string>
  isLookedAt: boolean
}

async function lookFor(store: Store, names: readonly string[]) {
  const look = await store.look?.()
  if (look === undefined) return { found: [], isShared: false }
  try {
    const found = await leftBehind(look, names)
    return { found, isShared: look.served !== undefined || found.some(({ isWorkedOn }) => isWorkedOn) }
  } finally {
    await look.close()
  }
}

function warn(log: Log, store: Store, { registration, waiting }: LeftBehind): void {
  const many = waiting === mostCounted ? { waiting, more: true } : { waiting }
  log.warn(
    { ...shownNames({ registration }), ...many },
    `the store keeps notifications of a registration that is not here, and nobody handles them: ${remedyOfLeftBehind(store.name)}`,
  )
}

function tellFailure(log: Log, error: unknown): void {
  log.debug({ err: describeError(error) }, 'it could not be looked for registrations that are not here')
}

// ms: longer than a store waits for a sign of life.
const takenForDead = 15_000
// ms: a look costs one connection for a moment.
const lookEvery = 120_000
