import { expect, it } from 'vitest'
import { call } from './callers.ts'
import { serve } from './serve.ts'

it('the same turn sent 50 times at once runs its handler once, and 50 equal replies go out', async () => {
  let runs = 0
  const arrived = Promise.withResolvers<void>()
  const { port, app } = await serve({
    ussd: async (_push, turn) => {
      runs += 1
      await arrived.promise
      return turn.end(`Order ${runs} of ${Math.random()}`)
    },
  })
  let requests = 0
  app.server.on('request', () => {
    requests += 1
    // The last of them is at the door: the handler may end.
    if (requests === 50) setImmediate(arrived.resolve)
  })
  const pushes = Array.from({ length: 50 }, () => ({ SessionId: 'a', Message: '1', Sequence: 2 }))
  const [answers = []] = await call({ port, rounds: [pushes], connections: 50 })

  expect(runs).toBe(1)
  expect(answers).toHaveLength(50)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(app.merchant.counts.ussd).toEqual({ handler: 1, repeated: 49 })
})
