import { type LeftBehind, leftBehind, mostCounted, placeKey, remedyOfLeftBehind } from '../admin/left-behind.ts'
import type { Clock } from '../clock.ts'
import { type Log, logSafely } from '../log.ts'
import type { Store } from '../store/store.ts'
import { shownNames } from '../text/clean-text.ts'
import { logError } from '../text/describe-error.ts'

/** A registration of this process. */
export interface ServedName {
  /**
   * Warns of names that the store has something left to do of and that no registration serves, each once until that changes. One
   * registration looks, for all of a store here; where other processes may work on it, again every few minutes, and another one goes on
   * when it leaves. It never rejects.
   */
  warnOfOthers(log: Log, clock: Clock): Promise<void>
  /** It isn't served any more. */
  leave(): void
}

/** Notes that a registration is served here. */
export function serveName(store: Store, name: string): ServedName {
  const key = placeKey(store)
  const own: StoreHere = here.get(key) ?? {
    served: [],
    warned: new Set(),
    looker: undefined,
    isOver: false,
    cancel: undefined,
  }
  here.set(key, own)
  const served: Served = { name, store, tools: undefined }
  own.served.push(served)

  return {
    warnOfOthers: async (log, clock) => {
      served.tools = { log, clock }
      if (own.looker !== undefined || !own.served.includes(served)) return
      own.looker = served
      await look(own, served, served.tools, takenForDead)
    },
    leave: () => {
      const at = own.served.indexOf(served)
      if (at === -1) return
      own.served.splice(at, 1)
      if (own.served.length === 0) here.delete(key)
      if (own.looker === served && !own.isOver) handOver(own)
    },
  }
}

/** By place: several registrations and applications of a process may share one. */
const here = new Map<string, StoreHere>()

interface StoreHere {
  readonly served: Served[]
  /** Names that were warned of, and that are left behind still. */
  readonly warned: Set<string>
  /** It looks, for all. */
  looker: Served | undefined
  /** One look was enough: nobody else works on the store. */
  isOver: boolean
  /** Ends the wait for the next look; undefined while there is none. */
  cancel: (() => void) | undefined
}

interface Served {
  readonly name: string
  readonly store: Store
  /** Once it may look. */
  tools: Tools | undefined
}

interface Tools {
  readonly log: Log
  readonly clock: Clock
}

async function look(own: StoreHere, { store }: Served, { log, clock }: Tools, nextLook: number): Promise<void> {
  const looker = own.looker
  try {
    const { found, isShared } = await lookFor(store)
    const left = new Set(found.map(({ registration }) => registration))
    for (const name of own.warned) if (!left.has(name)) own.warned.delete(name)
    for (const one of found) {
      if (one.isWorkedOn || own.warned.has(one.registration)) continue
      own.warned.add(one.registration)
      warn(log, store, one)
    }
    own.isOver = !isShared
  } catch (error) {
    logError(log, 'debug', error, 'it could not be looked for registrations that are not here')
  }
  // Another goes on where it has left meanwhile.
  if (!own.isOver && own.looker === looker) lookLater(own, clock, nextLook)
}

function lookLater(own: StoreHere, clock: Clock, wait: number): void {
  own.cancel = clock.after(wait, () => {
    own.cancel = undefined
    const { looker } = own
    if (looker?.tools !== undefined) void look(own, looker, looker.tools, lookEvery)
  })
}

/** The next one that may look goes on. */
function handOver(own: StoreHere): void {
  own.cancel?.()
  own.cancel = undefined
  own.looker = own.served.find(({ tools }) => tools !== undefined)
  if (own.looker?.tools !== undefined) lookLater(own, own.looker.tools.clock, lookEvery)
}

async function lookFor(store: Store) {
  const look = await store.look?.()
  if (look === undefined) return { found: [], isShared: false }
  try {
    const all = [...here.values()].flatMap(({ served }) => served)
    const registered = all.map(({ name, store }) => ({ registration: name, store }))
    const found = await leftBehind(look, store, registered)
    return { found, isShared: look.served !== undefined || found.some(({ isWorkedOn }) => isWorkedOn) }
  } finally {
    await look.close()
  }
}

function warn(log: Log, store: Store, { registration, waiting, dead, toReview, stopped }: LeftBehind): void {
  const many = Math.max(waiting, dead, toReview) === mostCounted ? { more: true } : {}
  logSafely(
    log,
    'warn',
    { ...shownNames({ registration }), place: store.place, waiting, dead, toReview, stopped, ...many },
    `a registration that does not use this store has left work in it, and nobody does it: ${remedyOfLeftBehind(store.name)}`,
  )
}

// ms: longer than a store waits for a sign of life.
const takenForDead = 15_000
// ms: a look costs one connection for a moment.
const lookEvery = 120_000
