import type { Erased, Erasure } from '../../../src/store/people/erasure.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { newFile } from '../../store/sqlite/files.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'
import { withMethods } from './with-methods.ts'

type Erase = (erasure: Erasure) => Promise<Erased>

/** An empty SQLite file, with something else in the place of what erases. Its file goes with the folder of all tests. */
export function erasingStore(change: (erase: Erase) => Erase): Store {
  const store = storeOn(startHere, newFile(), {})
  return {
    ...store,
    look: async () => {
      const look = await store.look?.()
      if (look?.erase === undefined) throw new Error('it can be looked at, and erases')
      return withMethods(look, { erase: change(look.erase.bind(look)) })
    },
  }
}
