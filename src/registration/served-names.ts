import { type LeftBehind, leftBehind, mostCounted, remedyOfLeftBehind } from '../admin/left-behind.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import { shownNames } from '../text/clean-text.ts'
import { describeError } from '../text/describe-error.ts'

/** A registration of this process. */
export interface ServedName {
  /**
   * Warns of names that the store has unfinished notifications of and that no registration of this process has. Once for each
   * store, by the first that asks. It never rejects.
   */
  warnOfOthers(log: Log, clock: Clock): Promise<void>
  /** It isn't served any more. */
  leave(): void
}

/** Notes that a registration is served here. */
export function serveName(store: Store, name: string): ServedName {
  const key = `${store.name} ${store.place ?? ''}`
  const own: StoreHere = here.get(key) ?? { names: [], isLookedAt: false }
  here.set(key, own)
  own.names.push(name)
  let hasLeft = false
  return {
    warnOfOthers: async (log, clock) => {
      if (own.isLookedAt || store.look === undefined) return
      own.isLookedAt = true
      const isOver = (): boolean => hasLeft
      try {
        const found = await lookFor(store, own.names)
        for (const one of found) if (!one.isWorkedOn) warn(log, store, one)
        const worked = found.filter(({ isWorkedOn }) => isWorkedOn).map(({ registration }) => registration)
        if (worked.length > 0 && !isOver()) lookAgain(worked, isOver, log, clock)
      } catch (error) {
        tellFailure(log, error)
      }
    },
    leave: () => {
      if (hasLeft) return
      hasLeft = true
      own.names.splice(own.names.indexOf(name), 1)
      if (own.names.length === 0) here.delete(key)
    },
  }

  /** What is worked on is served elsewhere, unless it was of a process that has died: then it waits by now. */
  function lookAgain(names: readonly string[], isOver: () => boolean, log: Log, clock: Clock): void {
    clock.after(takenForDead, () => {
      if (isOver()) return
      const tell = (found: readonly LeftBehind[]): void => {
        for (const one of found) if (!one.isWorkedOn && names.includes(one.registration)) warn(log, store, one)
      }
      lookFor(store, own.names).then(tell, (error: unknown) => tellFailure(log, error))
    })
  }
}

/** By store: several registrations and applications of a process may share one. */
const here = new Map<string, StoreHere>()

interface StoreHere {
  readonly names: string[]
  isLookedAt: boolean
}

async function lookFor(store: Store, names: readonly string[]): Promise<readonly LeftBehind[]> {
  const look = await store.look?.()
  if (look === undefined) return []
  try {
    return await leftBehind(look, names)
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
