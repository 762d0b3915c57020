import { type Clock, systemClock } from '../../../clock.ts'
import { whenPatienceEnds } from '../../ask-store.ts'
import { ServerFailure } from './failure.ts'

/** ms that anything asked of the server may take. */
export const patience = 5_000

/** ms that the pool waits itself: longer, since it cannot tell a process that was frozen from a server that is. */
export const poolPatience = 7_500

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
    const cancel = whenPatienceEnds(holdingClock, ms, () => {
      isLate = true
      reject(new ServerFailure({ kind: 'away', why: `${what} took longer than ${ms} ms` }))
    })
    promise.then(
      (value) => {
        cancel()
        if (isLate) late(value)
        else resolve(value)
      },
      (error: unknown) => {
        cancel()
        // After the time-out nobody waits for it: rejecting again changes nothing.
        reject(error)
      },
    )
  })
}

/** The machine's time, with timers that keep the process alive until they are due. */
const holdingClock: Clock = {
  ...systemClock,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** For what is told elsewhere: by the next thing that is asked, by the health, or by whoever finds out by itself. */
export function ignore(): void {
  // Nothing is to be done about it here.
}
