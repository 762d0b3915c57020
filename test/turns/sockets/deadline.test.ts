import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { open, post, replyOf } from './post.ts'
import { pushBody } from './push-body.ts'
import { serve } from './serve.ts'

const waiting = { Type: 'Response', Message: 'Please wait, we are working on it. Reply 1 to check.' }

describe('The deadline of a POST with a body, over a real socket', () => {
  it('comes: a waiting screen goes out, the work is not aborted, and the next turn takes its result', async () => {
    const signals: AbortSignal[] = []
    const work = Promise.withResolvers<void>()
    const { port } = await serve({
      budget: 100,
      ussd: async (_push, turn) => {
        signals.push(turn.signal)
        await work.promise
        return turn.end('Bought')
      },
    })
    const first = await post(port, { Sequence: 1 })
    expect(replyOf(first)).toEqual(waiting)
    expect(first.ms).toBeGreaterThanOrEqual(98)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])

    const next = post(port, { Sequence: 2 })
    work.resolve()
    expect(replyOf(await next)).toEqual({ Type: 'Release', Message: 'Bought' })
  })

  it("comes: with 'release' the signal aborts", async () => {
    const aborted = Promise.withResolvers<unknown>()
    const { port } = await serve({
      budget: 100,
      ussd: {
        onDeadline: 'release',
        handler: (_push, turn) => {
          turn.signal.addEventListener('abort', () => aborted.resolve(turn.signal.reason))
          return new Promise(() => undefined)
        },
      },
    })
    const answer = await post(port, {})

    expect(replyOf(answer)).toMatchObject({ Type: 'Release' })
    expect(await aborted.promise).toMatchObject({ code: 'FMW_WORK_GIVEN_UP' })
  })

  it('is counted from the arrival of the request, not from the end of a body that comes slowly', async () => {
    const clock = manualClock()
    const started = Promise.withResolvers<number>()
    const { port, app } = await serve({
      clock,
      ussd: (_push, turn) => {
        started.resolve(turn.remaining())
        return new Promise(() => undefined)
      },
    })
    const arrived = Promise.withResolvers<void>()
    app.server.on('request', () => setImmediate(arrived.resolve))
    const body = JSON.stringify(pushBody({}))
    const slow = open(port, body.length)
    const answered = once(slow, 'response')
    slow.write(body.slice(0, 20))
    await arrived.promise
    clock.advance(4_000)
    slow.end(body.slice(20))

    expect(await started.promise).toBe(2_000)
    clock.advance(2_000)
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    expect(app.merchant.counts.ussd).toEqual({ waiting: 1 })
  })
})
