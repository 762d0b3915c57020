import { test } from 'node:test'
import { testStore } from '../../../../src/testing/store-suite/test-store.ts'
import { keptStore } from '../../../store/kept/kept-store.ts'

testStore({ test, open: () => ({ ...keptStore(), durability: 'none' }), beside: (store) => store })
