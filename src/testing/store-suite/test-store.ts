import { type StoreSuite, withContext } from './suite-context.ts'
import { testInbox } from './test-inbox.ts'
import { testTurns } from './test-turns.ts'

/**
 * Declares the tests that every store must pass: the contract of `Store`, sentence by sentence. It works with any test
 * runner. A failed test throws an `AssertionError`.
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
