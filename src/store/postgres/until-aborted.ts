/**
 * What the work gives, or the reason of the signal as soon as that aborts: what becomes of the work then is not looked
 * at.
 */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work()
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** The signal of an attempt, which others call by that name too. */
export function signalOf(attempt: object): AbortSignal | undefined {
  return 'signal' in attempt && attempt.signal instanceof AbortSignal ? attempt.signal : undefined
}
