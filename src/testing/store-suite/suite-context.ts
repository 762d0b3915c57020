import { AssertionError } from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { silentLog } from '../../log.ts'
import type { NewEntry } from '../../store/entry.ts'
import type { OpenStore, Store, StoreLook } from '../../store/store.ts'

/**
 * The store that `testStore` tests, and what runs the tests.
 *
 * @example
 * const suite: StoreSuite = { test: it, open: () => ledgerStore(newDirectory()) }
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

/** What a test works at: a store of its own, what the default registration has in it, and who else opens it. */
export interface SuiteContext extends Pick<OpenStore, 'inbox' | 'turns' | 'trail' | 'stops'> {
  readonly store: Store
  /** The store as the default registration has opened it. */
  readonly opened: OpenStore
  /** Opens a store once more, the bench's own unless another is given, and waits until it can be used. */
  open(registration?: string, store?: Store): Promise<OpenStore>
  /** Closes it, and opens it as the next process does: of a suite that says how. */
  reopened(): Promise<OpenStore>
}

/** Declares a test that gets a bench. */
export type SuiteTest = (name: string, run: (bench: SuiteContext) => Promise<void>) => void

/** Gives each test of a suite a bench, and clears it up afterwards. */
export function withContext(suite: StoreSuite): SuiteTest {
  const { test, dispose } = suite
  return (name, run) => {
    test(name, async () => {
      const store = await suite.open()
      const users: OpenStore[] = []
      const open = async (registration = 'default', other = store): Promise<OpenStore> => {
        const user = other.open({ registration, log: silentLog })
        users.push(user)
        await user.ready
        return user
      }
      const clearUp = async (): Promise<void> => {
        for (const user of users) await user.close()
        await dispose?.(store)
      }
      try {
        await patience.run(suite.patience, async () => {
          const opened = await open()
          const { inbox, turns, trail, stops } = opened
          const reopened = async () => {
            await opened.close()
            return open('default', await suite.reopen?.(store))
          }
          await run({ store, opened, inbox, turns, trail, stops, open, reopened })
        })
      } catch (error) {
        await clearUp().catch((failure: unknown) => {
          throw new AggregateError([error, failure], 'The test failed, and closing the store did too')
        })
        throw error
      }
      await clearUp()
    })
  }
}

/** Stores without a look have nothing to show here. */
export async function withLook(store: Store, run: (look: StoreLook) => Promise<void>): Promise<void> {
  const look = await store.look?.()
  if (look === undefined) return
  try {
    await run(look)
  } finally {
    await look.close()
  }
}

/**
 * Asks until it is so, and fails when it is not in time: nothing is taken to happen after a certain span.
 *
 * @param what names what is waited for
 */
export async function eventually(what: string, ask: () => Promise<boolean> | boolean, within?: number): Promise<void> {
  const ms = within ?? patience.getStore() ?? longEnough
  const until = Date.now() + ms
  while (!(await ask())) {
    if (Date.now() > until) throw new AssertionError({ message: `${what}: not within ${ms} ms` })
    await delay(pause)
  }
}

/** That of the suite which runs, ms. */
const patience = new AsyncLocalStorage<number | undefined>()
// For a busy machine, ms.
const longEnough = 10_000
const pause = 5
