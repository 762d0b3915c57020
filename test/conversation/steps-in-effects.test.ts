import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { type OnceOptions, type Script, type Talk, text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

const failed = 'Sorry, something went wrong. Try later.'
const unknown = 'We could not confirm your last request. Please do not repeat it: we will let you know.'

/** A script whose effect is given the talk. */
function ordering(order: (talk: Talk, key: string) => unknown, options: OnceOptions<string> = {}): Script {
  return async (talk) => {
    const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
    const id = await talk.once('order', async (key) => `${await order(talk, key)}`, options)
    return talk.end(`${meal}: ${id}`)
  }
}

const asking = (talk: Talk): Promise<string> => talk.ask('Your name?', text())

describe.each(dealt(worlds))('An effect that takes a step, %s', (_name, world, it) => {
  it('does not stay under way: who dials again is told that nobody knows', async () => {
    const { start, clock } = world()
    const { phone, lines } = await start(ordering(asking))
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    expect(lines.text()).toContain("talk.once('order') is not over: write await talk.once('order')")
    expect(lines.text()).toContain('no step may stand inside it')
    clock.advance(10_000)
    await caller.dial('*713#').expectScreen(unknown)
  })

  it('does not stay under way where finding out took one too', async () => {
    const { start, clock } = world()
    let isMended = false
    const script: Script = (talk) => ordering(asking, { recover: () => (isMended ? 'o1' : asking(talk)) })(talk)
    const { phone } = await start(script)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    clock.advance(10_000)
    await caller.dial('*713#').expectScreen(failed)
    isMended = true
    clock.advance(10_000)
    await caller.dial('*713#').expectScreen('Rice: o1')
  })

  it('is found out where it did something before', async () => {
    const { start, clock } = world()
    const orders: string[] = []
    const order = async (talk: Talk, key: string) => {
      orders.push(key)
      await setImmediate()
      return asking(talk)
    }
    const { phone } = await start(ordering(order, { recover: (key) => (orders.includes(key) ? 'o1' : 'none') }))
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    clock.advance(10_000)
    await caller.dial('*713#').expectScreen('Rice: o1')
    expect(orders).toHaveLength(1)
  })

  it.each([0, 20_000])('keeps what it gives anyway, after %i ms', async (ms) => {
    const { start, clock } = world()
    const ordered = Promise.withResolvers<string>()
    const order = (talk: Talk) => {
      asking(talk)
      return ordered.promise
    }
    const { phone } = await start(ordering(order))
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(failed)
    clock.advance(ms)
    ordered.resolve('o1')
    await caller.dial('*713#').expectScreen('Rice: o1')
  })
})
