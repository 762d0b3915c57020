import type { Log } from '../../log.ts'
import type { OpenStore, Store } from '../../store/store.ts'
import { withPatience } from './eventually.ts'
import type { StoreSuite } from './test-store.ts'

/** What a test works at: a store of its own, and those who opened it. */
export interface SuiteContext {
  readonly store: Store
  /** Opens a store, the bench's own unless another is given, and waits until it can be used. */
  open(registration?: string, store?: Store): Promise<OpenStore>
}

/** Declares a test that gets a bench. */
export type SuiteTest = (name: string, run: (bench: SuiteContext) => Promise<void>) => void

/** Gives each test of a suite a bench, and clears it up afterwards. */
export function withContext({ test, open, dispose, patience }: StoreSuite): SuiteTest {
  return (name, run) => {
    test(name, async () => {
      const store = await open()
      const opened: OpenStore[] = []
      const clearUp = async (): Promise<void> => {
        for (const user of opened) await user.close()
        await dispose?.(store)
      }
      try {
        await withPatience(patience, () =>
          run({
            store,
            async open(registration = 'default', other = store) {
              const user = other.open({ registration, log: silence })
              opened.push(user)
              await user.ready
              return user
            },
          }),
        )
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

const nothing = (): void => undefined
const silence: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
