import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { post, replyOf } from './post.ts'
import { serve } from './serve.ts'

/** A shop whose till is slow: it stops before it pays when the signal says so. */
async function shop({ stops }: { readonly stops: boolean }) {
  const started = Promise.withResolvers<void>()
  const till = Promise.withResolvers<void>()
  const paid: string[] = []
  const ends: unknown[] = []
  let runs = 0
  const { app, port } = await serve({
    ussd: {
      handler: async (push, turn) => {
        if (push.type === 'initiation') return turn.prompt('Tea? 1. Buy', { state: 'asked' })
        runs += 1
        started.resolve()
        await till.promise
        if (!stops || !turn.signal.aborted) paid.push(push.sessionId)
        return turn.end('Bought', { state: 'bought' })
      },
      onLeave: (event, { state }) => ends.push([event.type, state]),
    },
  })
  const dial = () => post(port, { Type: 'Initiation', Message: '*713#', Sequence: 1 })
  const buy = () => post(port, { Message: '1', Sequence: 2 })
  const timeout = () => post(port, { Type: 'Timeout', Message: '', Sequence: 3 })
  return { app, port, dial, buy, timeout, started: started.promise, till, paid, ends, runs: () => runs }
}

const ended = { Type: 'Release', Message: 'This has ended. Please dial again.' }

describe('A Timeout push during a running purchase', () => {
  it('is answered while the purchase still runs, and so is the turn that bought; nothing is bought', async () => {
    const { app, dial, buy, timeout, started, till, paid, runs } = await shop({ stops: true })
    await dial()
    const buying = buy()
    await started
    expect(replyOf(await timeout())).toEqual(ended)
    expect(replyOf(await buying)).toEqual(ended)
    expect(paid).toEqual([])

    const fenced = once(app.merchant.events, 'fenced')
    till.resolve()
    await fenced
    expect(paid).toEqual([])
    expect(runs()).toBe(1)
  })

  it('leaves one purchase at most when the handler does not stop, whatever comes again; its writes are fenced', async () => {
    const { app, port, dial, buy, timeout, started, till, paid, ends, runs } = await shop({ stops: false })
    await dial()
    const buying = buy()
    await started
    await timeout()
    await buying
    const fenced = once(app.merchant.events, 'fenced')
    till.resolve()
    expect(await fenced).toMatchObject([{ kind: 'ussd', sessionId: 'a' }])

    const again = await Promise.all([buy(), buy(), timeout(), post(port, { Message: '1', Sequence: 4 })])
    expect(again.map(replyOf)).toEqual([ended, ended, ended, ended])
    expect(paid).toEqual(['a'])
    expect(runs()).toBe(1)
    expect(ends).toEqual([['timeout', 'asked']])
    expect(app.merchant.counts.ussd).toMatchObject({ fenced: 1 })
  })
})
