// As they are before a test runner puts its own in their place.
const { setImmediate, setTimeout, clearTimeout } = globalThis

/**
 * Waits for an application in this process. Fastify and the plugin wait for turns of the event loop: faked, these may come
 * only when a test moves its time. Where another `setImmediate` still runs, as one that a tracer wraps does, the
 * application is only slow.
 *
 * @param fakes what is thrown where nothing moves them
 */
export function whileTimersGo<Result>(wait: PromiseLike<Result>, fakes: (ms: number) => Error): PromiseLike<Result> {
  const { setImmediate: next, clearImmediate } = globalThis
  if (next === setImmediate) return wait
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(fakes(longestStandstill)), longestStandstill)
  const turn = next(() => clearTimeout(timer))
  wait.then(resolve, reject)
  return promise.finally(() => {
    clearTimeout(timer)
    clearImmediate(turn)
  })
}

// ms
const longestStandstill = 1_000
