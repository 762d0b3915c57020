import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it('a timer that is cancelled in the turn of the event loop that made it is none of Node', async () => {
  const before = timers()
  let called = 0
  const cancels = Array.from({ length: 100 }, () => systemClock.after(0, () => called++))
  for (const cancel of cancels) cancel()
  await setImmediate()
  await new Promise<void>((resolve) => void systemClock.after(1, resolve))
  expect(called).toBe(0)
  expect(timers()).toBe(before)
})

it('a timer that is cancelled later does not call either', async () => {
  let called = 0
  const cancel = systemClock.after(1, () => called++)
  await setImmediate()
  cancel()
  cancel()
  await new Promise<void>((resolve) => void systemClock.after(5, resolve))
  expect(called).toBe(0)
})

it('a timer counts from when it was asked for, also where the event loop was held after that', async () => {
  const order: string[] = []
  const done = new Promise<void>((resolve) => {
    systemClock.after(50, () => order.push('held'))
    systemClock.after(200, resolve)
  })
  const until = performance.now() + 60
  while (performance.now() < until);
  setTimeout(() => order.push('after'), 20)
  await done
  expect(order).toEqual(['held', 'after'])
})
