import { silentLog } from '../../../src/log.ts'
import type { OpenStore, Store, StoreLook } from '../../../src/store/store.ts'
import { keptStore } from '../../store/kept/kept-store.ts'
import { NotedSessions } from './noted-sessions.ts'
import { withMethods } from './with-methods.ts'

/**
 * A memory store that outlives those who open it, can be looked at, and cannot keep entries of a certain reference: so
 * that every part of the suite has something to test.
 */
export function keptMemoryStore(): Store {
  const store: Store = { ...keptStore(), durability: 'none' }
  const keeper = store.open({ registration: keeperName, log: silentLog })
  const names = new Set<string>()
  const openSessions = new NotedSessions(keeper.turns)
  return {
    ...store,
    open(user) {
      names.add(user.registration)
      user.log.debug({}, 'a store was opened')
      const opened = store.open(user)
      const { inbox, turns } = opened
      return {
        ...opened,
        inbox: withMethods(inbox, { accept: refusing(inbox.accept.bind(inbox)) }),
        turns: openSessions.noting(user.registration, turns),
      }
    },
    async look(): Promise<StoreLook> {
      return {
        registrations: async () => [...names],
        inbox: keeper.inbox,
        sessions: keeper.turns,
        trail: keeper.trail,
        stops: keeper.stops,
        openSessions,
        close: async () => undefined,
      }
    },
  }
}

/** What the store above cannot keep. */
export const unkept = 'a reference that cannot be kept'

type Accept = OpenStore['inbox']['accept']

function refusing(accept: Accept): Accept {
  return async (entry, claim) => {
    if (entry.reference === unkept) throw new RangeError('it cannot be kept')
    return accept(entry, claim)
  }
}

const keeperName = 'keeper'
