import type { NewEntry } from '../../store/entry.ts'
import type { Store } from '../../store/store.ts'
import { testInbox } from './inbox/test-inbox.ts'
import { withContext } from './suite-context.ts'
import { testTurns } from './turns/test-turns.ts'

/**
 * The store that `testStore` tests, and what runs the tests.
 *
 * @example
 * const suite: StoreSuite = { test: it, open: () => memoryStore(), beside: (store) => store }
 * testStore(suite)
 */
export interface StoreSuite {
  /** Declares a test: `test` of `node:test`, `it` of vitest, or any other of that form. */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** A store with nothing in it. Asked for one by each test. */
  readonly open: () => Store | Promise<Store>
  /**
   * The store as another process would open it on the same data, while this one is open. Left out where only one may
   * be.
   */
  readonly beside?: ((store: Store) => Store | Promise<Store>) | undefined
  /** The store as the next process finds it, when this one is closed. Left out where nothing is kept. */
  readonly reopen?: ((store: Store) => Store | Promise<Store>) | undefined
  /** Makes an entry that the store cannot keep. Left out where there is none. */
  readonly spoil?: ((entry: NewEntry) => NewEntry) | undefined
  /** Called after each test, when all that it opened is closed: files and tables may go. */
  readonly dispose?: ((store: Store) => void | Promise<void>) | undefined
  /** How long a test waits for what must happen, before it fails, ms. Default 10,000. */
  readonly patience?: number | undefined
}

/**
 * Declares the tests that every store must pass: the contract of `Store`, sentence by sentence. It needs no test
 * runner of its own; what fails throws an `AssertionError`.
 *
 * @example
 * import { test } from 'node:test'
 * import { testStore } from 'fastify-merchant-webhooks/testing'
 *
 * testStore({
 *   test,
 *   open: () => ledgerStore(newDirectory()),
 *   reopen: (store) => ledgerStore(store.directory),
 * })
 */
export function testStore(suite: StoreSuite): void {
  const { beside, reopen, spoil } = suite
  const test = withContext(suite)
  testInbox(test, { beside, reopen, spoil })
  testTurns(test, { beside, reopen })
}
