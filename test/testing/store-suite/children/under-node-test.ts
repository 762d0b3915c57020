import { test } from 'node:test'
import { memoryStore } from '../../../../src/store/memory-store.ts'
import { testStore } from '../../../../src/testing/store-suite/test-store.ts'

testStore({ test, open: () => memoryStore(), beside: (store) => store })
