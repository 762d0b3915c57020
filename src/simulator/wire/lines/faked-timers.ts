// As they are before a test runner puts its own in their place.
const { setImmediate, setTimeout, clearTimeout } = globalThis

/**
 * Waits for an application in this process. Fastify and the plugin wait for turns of the event loop: faked, these come only
 * when a test moves its time.
 *
 * @param fakes what is thrown where nothing moves them
 */
export function whileTimersGo<Result>(wait: PromiseLike<Result>, fakes: (ms: number) => Error): PromiseLike<Result> {
  if (globalThis.setImmediate === setImmediate) return wait
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(fakes(longestStandstill)), longestStandstill)
  wait.then(resolve, reject)
  return promise.finally(() => clearTimeout(timer))
}

// ms
const longestStandstill = 1_000
