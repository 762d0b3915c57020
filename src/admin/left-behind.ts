import type { StoreLook } from '../store/store.ts'

/** A registration of the store that nobody here serves, with notifications that are not handled. */
export interface LeftBehind {
  readonly registration: string
  /** Notifications that wait, {@link mostCounted} at most. */
  readonly waiting: number
  /** A process of another application serves it, or has died a moment ago. */
  readonly isWorkedOn: boolean
}

/**
 * Registrations that have waiting notifications and that are not served here: most often one that was renamed. It costs what
 * waits of those, however many others there are.
 *
 * @param served the names that are
 */
export async function leftBehind(look: StoreLook, served: readonly string[]): Promise<readonly LeftBehind[]> {
  const found: LeftBehind[] = []
  const elsewhere = await look.served?.()
  for (const registration of await look.registrations()) {
    if (served.includes(registration)) continue
    const { waiting } = await look.inbox.count({ registration, states: ['waiting'], most: mostCounted })
    const { running } = await look.inbox.count({ registration, states: ['running'], most: 1 })
    // What runs waits again when it is seen that its process has died.
    const isWorkedOn = elsewhere === undefined ? running > 0 : elsewhere.includes(registration) || waiting === 0
    if (waiting > 0 || running > 0) found.push({ registration, waiting, isWorkedOn })
  }
  return found
}

/** Counting ends here. */
export const mostCounted = 1_000

/** What to do about it, in words. @param store its name: the files of SQLite have one process */
export function remedyOfLeftBehind(store: string): string {
  const unless = store === 'sqlite' ? '' : ', unless another application on this store has it'
  return `give the registration its old name back, or register both${unless}`
}
