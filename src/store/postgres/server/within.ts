import { ServerFailure } from './failure.ts'

/** ms that anything asked of the server may take. */
export const patience = 5_000

/** How long is waited, and for what comes later. */
interface Waiting<T> {
  readonly ms?: number
  readonly late?: (value: T) => void
}

/** What the promise gives, or a failure when it takes too long. What comes later is passed to `late`. */
export function within<T>(
  what: string,
  promise: Promise<T>,
  { ms = patience, late = ignore }: Waiting<T> = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new ServerFailure({ kind: 'away', why: `${what} took longer than ${ms} ms` }))
    }, ms)
    promise.then(
      (value) => {
        clearTimeout(timer)
        if (isLate) late(value)
        else resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        // After the time-out nobody waits for it: rejecting again changes nothing.
        reject(error)
      },
    )
  })
}

/** For what is told elsewhere: by the next thing that is asked, by the health, or by whoever finds out by itself. */
export function ignore(): void {
  // Nothing is to be done about it here.
}
