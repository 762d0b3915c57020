/** How long a call may take, and what ends it before. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Rejects when the signal aborts. */
  readonly ended: Promise<never>
  /** ms */
  readonly timeout: number
  /** What is left. ms */
  left(): number
  /** Whether the time ended it, and not the caller. */
  isTimeout(): boolean
  stop(): void
}

/** Starts the time of a call. Its timer keeps the process alive, since somebody awaits the call. */
export function startDeadline(timeout: number, caller: AbortSignal | undefined): Deadline {
  caller?.throwIfAborted()
  const startedAt = performance.now()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeIsOver), timeout)
  const ended = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  // Nobody awaits it where the call is over.
  ended.catch(() => undefined)
  const leave = () => controller.abort(caller?.reason)
  caller?.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    ended,
    timeout,
    left: () => timeout - (performance.now() - startedAt),
    isTimeout: () => controller.signal.reason === timeIsOver,
    stop() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', leave)
    },
  }
}

const timeIsOver = new Error('The time is over')
