import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const source = (file: string) => new URL(`../../src/${file}`, import.meta.url).href

// In a process of its own: where other tests have run, V8 may have made other shapes by now.
const script = `
  import { executionAsyncResource } from 'node:async_hooks'
  import { setTimeout as sleep } from 'node:timers/promises'
  import '${source('plugin.ts')}'
  import { keptTick } from '${source('kept-tick.ts')}'
  for (let round = 0; round < 3; round++) {
    gc()
    // A collection may be left to the next turn of the event loop.
    await sleep(1)
  }
  const other = await new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())))
  console.log(keptTick() !== undefined && %HaveSameMap(keptTick(), other))`

it('whoever loads the plugin keeps one of Node’s ticks, so that a full collection leaves V8 the shape of all of them', async () => {
  const flags = ['--allow-natives-syntax', '--expose-gc', '--no-warnings', '--input-type=module']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', script])
  expect(stdout.trim()).toBe('true')
})
