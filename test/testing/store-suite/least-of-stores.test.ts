import { describe, it } from 'vitest'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { keptStore } from '../../store/kept/kept-store.ts'
import { withMethods, withoutMethod } from './with-methods.ts'

describe('a store passes that gives no claim with an acceptance, notes no agreement, and is for one process', () => {
  testStore({
    test: it,
    open: () => {
      const store = keptStore()
      return {
        ...store,
        durability: 'none',
        open(user) {
          const opened = store.open(user)
          const { inbox } = opened
          const least = withoutMethod(inbox, 'agree')
          return { ...opened, inbox: withMethods(least, { accept: (entry) => inbox.accept(entry, false) }) }
        },
      }
    },
  })
})
