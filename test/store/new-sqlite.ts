import { onTestFinished } from 'vitest'
import { storeOn } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { skippedTime } from './skipped-time.ts'
import { newFile, removeFiles } from './sqlite/files.ts'
import { startHereIn } from './sqlite/threads-here.ts'

/** The store of a SQLite file whose work is done in this thread, as {@link newSqlite} opens it. */
export const sqliteHere = (file: string): Store => storeOn(startHereIn(skippedTime), file, {})

/**
 * An empty SQLite file, and what opens it: again for each process that would. It goes with the test. What its threads do is done
 * in this one: three threads for each store would cost more than most tests.
 *
 * @example
 * const open = newSqlite()
 * const app = await appWith({ store: open(), payment })
 */
export function newSqlite(): () => Store {
  const file = newFile()
  onTestFinished(() => removeFiles(file))
  return () => sqliteHere(file)
}
