import { describe, expect, it } from 'vitest'
import type { Talk } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { byTheClock, stores } from './sending.ts'

const failed = 'Sorry, something went wrong. Try later.'
const question = 'Buy it?\n1. Yes\n2. No'
const denied = Object.assign(new Error('no such receipt'), { isUncertain: false })
const unclear = Object.assign(new Error('no answer'), { isUncertain: true })

/** An order that is made, and a receipt for it that is refused until it is told to go through. */
function shop() {
  const state = { orders: [] as string[], receipts: [] as string[], refuses: true }
  const buy = async (talk: Talk) => {
    await talk.confirm('Buy it?')
    await talk.once('order', (key) => state.orders.push(key))
  }
  const receipt = (talk: Talk) =>
    talk.once('receipt', (key) => {
      state.receipts.push(key)
      if (state.refuses) throw new Error('no such number')
      return 'sent'
    })
  return { state, buy, receipt }
}

describe.each(dealt(stores))('An effect that surely failed behind one that was done, %s', (_name, world, it) => {
  it('is tried again at the next dial, by a key of its own, and the one before it is not', async () => {
    const { state, buy, receipt } = shop()
    const { phone } = await world().start(async (talk) => {
      await buy(talk)
      return talk.end(`Receipt ${await receipt(talk)}`)
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').expectScreen(question).reply('1').expectScreen(failed)
    await caller.dial('*713#').expectScreen(failed)
    state.refuses = false
    await caller.dial('*713#').expectScreen('Receipt sent')
    expect(state.orders).toHaveLength(1)
    expect([state.receipts.length, new Set(state.receipts).size]).toEqual([3, 3])
  })

  it('is tried again where recover says that it was not done', async () => {
    const { state, buy } = shop()
    const receipts: string[] = []
    const { phone } = await world().start(async (talk) => {
      await buy(talk)
      const send = (key: string) => {
        if (receipts.push(key) === 1) throw unclear
      }
      await talk.once('receipt', send, { recover: () => Promise.reject(denied) })
      return talk.end('Receipt sent')
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1')
    await caller.dial('*713#').expectScreen(failed)
    await caller.dial('*713#').expectScreen('Receipt sent')
    expect([state.orders.length, new Set(receipts).size]).toEqual([1, 2])
  })

  it('is not taken for the one that failed before it, where the script caught that and went on', async () => {
    const { state, buy, receipt } = shop()
    const { phone } = await world().start(async (talk) => {
      await buy(talk)
      const first = await receipt(talk).catch((error: unknown) => error)
      await talk.once('note', () => 'noted')
      if (first instanceof Error) throw first
      return talk.end('Receipt sent')
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    state.refuses = false
    await caller.dial('*713#').expectScreen(failed)
    expect([state.orders.length, state.receipts.length]).toEqual([1, 1])
  })

  it('is wrapped by the script, and the order is kept all the same', async () => {
    const { state, buy, receipt } = shop()
    const { phone } = await world().start(async (talk) => {
      await buy(talk)
      await receipt(talk).catch((cause: unknown) => {
        throw new Error('no receipt', { cause })
      })
      return talk.end('Receipt sent')
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    state.refuses = false
    await caller.dial('*713#').expectScreen('Receipt sent')
    expect([state.orders.length, state.receipts.length]).toEqual([1, 2])
  })
})

/** A lock that is done, an order that is refused, and the lock undone behind it. */
async function orderLocked(talk: Talk, tried: string[]) {
  await talk.confirm('Buy it?')
  await talk.once('lock', () => tried.push('lock'))
  try {
    await talk.once('order', () => {
      tried.push('order')
      throw new Error('sold out')
    })
  } finally {
    await talk.once('unlock', () => tried.push('unlock'))
  }
}

describe.each(stores)('An effect that surely failed, with one that was done behind it, %s', (_name, world) => {
  it('fails at each dial, and nothing is done again', async () => {
    const tried: string[] = []
    const { phone } = await world().start(async (talk) => {
      await orderLocked(talk, tried)
      return talk.end('Bought')
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    await caller.dial('*713#').expectScreen(failed)
    expect(tried).toEqual(['lock', 'order', 'unlock'])
  })

  it('begins anew at the next dial where the script catches it, and ends in its own words', async () => {
    const tried: string[] = []
    const { phone } = await world().start(
      (talk) =>
        orderLocked(talk, tried).then(
          () => talk.end('Bought'),
          () => talk.end('Sold out'),
        ),
      byTheClock,
    )
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen('Sold out')
    // Dialled at that very moment, the end is shown once more.
    await expect.poll(async () => (await caller.dial('*713#')).text).toBe(question)
    expect(tried).toEqual(['lock', 'order', 'unlock'])
  })
})

describe.each(stores)('A script whose effects have all surely failed, %s', (_name, world) => {
  it('begins anew at the next dial', async () => {
    const keys: string[] = []
    const { phone } = await world().start(async (talk) => {
      await talk.confirm('Buy it?')
      const order = (key: string) => {
        keys.push(key)
        throw new Error('sold out')
      }
      await talk.once('order', order).catch(() => undefined)
      await talk.once('order', order)
      return talk.end('Bought')
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    await caller.dial('*713#').expectScreen(question).reply('1').expectScreen(failed)
    expect([keys.length, new Set(keys).size]).toEqual([4, 4])
  })
})
