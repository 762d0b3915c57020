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

/**
 * Registrations that have something left to do and that are not served, here or by a process that told its name: most often one
 * that was renamed, or given another store. It costs what is left of those, however many others there are.
 *
 * @param served the names that are, here, on this very store
 */
export async function leftBehind(look: StoreLook, served: readonly string[]): Promise<readonly LeftBehind[]> {
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
    if (left > 0 || running > 0) found.push({ registration, waiting, dead, toReview, stopped, isWorkedOn })
  }
  return found
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
