import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'

const child = fileURLToPath(new URL('./children/under-node-test.ts', import.meta.url))

describe('the suite', () => {
  it('runs under the test runner of Node', async () => {
    const names: string[] = []
    testStore({ test: (name) => names.push(name), open: () => memoryStore(), beside: (store) => store })
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', child], {
      timeout: 250_000,
      maxBuffer: 10_000_000,
    })
    expect(stdout).toMatch(new RegExp(`^# pass ${names.length}$`, 'm'))
    expect(stdout).toMatch(/^# fail 0$/m)
  })
})
