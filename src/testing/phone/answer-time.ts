import { limits } from '../../catalogue/limits.ts'
import type { Clock } from '../../clock.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type Merchant, Registration } from '../../registration/merchant.ts'
import type { Send, WireAnswer, WireRequest } from '../target.ts'

/** How long the service waits for a screen, ms (reference 8). */
export const longestWait = limits.applicationResponse.max

/** What of a clock measures a wait. */
export type Timer = Pick<Clock, 'monotonic' | 'after'>

// As they are before a test runner puts its own in their place.
const { performance, setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)

/** The machine's own time, whatever a test does to its clocks. */
export const machineTime: Timer = {
  monotonic: () => now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** The time of an application in this process. */
export interface OwnTime {
  readonly clock: Timer
  /** ms after which it has answered, by that clock. */
  readonly budget: number
}

/** The one of a registration. */
export function ownTimeOf(merchant: Merchant, kind: TurnKind): OwnTime | undefined {
  if (!(merchant instanceof Registration)) return undefined
  const { time, received } = merchant.measured
  return { clock: time, budget: received.find((one) => one.kind === kind)?.budget ?? 0 }
}

/** An answer, and how long it took. */
export interface TimedAnswer {
  readonly answer: WireAnswer
  readonly ms: number
}

/**
 * Sends a push, and takes the time. At an address it is the machine's, and nothing waits longer than the service.
 *
 * In this process the application's clock counts: one that a test moves by hand stands still on a slow machine. Moved far
 * at once, over a deadline too, it says more than the answer took: that went out at the budget.
 */
export async function sendInTime(
  send: Send,
  request: WireRequest,
  machine: Timer,
  own: OwnTime | undefined,
): Promise<TimedAnswer> {
  const wait = new AbortController()
  const stop = own === undefined ? machine.after(longestWait, () => wait.abort()) : undefined
  const began = machine.monotonic()
  const ownBegan = own?.clock.monotonic() ?? 0
  try {
    const answer = await send({ ...request, signal: wait.signal })
    const ms = machine.monotonic() - began
    if (own === undefined) return { answer, ms }
    return { answer, ms: Math.min(own.clock.monotonic() - ownBegan, Math.max(ms, own.budget)) }
  } catch (error) {
    if (!wait.signal.aborted) throw error
    return { answer: { status: 0, headers: {}, body: '(nothing yet)' }, ms: longestWait }
  } finally {
    stop?.()
  }
}
