import { Agent } from 'node:http'
import { describe, expect, it } from 'vitest'
import { post, replyOf } from '../../sockets/post.ts'
import { serve } from '../../sockets/serve.ts'
import { failing, lasting } from './stores.ts'

const waiting = { Type: 'Response', Message: 'Please wait, we are working on it. Reply 1 to check.' }
const failed = { Type: 'Release', Message: 'Sorry, something went wrong. Try later.' }

// ms
const serviceWaits = 7_000
const callers = 40

describe('Over a real socket, with a store', () => {
  it('a slow handler gets a waiting screen in time, and another application on the store gives its result', async () => {
    const store = lasting()
    const work = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const one = await serve({
      store,
      budget: 150,
      ussd: async (_push, turn) => {
        signals.push(turn.signal)
        await work.promise
        return turn.end('Bought')
      },
    })
    const other = await serve({ store, budget: 20_000, ussd: (_push, turn) => turn.end('Never') })
    const first = await post(one.port, { Type: 'Initiation', Sequence: 1 })
    const next = post(other.port, { Sequence: 2 })
    work.resolve()

    expect(replyOf(first)).toEqual(waiting)
    expect(first.ms).toBeGreaterThanOrEqual(148)
    expect(replyOf(await next)).toEqual({ Type: 'Release', Message: 'Bought' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(other.app.merchant.counts.ussd).toEqual({ late: 1 })
  })

  it.each(['hangs', 'refuses'] as const)(
    'every turn is answered within the budget while the store %s: new sessions by the handler, others politely',
    async (fault) => {
      const { store, faults } = failing()
      const { port, took, app } = await serve({
        store,
        // Half of it goes to the store: the rest is long, and the callers few, so that a busy machine is no late answer.
        budget: 6_000,
        ussd: async (push, turn) => turn.prompt(`Hello ${push.sessionId}`),
      })
      const agent = new Agent({ keepAlive: true, maxSockets: callers })
      await post(port, { Type: 'Initiation', SessionId: 'known', Sequence: 1 }, agent)
      faults.fail(fault)
      const dials = Array.from({ length: callers }, (_, caller) =>
        post(port, { Type: 'Initiation', SessionId: `s${caller}`, Sequence: 1 }, agent),
      )
      const known = post(port, { SessionId: 'known', Sequence: 2 }, agent)
      const answers = await Promise.all(dials)
      const politely = await known
      agent.destroy()
      faults.recover()

      expect(answers.map((answer) => replyOf(answer).Message)).toEqual(
        Array.from({ length: callers }, (_, caller) => `Hello s${caller}`),
      )
      expect(replyOf(politely)).toEqual(failed)
      expect(Math.max(...took)).toBeLessThan(serviceWaits)
      expect(app.merchant.counts.ussd).toEqual({ handler: callers + 1, unkept: callers, unavailable: 1 })
    },
  )

  it('a turn whose reply the store does not confirm is answered at the budget', async () => {
    const { store, faults } = failing()
    const { port, app } = await serve({ store, budget: 200, ussd: (_push, turn) => turn.prompt('Welcome') })
    faults.fail('hangs', 'close')
    const answer = await post(port, { Type: 'Initiation', Sequence: 1 })
    faults.recover()

    expect(replyOf(answer)).toEqual({ Type: 'Response', Message: 'Welcome' })
    expect(answer.ms).toBeGreaterThanOrEqual(198)
    expect(app.merchant.counts.ussd).toEqual({ handler: 1, unconfirmed: 1 })
  })

  it('a release is answered at once although the store says nothing', async () => {
    const { store, faults } = failing()
    const { port } = await serve({ store, budget: 5_000, ussd: (_push, turn) => turn.prompt('Welcome') })
    faults.fail('hangs')
    const answer = await post(port, { Type: 'Release', Sequence: 2 })
    faults.recover()

    expect(replyOf(answer)).toEqual({ Type: 'Release', Message: 'This has ended. Please dial again.' })
    expect(answer.ms).toBeLessThan(serviceWaits)
  })
})
