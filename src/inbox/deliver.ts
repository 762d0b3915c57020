import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { PushEvent } from '../pushes/event.ts'
import type { Attempt } from './attempt.ts'
import { FMW_ATTEMPT_TIMEOUT } from './errors.ts'

/** A notification on its way to its handler. */
export interface Delivery<Event extends PushEvent> {
  readonly id: string
  readonly event: Event
  readonly handler: (event: Event, attempt: Attempt) => unknown
  /** ms */
  readonly timeout: number
  readonly clock: Clock
  readonly log: Log
}

/**
 * Runs the handler before the acknowledgement, which is all that a store that keeps nothing can promise.
 *
 * @throws what the handler throws, or FMW_ATTEMPT_TIMEOUT
 */
export async function deliver<Event extends PushEvent>(delivery: Delivery<Event>): Promise<void> {
  const { id, event, handler, timeout, clock, log } = delivery
  const controller = new AbortController()
  const attempt: Attempt = { id, number: 1, replay: false, signal: controller.signal, log }
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(timeout, () => {
    const error = new FMW_ATTEMPT_TIMEOUT(timeout)
    controller.abort(error)
    late.reject(error)
  })
  try {
    await Promise.race([run(handler, event, attempt), late.promise])
  } finally {
    cancel()
  }
}

async function run<Event extends PushEvent>(
  handler: Delivery<Event>['handler'],
  event: Event,
  attempt: Attempt,
): Promise<void> {
  await handler(event, attempt)
}
