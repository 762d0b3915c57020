import { expect, it } from 'vitest'
import { silentLog } from '../../src/log.ts'
import { keepOnlyRecent } from '../../src/registration/open-inbox.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'

it('a sweep that is under way when it is stopped is the last', async () => {
  const clock = manualClock()
  const swept = Promise.withResolvers<number>()
  let sweeps = 0
  const stop = keepOnlyRecent({
    clock,
    log: silentLog,
    sweep: () => {
      sweeps++
      return swept.promise
    },
  })
  clock.advance(60_000)
  stop()
  swept.resolve(200)
  await new Promise(setImmediate)
  clock.advance(7_200_000)
  expect([sweeps, clock.pending]).toEqual([1, 0])
})
