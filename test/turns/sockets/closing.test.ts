import { expect, it } from 'vitest'
import { post, replyOf } from './post.ts'
import { serve } from './serve.ts'

it('a turn that waits while the application closes is told to wait, and what takes too long is given up', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const { app, port } = await serve({
    shutdownTimeout: 500,
    ussd: (_push, turn) => {
      started.resolve(turn.signal)
      return new Promise(() => undefined)
    },
  })
  const answer = post(port, { SessionId: 'a', Type: 'Initiation' })
  const signal = await started.promise
  const closed = app.close()
  expect(replyOf(await answer)).toEqual({
    Type: 'Response',
    Message: 'Please wait, we are working on it. Reply 1 to check.',
  })
  expect(signal.aborted).toBe(false)
  await closed
  expect(signal.aborted).toBe(true)
})
