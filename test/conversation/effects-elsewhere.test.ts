import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { asObject } from '../turns/kept/failing-store.ts'
import { keptWorld } from './world.ts'

/** Orders once asked, and counts how often it is done by anybody. */
function slowOrder() {
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const counted = { orders: 0 }
  const script: Script = async (talk) => {
    await talk.confirm('Order?')
    const id = await talk.once('order', async () => {
      counted.orders += 1
      begun.resolve()
      await done.promise
      return `order ${counted.orders}`
    })
    await talk.show(`Ordered: ${id}`)
    return talk.end('Goodbye')
  }
  return { begun: begun.promise, done: done.resolve, counted, script }
}

const talk = { resume: 'continue' } as const

describe('An effect that runs in another process', () => {
  it('is waited for, and its outcome taken, where the subscriber dials there meanwhile', async () => {
    const { start, clock } = keptWorld()
    const { begun, done, counted, script } = slowOrder()
    const [one, other] = [await start(script, { talk }), await start(script, { talk })]
    const before = one.phone()
    await before.dial('*713#')
    const lost = before.reply('1').run()
    await begun
    const after = other.phone()
    const dialled = after.dial('*713#').run()
    await soon()
    done()
    await soon()
    clock.advance(200)
    await dialled
    await after
      .expectScreen(/^Ordered: order 1/)
      .reply('1')
      .expectScreen('Goodbye')
    expect(counted.orders).toBe(1)
    clock.advance(6_000)
    await lost
  })

  it('is waited for over a waiting screen', async () => {
    const { start, clock } = keptWorld()
    const { begun, done, counted, script } = slowOrder()
    const [one, other] = [await start(script, { talk }), await start(script, { talk })]
    const before = one.phone()
    await before.dial('*713#')
    const lost = before.reply('1').run()
    await begun
    const after = other.phone()
    const dialled = after.dial('*713#').run()
    await soon()
    for (let ms = 0; ms < 6_000; ms += 200) {
      clock.advance(200)
      await setImmediate()
    }
    await dialled
    await after.expectScreen(/^Please wait, we are/)
    await lost
    done()
    await soon()
    clock.advance(200)
    await soon()
    await after.reply('1').expectScreen(/^Ordered: order 1/)
    expect(counted.orders).toBe(1)
  })

  it('is not waited for any longer than the subscriber does', async () => {
    const { start, clock } = keptWorld()
    const { begun, script } = slowOrder()
    const [one, other] = [await start(script, { talk }), await start(script, { talk })]
    const before = one.phone()
    await before.dial('*713#')
    const lost = before.reply('1').run()
    await begun
    const after = other.phone()
    const dialled = after.dial('*713#').run()
    await soon()
    await after.timeout()
    await dialled
    clock.advance(6_000)
    await lost
    await soon()
    clock.advance(60_000)
    await soon()
    // Nothing asks the store again and again for nobody: what is left of each application is its
    // sweeping, and the look at which kinds are stopped.
    expect(clock.pending).toBeLessThanOrEqual(8)
  })

  it('is not begun by a script whose session has gone on elsewhere', async () => {
    const { start, clock } = keptWorld()
    const loaded = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const orders: string[] = []
    const script = (name: string, load: () => Promise<void>): Script => {
      return async (talk) => {
        await talk.show('Welcome')
        await talk.confirm('Order?')
        await talk.load('price', load)
        await talk.once('order', () => orders.push(name))
        return talk.end('Ordered')
      }
    }
    const slow = async () => {
      arrived.resolve()
      await loaded.promise
    }
    const one = await start(script('one', slow), {
      talk,
      // Nobody tells this one that its session has gone on.
      through: (turns) => ({ ...asObject(turns), watch: () => () => undefined }),
    })
    const other = await start(
      script('other', async () => undefined),
      { talk },
    )
    const before = one.phone()
    await before.dial('*713#').reply('1')
    const lost = before.reply('1').run()
    await arrived.promise
    await other.phone().dial('*713#').reply('1').expectScreen('Ordered')
    loaded.resolve()
    await soon()
    clock.advance(6_000)
    await lost
    expect(orders).toEqual(['other'])
  })
})

async function soon(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}
