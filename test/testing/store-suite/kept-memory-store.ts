import type { OpenStore, Store, StoreLook } from '../../../src/store/store.ts'
import { keptStore } from '../../store/kept/kept-store.ts'

/**
 * A memory store that outlives those who open it, can be looked at, and cannot keep entries of a certain reference: so
 * that every part of the suite has something to test.
 */
export function keptMemoryStore(): Store {
  const store: Store = { ...keptStore(), durability: 'none' }
  const keeper = store.open({ registration: keeperName, log: silence })
  const names = new Set<string>()
  return {
    ...store,
    open(user) {
      names.add(user.registration)
      user.log.debug({}, 'a store was opened')
      const opened = store.open(user)
      const { inbox } = opened
      return { ...opened, inbox: withMethods(inbox, { accept: refusing(inbox.accept.bind(inbox)) }) }
    },
    async look(): Promise<StoreLook> {
      return {
        registrations: async () => [...names],
        inbox: keeper.inbox,
        sessions: keeper.turns,
        trail: keeper.trail,
        close: async () => undefined,
      }
    },
  }
}

/** What the store above cannot keep. */
export const unkept = 'a reference that cannot be kept'

/** An object with some of its methods replaced; the others are its own. */
export function withMethods<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const replaced: unknown = Reflect.get(methods, name)
      if (replaced !== undefined) return replaced
      const own: unknown = Reflect.get(target, name, target)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}

type Accept = OpenStore['inbox']['accept']

function refusing(accept: Accept): Accept {
  return async (entry, claim) => {
    if (entry.reference === unkept) throw new RangeError('it cannot be kept')
    return accept(entry, claim)
  }
}

const keeperName = 'keeper'
const nothing = (): void => undefined
const silence = { debug: nothing, info: nothing, warn: nothing, error: nothing }
