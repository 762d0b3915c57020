import type { Kind } from '../pushes/kinds.ts'
import type { EntryCount } from '../store/inbox-store.ts'
import type { Store, StoreLook } from '../store/store.ts'

/** A registration of the store that nobody serves, as far as is known, with something that is still to be done. */
export interface LeftBehind {
  readonly registration: string
  /** Notifications that wait, {@link mostCounted} at most, as of those below. */
  readonly waiting: number
  /** Notifications that were given up. */
  readonly dead: number
  /** Notifications that a person is to review. */
  readonly toReview: number
  /** Kinds that are stopped under this name, and not under another. */
  readonly stopped: readonly Kind[]
  /** Another process may work on it, or has died a moment ago. */
  readonly isWorkedOn: boolean
}

/** A registration of this application, and the store that it has. */
export interface Registered {
  readonly registration: string
  readonly store: Store
}

/**
 * Registrations that have something left to do and that are not served, here or by a process that told its name: most often one
 * that was renamed, or given another store. It costs what is left of those, however many others there are.
 *
 * @param store which one is looked at
 * @param here those of this application, on whichever store
 */
export async function leftBehind(
  look: StoreLook,
  store: Store,
  here: readonly Registered[],
): Promise<readonly LeftBehind[]> {
  const isOn = (one: Registered): boolean => placeKey(one.store) === placeKey(store)
  const served = here.filter(isOn).map(({ registration }) => registration)
  const found: LeftBehind[] = []
  const isShared = look.served !== undefined
  const elsewhere = await look.served?.()
  for (const registration of await look.registrations()) {
    if (served.includes(registration) || elsewhere?.includes(registration) === true) continue
    const count = async (filter: Omit<EntryCount, 'registration'>): Promise<number> => {
      const counts = await look.inbox.count({ registration, most: mostCounted, ...filter })
      return Object.values(counts).reduce((sum, one) => sum + one, 0)
    }
    const waiting = await count({ states: ['waiting'] })
    const running = await count({ states: ['running'], most: 1 })
    const dead = await count({ states: ['dead'] })
    const toReview = await count({ needsReview: true })
    const stopped = (await look.stops.list(registration)).map(({ kind }) => kind)
    const left = waiting + dead + toReview + stopped.length
    // What runs waits again when it is seen that its process has died.
    const mayBeServed = isShared ? elsewhere === undefined : running > 0
    const isWorkedOn = mayBeServed || left === 0
    if (left === 0 && running === 0) continue
    const others = here.filter((one) => one.registration === registration && one.store.name === store.name)
    if (await isAmong(look, others)) continue
    found.push({ registration, waiting, dead, toReview, stopped, isWorkedOn })
  }
  return found
}

/** Whether one of the stores keeps what is looked at, though its place is spelled otherwise: a server has several names, and a file. */
async function isAmong(look: StoreLook, others: readonly Registered[]): Promise<boolean> {
  const tables = await look.tables?.()
  for (const { store } of others) if (tables !== undefined && (await tablesOf(store)) === tables) return true
  return false
}

async function tablesOf(store: Store): Promise<string | undefined> {
  try {
    const look = await store.look?.()
    try {
      return await look?.tables?.()
    } finally {
      await look?.close()
    }
  } catch {
    // What can't be looked at now may be made later: then it is another one.
    return undefined
  }
}

/** The same for stores of the same place: each `postgresStore` of one schema, or `sqliteStore` of one file. */
export function placeKey({ name, place = '' }: Pick<Store, 'name' | 'place'>): string {
  return `${name} ${place}`
}

/** Counting ends here. */
export const mostCounted = 1_000

/** What to do about it, in words. @param store its name: the files of SQLite have one process */
export function remedyOfLeftBehind(store: string): string {
  const unless = store === 'sqlite' ? '' : ', unless another application on this store has it'
  return `give the registration its old name or its old store back, or register both${unless}`
}
