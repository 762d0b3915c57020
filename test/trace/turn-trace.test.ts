import { tracingChannel } from 'node:diagnostics_channel'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../src/log.ts'
import { deferStore } from '../../src/store/deferred-store.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { entryOf } from '../../src/testing/store-suite/samples.ts'
import type { ChannelMessages } from '../../src/trace/channels.ts'
import { writeTiming } from '../../src/trace/development.ts'
import { TurnTrace } from '../../src/trace/turn-trace.ts'

const turn = { registration: 'default', kind: 'ussd', budget: 6_000, sessionId: 'one', type: 'response', sequence: 1 }

/** A turn that was read at this time, with a handler that goes on. */
function begun(sessionId: string, at: number, clock: { now: number }) {
  clock.now = at
  const trace = new TurnTrace(() => clock.now, at)
  trace.read({ ...turn, sessionId })
  const end = trace.begin('handler')
  return { trace, end }
}

describe('where the time of a turn goes', () => {
  it('is nobody’s where its push could not be read', () => {
    expect(new TurnTrace(() => 0, 0).answered('failed')).toBeUndefined()
  })

  it('has at most 64 steps, and a step that ends twice ends once', () => {
    const clock = { now: 0 }
    const { trace, end } = begun('many', 0, clock)
    for (let step = 0; step < 100; step++) trace.begin('load', `load-${step}`)
    clock.now = 5
    end()
    clock.now = 9
    end()
    const { steps } = trace.answered('handler') ?? { steps: [] }
    expect(steps).toHaveLength(64)
    expect(steps[0]).toEqual({ name: 'handler', label: null, from: 0, to: 5 })
  })

  it('goes to the turn that takes the result: not to a repeat, nor to one with an answer of its own', () => {
    const clock = { now: 0 }
    const first = begun('kept', 0, clock)
    first.trace.answered('waiting')
    const second = begun('kept', 100, clock)
    expect(second.trace.answered('waiting')?.late).toBeNull()
    expect(begun('kept', 150, clock).trace.answered('repeated')?.late).toBeNull()
    const late = begun('kept', 200, clock).trace.answered('late')
    expect(late?.late).toEqual([{ name: 'handler', label: null, from: -200, to: null }])
    expect(late === undefined ? '' : writeTiming(late)).toContain('"late":[{"name":"handler","label":null,"from":-200')
    const third = begun('kept', 300, clock)
    third.trace.answered('waiting')
    clock.now = 350
    third.end()
    expect(begun('kept', 400, clock).trace.answered('failed')?.late?.[0]).toMatchObject({ from: -100, to: -50 })
    begun('kept', 500, clock).trace.answered('waiting')
    expect(begun('kept', 600, clock).trace.answered('ended')?.late).toBeNull()
  })

  it('forgets the oldest of a thousand sessions whose work goes on', () => {
    const clock = { now: 0 }
    begun('the first', 0, clock).trace.answered('waiting')
    for (let one = 0; one < 1_000; one++) begun(`session-${one}`, 1, clock).trace.answered('waiting')
    expect(begun('the first', 2, clock).trace.answered('late')?.late).toBeNull()
    expect(begun('session-999', 2, clock).trace.answered('late')?.late).toHaveLength(1)
  })
})

describe('the channel of the store', () => {
  it('tells of what is answered at once', () => {
    const deferred = deferStore(memoryStore(), { registration: 'default', log: silentLog })
    deferred.start()
    const heard: ChannelMessages['store'][] = []
    const channel = tracingChannel<unknown, ChannelMessages['store']>('fastify-merchant-webhooks.store')
    const parts = {
      start: () => undefined,
      end: () => undefined,
      asyncStart: () => undefined,
      asyncEnd: (message: ChannelMessages['store']) => void heard.push(message),
      error: () => undefined,
    }
    channel.subscribe(parts)
    onTestFinished(() => void channel.unsubscribe(parts))
    expect(deferred.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted', claim: undefined })
    expect(heard).toMatchObject([{ operation: 'inbox.accept', ms: expect.any(Number) }])
  })
})
