import assert from 'node:assert/strict'
import { executionAsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext, runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import '../../src/plugin.ts'
import { keptTick } from '../../src/kept-tick.ts'

it('whoever loads the plugin keeps one of Node’s ticks, so that a full collection leaves V8 the shape of all of them', async () => {
  setFlagsFromString('--allow-natives-syntax')
  setFlagsFromString('--expose-gc')
  const isAlike: (one: unknown, other: unknown) => boolean = runInThisContext('(a, b) => %HaveSameMap(a, b)')
  const collect: () => void = runInNewContext('gc')
  for (let round = 0; round < 3; round++) {
    collect()
    // A collection may be left to the next turn of the event loop.
    await sleep(1)
  }
  const kept = keptTick()
  assert.ok(kept)
  expect(isAlike(kept, await nextTick())).toBe(true)
})

function nextTick(): Promise<object> {
  return new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())))
}
