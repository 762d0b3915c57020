import { describe, it } from 'vitest'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { keptStore } from '../kept/kept-store.ts'

describe('the memory store keeps the contract of stores, with the sessions that tests keep beside it', () => {
  testStore({ test: it, open: () => ({ ...keptStore(), durability: 'none' }), beside: (store) => store })
})
