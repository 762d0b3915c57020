import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { type FailingStore, failingStore } from '../turns/kept/failing-store.ts'
import { keptWorld, type World } from './world.ts'

const ordering = (orders: string[]): Script => {
  return async (talk) => {
    await talk.confirm('Order?')
    const order = await talk.once('order', (key) => `order ${orders.push(key)}`)
    await talk.show(`It is: ${order}`)
    return talk.end('Goodbye')
  }
}

async function pass({ clock }: World, ms: number, step = 50): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    clock.advance(step)
  }
}

/** Orders, and is cut off before the store is told what came of it. */
async function orderAndLeave(world: World, store: FailingStore, orders: string[]) {
  const instance = await world.start(ordering(orders), { through: store.through })
  const caller = instance.phone()
  await caller.dial('*713#')
  store.fail('refuses', 'conclude')
  const answered = caller.reply('1').run()
  await expect.poll(() => orders.length).toBe(1)
  await caller.timeout()
  await answered
  return instance
}

const told = ({ asked }: FailingStore) => asked.filter((operation) => operation === 'conclude').length

describe('The outcome of an effect that the store cannot be told', () => {
  it('is known in its process, to who dials again there', async () => {
    const [world, store, orders] = [keptWorld(), failingStore(), [] as string[]]
    const { phone, lines } = await orderAndLeave(world, store, orders)
    await pass(world, 4_000)
    expect(lines.saying('the outcome of an effect could not be recorded by itself')).toHaveLength(1)
    const caller = phone()
    const dialled = caller.dial('*713#').run()
    await pass(world, 400)
    await dialled
    await caller
      .expectScreen(/^It is: order 1\n/)
      .reply('1')
      .expectScreen('Goodbye')
    expect(orders).toHaveLength(1)
  })

  it('is waited for by who dials again before that is given up', async () => {
    const [world, store, orders] = [keptWorld(), failingStore(), [] as string[]]
    const { phone } = await orderAndLeave(world, store, orders)
    const caller = phone()
    const dialled = caller.dial('*713#').run()
    await pass(world, 4_600)
    await dialled
    await caller.expectScreen(/^It is: order 1\n/)
    expect(orders).toHaveLength(1)
  })

  it('is told later, in the background, and then known to every process', async () => {
    const [world, store, orders] = [keptWorld(), failingStore(), [] as string[]]
    await orderAndLeave(world, store, orders)
    await pass(world, 60_000, 500)
    store.recover()
    await pass(world, 4_000, 500)
    const other = await world.start(ordering(orders))
    await other
      .phone()
      .dial('*713#')
      .expectScreen(/^It is: order 1\n/)
    expect(orders).toHaveLength(1)
  })

  it('is tried on for ten minutes, and not for ever', async () => {
    const [world, store, orders] = [keptWorld(), failingStore(), [] as string[]]
    const { lines } = await orderAndLeave(world, store, orders)
    await pass(world, 300_000, 1_000)
    const before = told(store)
    await pass(world, 310_000, 1_000)
    const after = told(store)
    expect(after).toBeGreaterThan(before)
    await pass(world, 60_000, 1_000)
    expect(told(store)).toBe(after)
    expect(lines.saying('the outcome of an effect could not be recorded by itself')).toHaveLength(1)
  })
})
