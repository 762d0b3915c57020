import type { EntryErasure, Erased, Erasure } from '../../../../src/store/people/erasure.ts'
import type { Store } from '../../../../src/store/store.ts'
import type { Breakage, Breakages } from '../break-store.ts'
import { erasingStore } from '../erasing-store.ts'

type Erase = (erasure: Erasure) => Promise<Erased>

/** Ways in which a store erases entries that must be found out. The store in memory erases nothing, so another one is broken. */
export const brokenErasing: Breakages = {
  'names nothing of what it erases': {
    caughtBy: ['erasing: what goes is named and gone, what is masked is named and has the other bytes'],
    store: erasing((erase) => async (asked) => ({ ...(await erase(asked)), entries: [] })),
  },
  'names all that it was asked for': {
    caughtBy: [
      'erasing: a trial names what would go, and erases nothing',
      'erasing: what was opened since it was read stays as it is, and is not named',
      'erasing: what needs review stays, and goes once that is settled',
      'erasing: an entry that nobody knows is not named',
    ],
    store: erasing((erase) => async (asked) => ({
      ...(await erase(asked)),
      entries: asked.entries.map(({ id }) => id),
    })),
  },
  'erases where it should only try': {
    caughtBy: ['erasing: a trial names what would go, and erases nothing'],
    store: erasing((erase) => async (asked) => erase({ ...asked, isTrial: false })),
  },
  'erases what was tried since it was read': {
    caughtBy: ['erasing: what was tried once more since it was read stays, and goes when it is asked for as it is'],
    store: erasing((erase) => async (asked) => erase({ ...asked, entries: asked.entries.map(triedTwice) })),
  },
}

const triedTwice = (entry: EntryErasure): EntryErasure => ({ ...entry, attempts: 2 })

function erasing(change: (erase: Erase) => Erase): NonNullable<Breakage['store']> {
  return (): Store => erasingStore(change)
}
