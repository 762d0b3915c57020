import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { failingStore } from '../turns/kept/failing-store.ts'
import { keptWorld } from './world.ts'

const failed = 'Sorry, something went wrong. Try later.'

/** Orders once asked, and goes on whether or not that failed. */
function ordering(orders: string[]): Script {
  return async (talk) => {
    await talk.show('Welcome')
    await talk.confirm('Order?')
    const order = await talk.once('order', (key) => `order ${orders.push(key)}`).catch(() => 'not ordered')
    await talk.show(`It is: ${order}`)
    return talk.end('Goodbye')
  }
}

const talk = { resume: 'continue' } as const

async function passing(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

describe('An effect while the store fails', () => {
  it('is not done where it cannot be recorded before, which no script can take for its failure', async () => {
    const { start, clock } = keptWorld()
    const store = failingStore()
    const orders: string[] = []
    const { phone, lines } = await start(ordering(orders), { talk, through: store.through })
    const caller = phone()
    await caller.dial('*713#').reply('1')
    store.fail('refuses', 'begin')
    const answered = caller.reply('1').run()
    for (let ms = 0; ms < 5_000; ms += 50) {
      await passing()
      clock.advance(50)
    }
    await answered
    await caller.expectScreen(failed)
    expect(orders).toEqual([])
    expect(lines.text()).toContain('The store refuses')

    store.recover()
    await caller
      .dial('*713#')
      .expectScreen(/^Order\?/)
      .reply('1')
      .expectScreen(/^It is: order 1/)
    expect(orders).toHaveLength(1)
  })

  it('is done once where the word of its beginning was lost', async () => {
    const { start, clock } = keptWorld()
    const store = failingStore()
    const orders: string[] = []
    const { phone } = await start(ordering(orders), { talk, through: store.through })
    const caller = phone()
    await caller.dial('*713#').reply('1')
    store.fail('loses', 'begin')
    const answered = caller.reply('1').run()
    await passing()
    store.recover()
    clock.advance(50)
    await answered
    await caller.expectScreen(/^It is: order 1/)
    expect(orders).toHaveLength(1)
  })

  it('was done although its outcome cannot be recorded by itself: that goes with the next screen', async () => {
    const { start, clock } = keptWorld()
    const store = failingStore()
    const orders: string[] = []
    const { phone, lines } = await start(ordering(orders), { talk, through: store.through })
    const caller = phone()
    await caller.dial('*713#').reply('1')
    store.fail('refuses', 'conclude')
    const answered = caller.reply('1').run()
    for (let ms = 0; ms < 4_000; ms += 50) {
      await passing()
      clock.advance(50)
    }
    await answered
    await caller
      .expectScreen(/^It is: order 1/)
      .reply('1')
      .expectScreen('Goodbye')
    expect(orders).toHaveLength(1)
    expect(lines.saying('the outcome of an effect could not be recorded by itself')).toHaveLength(1)
  })

  it('is done without the store in a session that began while that failed, once that works again', async () => {
    const { start, clock } = keptWorld()
    const store = failingStore()
    const orders: string[] = []
    const { phone } = await start(ordering(orders), { talk, through: store.through })
    const caller = phone()
    store.fail('refuses', 'open', 'resumable')
    await caller.dial('*713#')
    await passing()
    clock.advance(100)
    await caller.expectScreen(/^Welcome/).reply('1')
    store.recover()
    await caller.reply('1').expectScreen(/^It is: order 1/)
    expect(orders).toHaveLength(1)
    // What the store still has to be told is told.
    clock.advance(2_000)
    await passing()
  })
})
