import { describe, expect, it } from 'vitest'
import type { Talk } from '../../src/conversation/index.ts'
import { manualClock } from '../../src/testing/index.ts'
import { dealt } from '../store/dealt.ts'
import { hold } from './hold.ts'
import { byTheClock, stores, unknown } from './sending.ts'

const question = 'Buy it?\n1. Yes\n2. No'
const unclear = Object.assign(new Error('no answer'), { isUncertain: true })
const own = 'Our shop is away. Dial later.'

/** An order of which nobody hears what became, until it is found. */
function shop() {
  const state = { keys: [] as string[], looked: [] as string[], isFound: false }
  const order = (key: string) => {
    state.keys.push(key)
    throw unclear
  }
  const recover = (key: string) => {
    state.looked.push(key)
    if (!state.isFound) throw new Error('the shop is away')
    return 'found'
  }
  const buy = async (talk: Talk) => {
    await talk.confirm('Buy it?')
    return talk.once('order', order, { recover })
  }
  return { state, order, buy }
}

describe.each(stores)('A script that catches what nobody knows, and ends in words of its own, %s', (_name, world) => {
  it('is come back to by its key, and found out', async () => {
    const { state, buy } = shop()
    const { phone, lines } = await world().start(
      (talk) =>
        buy(talk).then(
          (id) => talk.end(`Ordered: ${id}`),
          () => talk.end(own),
        ),
      byTheClock,
    )
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(own)
    await caller.dial('*713#').expectScreen(own)
    state.isFound = true
    await caller.dial('*713#').expectScreen('Ordered: found')
    const [key] = state.keys
    expect(state).toMatchObject({ keys: [key], looked: [key, key] })
    expect(lines.saying('an effect may have happened or not')).toMatchObject([
      { level: 50, effect: 'order', key, err: { message: expect.stringMatching(/: no answer$/) } },
      { level: 50, effect: 'order', key, err: { message: expect.stringMatching(/: the shop is away$/) } },
    ])
  })

  it('is told so once more where nothing can find it out', async () => {
    const { state, order } = shop()
    const { phone } = await world().start(async (talk) => {
      await talk.confirm('Buy it?')
      await talk.once('order', order).catch(() => undefined)
      return talk.end(own)
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(own)
    await caller.dial('*713#').expectScreen(own)
    expect(state.keys).toHaveLength(1)
  })
})

describe.each(dealt(stores))(
  'A script that catches what nobody knows, and does something else, %s',
  (_name, world, it) => {
    it('does it not: a loop that tries again orders once', async () => {
      const { state, order } = shop()
      const { phone } = await world().start(async (talk) => {
        await talk.confirm('Buy it?')
        const codes: unknown[] = []
        for (let tries = 0; tries < 3; tries++) {
          const id = await talk.once('order', order).catch(({ code }: { code: string }) => codes.push(code))
          if (codes.length === 0) return talk.end(`Ordered: ${id}`)
        }
        return talk.end(codes.join(' '))
      }, byTheClock)
      await phone().dial('*713#').reply('1').expectScreen('FMW_EFFECT_UNKNOWN FMW_EFFECT_UNKNOWN FMW_EFFECT_UNKNOWN')
      expect(state.keys).toHaveLength(1)
    })

    it('asks for no payment, until it is found out', async () => {
      const { state, buy } = shop()
      const { phone } = await world().start(async (talk) => {
        const id = await buy(talk).catch(() => 'not known yet')
        return talk.pay(`Order ${id}`, { name: 'Rice', quantity: 1, price: 5 })
      }, byTheClock)
      const caller = phone()
      await caller.dial('*713#').reply('1').expectScreen(unknown)
      await caller.dial('*713#').expectScreen(unknown)
      state.isFound = true
      await caller.dial('*713#').expectScreen(/^Order found/)
      expect(state.keys).toHaveLength(1)
    })

    it('may end in its own words where its payment is refused', async () => {
      const { state, buy } = shop()
      const { phone, lines } = await world().start(async (talk) => {
        try {
          const id = await buy(talk).catch(() => 'not known yet')
          return talk.pay(`Order ${id}`, { name: 'Rice', quantity: 1, price: 5 })
        } catch (error) {
          return talk.end(Reflect.get(Object(error), 'code'))
        }
      }, byTheClock)
      const caller = phone()
      await caller.dial('*713#').reply('1').expectScreen('FMW_EFFECT_UNKNOWN')
      state.isFound = true
      await caller.dial('*713#').expectScreen(/^Order found/)
      expect(lines.saying('another path')).toEqual([])
    })

    it('gets the result of what was done before', async () => {
      const notes: string[] = []
      const { order } = shop()
      const { phone } = await world().start(async (talk) => {
        const note = () => talk.once('note', (key) => notes.push(key))
        await note()
        await talk.confirm('Buy it?')
        await talk.once('order', order).catch(() => undefined)
        await talk.once('note', (key) => notes.push(key)).catch(() => undefined)
        return talk.end(own)
      }, byTheClock)
      await phone().dial('*713#').reply('1').expectScreen(own)
      expect(notes).toHaveLength(1)
    })
  },
)

describe.each(stores)('A script that throws something else for what nobody knows, %s', (_name, world) => {
  it('tells the subscriber that it is not known, and the log both', async () => {
    const { state, buy } = shop()
    const { phone, lines } = await world().start(async (talk) => {
      const id = await buy(talk).catch((cause: unknown) => {
        throw new Error('the order failed', { cause })
      })
      return talk.end(`Ordered: ${id}`)
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    expect(lines.saying('an effect may have happened or not')).toMatchObject([{ key: state.keys[0] }])
    expect(lines.saying('a script threw behind an effect')).toMatchObject([
      { err: { message: expect.stringMatching(/^the order failed/) } },
    ])
    state.isFound = true
    await caller.dial('*713#').expectScreen('Ordered: found')
    expect(state.keys).toHaveLength(1)
  })
})

it('A script that throws something else for what nobody ever knows begins anew after resumeWithin, however often somebody dials', async () => {
  const { state, buy } = shop()
  const clock = manualClock()
  const { phone } = await hold(
    async (talk) => {
      const id = await buy(talk).catch((cause: unknown) => {
        throw new Error('the order failed', { cause })
      })
      return talk.end(`Ordered: ${id}`)
    },
    {},
    { clock },
  )
  const caller = phone()
  await caller.dial('*713#').reply('1').expectScreen(unknown)
  for (let dial = 0; dial < 3; dial++) {
    await clock.advance(150_000)
    await caller.dial('*713#').expectScreen(unknown)
  }
  await clock.advance(150_000)
  await caller.dial('*713#').expectScreen(question)
  expect(state.keys).toHaveLength(1)
})
