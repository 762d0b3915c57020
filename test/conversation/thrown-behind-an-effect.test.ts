import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/index.ts'
import { manualClock } from '../../src/testing/index.ts'
import { hold } from './hold.ts'
import { stores } from './sending.ts'

async function shop() {
  const state = { isFixed: false, orders: 0 }
  const clock = manualClock()
  const held = await hold(
    async (talk) => {
      const { id } = await talk.once('order', () => ({ id: ++state.orders }))
      if (!state.isFixed) throw new TypeError('a mistake behind the order')
      return talk.end(`Order ${id}`)
    },
    {},
    { clock },
  )
  return { state, clock, phone: held.phone }
}

it('A script that throws behind an effect fails at each dial, and one that was fixed goes on with what was done', async () => {
  const { state, clock, phone } = await shop()
  for (let dial = 0; dial < 3; dial++) {
    await phone()
      .dial('*713#')
      .expectScreen(/^Sorry/)
    await clock.advance(500_000)
  }
  state.isFixed = true
  await phone().dial('*713#').expectScreen('Order 1')
  expect(state.orders).toBe(1)
})

it('A script that throws behind an effect begins again where nobody dialled for resumeWithin', async () => {
  const { state, clock, phone } = await shop()
  await phone()
    .dial('*713#')
    .expectScreen(/^Sorry/)
  await clock.advance(600_001)
  state.isFixed = true
  await phone().dial('*713#').expectScreen('Order 2')
})

describe.each(stores)('A script that throws behind an effect, %s', (_name, world) => {
  it('is kept for resumeWithin after each dial, however long ago the effect began', async () => {
    let ahead = 0
    const clock = { ...systemClock, now: () => systemClock.now() + ahead }
    let orders = 0
    const { phone } = await world().start(
      async (talk) => {
        await talk.confirm('Buy it?')
        await talk.once('order', () => ++orders)
        throw new TypeError('a mistake behind the order')
      },
      { clock },
    )
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Sorry/)
    for (let dial = 0; dial < 3; dial++) {
      // The store goes by a time of its own: what is left of the first span is over before it has gone on a moment.
      ahead += 599_999
      await caller.dial('*713#').expectScreen(/^Sorry/)
    }
    expect(orders).toBe(1)
  })
})
