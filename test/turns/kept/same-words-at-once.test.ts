import { describe, expect, it } from 'vitest'
import type { AnyHandler } from '../drive.ts'
import { prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

const answer = { sessionId: 'a', type: 'response', message: '1', sequence: null } as const
const waiting = 'waiting: response "Please wait, we are working on it. Reply 1 to check."'

/** A process whose store hears of no answer until it recovers. */
function unheard(handler: AnyHandler) {
  const { start, clock } = world()
  const store = failingStore()
  const driven = start(handler, { through: store.through })
  store.fail('hangs', 'close')
  const advance = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  const kept = async () => {
    const [session] = await driven.store.get('default', 'a')
    return session?.transcript.map(({ entered, source }) => [entered, source])
  }
  return { ...driven, store, advance, kept }
}

describe('Without a sequence, the same words before the store has heard of the answer to those before them', () => {
  it('take the result of the work behind the waiting screen', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, store, advance, kept } = unheard(() => work.promise)
    const first = push(answer)
    await settled()
    await advance(6_000)
    const next = push(answer)
    await settled()
    store.recover()
    await settled()
    expect([first.screen, next.isAnswered]).toEqual([waiting, false])
    work.resolve(prompt('Bought'))
    await settled()

    expect(next.screen).toBe('late: response "Bought"')
    expect(await kept()).toEqual([
      [null, 'waiting'],
      ['1', 'late'],
    ])
  })

  it('are kept with the waiting screen that they get', async () => {
    const { push, store, advance, kept } = unheard(() => new Promise(() => undefined))
    push(answer)
    await settled()
    await advance(6_000)
    const next = push(answer)
    await settled()
    await advance(6_000)
    store.recover()
    await settled()

    expect(next.screen).toBe(waiting)
    expect(await kept()).toEqual([
      [null, 'waiting'],
      ['1', 'waiting'],
    ])
  })

  it('are a new answer behind the screen of the handler', async () => {
    let runs = 0
    const { push, store, advance } = unheard(() => prompt(`Screen ${++runs}`))
    const first = push(answer)
    await settled()
    await advance(6_000)
    const next = push(answer)
    await settled()
    store.recover()
    await settled()
    // Nobody tells of it: it is looked for each second.
    await advance(1_000)

    expect([first.screen, next.screen]).toEqual(['handler: response "Screen 1"', 'handler: response "Screen 2"'])
  })
})
