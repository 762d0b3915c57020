import { it, type TestAPI } from 'vitest'

/**
 * Stores among which the tests of a `describe.each` are dealt out, each with an `it` that takes its share: what a plugin makes of what it
 * is pushed depends on no store, and what a store must do is in the store suite. `TEST_EVERY_STORE=1` runs each test on each store.
 *
 * @example
 * describe.each(dealt(realStores))('a payment, on %s', (_name, make, it) => { … })
 */
export function dealt<Row extends readonly unknown[]>(stores: readonly Row[]): (readonly [...Row, TestAPI])[] {
  return stores.map((store, at) => [...store, process.env.TEST_EVERY_STORE === '1' ? it : shareOf(at, stores.length)])
}

/** Declares one of so many tests, a row of `it.each` being one. */
function shareOf(at: number, all: number): TestAPI {
  let declared = 0
  const isMine = () => declared++ % all === at
  return new Proxy(it, {
    apply: (target, self, given) => (isMine() ? Reflect.apply(target, self, given) : undefined),
    get: (target, name) =>
      name === 'each' ? (rows: readonly unknown[]) => target.each(rows.filter(isMine)) : Reflect.get(target, name),
  })
}
