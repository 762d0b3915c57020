import { describe, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'

describe('the memory store keeps the contract of stores', () => {
  testStore({ test: it, open: () => memoryStore(), beside: (store) => store })
})
