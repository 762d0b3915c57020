import { expect, it } from 'vitest'
import { post, replyOf } from './post.ts'
import { serve } from './serve.ts'

it('a turn that waits while the application closes hears at its deadline that it came to nothing', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const { app, port } = await serve({
    budget: 500,
    ussd: (_push, turn) => {
      started.resolve(turn.signal)
      return new Promise(() => undefined)
    },
  })
  const answer = post(port, { SessionId: 'a', Type: 'Initiation' })
  const signal = await started.promise
  const closed = app.close()
  // Nobody will be here to take the result, so no waiting screen promises it.
  expect(replyOf(await answer)).toMatchObject({ Type: 'Release' })
  expect(signal.aborted).toBe(true)
  await closed
})
