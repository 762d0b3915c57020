import type { InboxStore } from '../../../src/store/inbox-store.ts'
import type { StopsLook } from '../../../src/store/people/stops.ts'
import type { TrailStore } from '../../../src/store/people/trail.ts'
import type { OpenStore, Store, StoreUser } from '../../../src/store/store.ts'
import type { TurnStore } from '../../../src/store/turn-store.ts'
import { keptMemoryStore } from './kept-memory-store.ts'
import { withMethods } from './with-methods.ts'

/** What is wrong with a store: some of its methods do something else. */
export interface Breakage {
  /** Names of tests of the suite that must fail. */
  readonly caughtBy: readonly string[]
  readonly inbox?: (inbox: InboxStore, user: StoreUser) => Partial<InboxStore>
  readonly turns?: (turns: TurnStore, user: StoreUser) => Partial<TurnStore>
  readonly trail?: (trail: TrailStore) => Partial<TrailStore>
  readonly stops?: (stops: StopsLook) => Partial<StopsLook>
  readonly opened?: (opened: OpenStore) => Partial<OpenStore>
  readonly store?: (store: Store) => Partial<Store>
}

/** Stores that are broken, by what they do. */
export type Breakages = Readonly<Record<string, Breakage>>

/** A store that is well but for what is broken. */
export function breakStore({ inbox, turns, trail, stops, opened, store }: Breakage): Store {
  const base = keptMemoryStore()
  const broken: Store = {
    ...base,
    open(user) {
      const own = base.open(user)
      const parts = {
        ...own,
        inbox: withMethods(own.inbox, inbox?.(own.inbox, user) ?? {}),
        turns: withMethods(own.turns, turns?.(own.turns, user) ?? {}),
        trail: withMethods(own.trail, trail?.(own.trail) ?? {}),
        stops: withMethods(own.stops, stops?.(own.stops) ?? {}),
      }
      return { ...parts, ...opened?.(parts) }
    },
  }
  return { ...broken, ...store?.(broken) }
}
