import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

// In a process of its own: where other tests have run, V8 may have made other shapes by now.
const scriptFor = (plugin: string) => `
  import { executionAsyncResource } from 'node:async_hooks'
  import { setTimeout as sleep } from 'node:timers/promises'
  import '${new URL(`../../${plugin}`, import.meta.url)}'
  for (let round = 0; round < 3; round++) {
    gc()
    // A collection may be left to the next turn of the event loop.
    await sleep(1)
  }
  const other = await new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())))
  const kept = process[Symbol.for('fastify-merchant-webhooks.tick')]
  console.log(kept !== undefined && %HaveSameMap(kept, other))`

it.each(['src/plugin.ts', 'dist/index.js'])(
  'whoever loads %s keeps one of Node’s ticks, so that a full collection leaves V8 the shape of all of them',
  async (plugin) => {
    const flags = ['--allow-natives-syntax', '--expose-gc', '--no-warnings', '--input-type=module']
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', scriptFor(plugin)])
    expect(stdout.trim()).toBe('true')
  },
)
