import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { keptWorld } from '../conversation/world.ts'
import { failingStore } from '../turns/kept/failing-store.ts'

it('A phone says why the store could not record the end of a session, without a logger', async () => {
  const [world, failing] = [keptWorld(), failingStore()]
  const { phone } = await world.start(async (talk) => talk.end(await talk.choose('Which?', ['Tea', 'Rice'])), {
    through: failing.through,
  })
  const caller = phone()
  await caller.dial('*713#')
  failing.fail('refuses')
  const failed = caller.timeout().then(
    () => undefined,
    (error: unknown) => error,
  )
  let isOver = false
  void failed.then(() => {
    isOver = true
  })
  while (!isOver) {
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    world.clock.advance(100)
  }
  expect(await failed).toMatchObject({
    code: 'FMW_PHONE_REPLY',
    message: expect.stringContaining('its status is 503: Error: The store refuses (API document'),
  })
  failing.recover()
})
