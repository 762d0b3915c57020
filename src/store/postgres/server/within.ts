import { type Clock, systemClock } from '../../../clock.ts'
import { whenPatienceEnds } from '../../ask-store.ts'
import { ServerFailure } from './failure.ts'

/** ms that anything asked of the server may take. */
export const patience = 5_000

/** ms of it that a turn waits for what somebody else holds: it is told before it is given up, so nothing of it stays in the server. */
export const lockPatience = 2_000

/** ms that the pool waits itself: longer, since it cannot tell a process that was frozen from a server that is. */
export const poolPatience = 7_500

// ms in which what has passed of an operation counts. Timers of one length are one list in Node, and each of its own costs microseconds.
// So much is left in any case: for the rest a process is to blame whose loop was held.
const grain = 100

/** How long is waited, and for what comes later. */
interface Waiting<T> {
  readonly ms?: number
  /** When the operation came that this is a part of, ms of the process' clockwork. */
  readonly since?: number | undefined
  readonly late?: (value: T) => void
}

/** What the promise gives, or a failure when it takes too long. What comes later is passed to `late`. */
export function within<T>(
  what: string,
  promise: Promise<T>,
  { ms = patience, since, late = ignore }: Waiting<T> = {},
): Promise<T> {
  const passed = since === undefined ? 0 : Math.floor((performance.now() - since) / grain)
  const left = Math.max(grain, ms - passed * grain)
  return new Promise((resolve, reject) => {
    let isLate = false
    const cancel = whenPatienceEnds(holdingClock, left, () => {
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

/** Machines that lost the same server do not come back in step. */
export function rest(ms: number, until: Promise<void>, ref: 'ref' | 'unref' = 'ref'): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms * (0.5 + Math.random() / 2))
    // It keeps no process that did not start.
    if (ref === 'unref') timer.unref()
    until.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
