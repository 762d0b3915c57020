import { describe, expect } from 'vitest'
import { text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

const failed = /^Sorry, something went wrong\./

describe.each(dealt(worlds))('What a script changes in what it was given, %s', (_name, world, it) => {
  it('is changed for this turn alone', async () => {
    const seen: unknown[] = []
    const { phone } = await world().start(async (talk) => {
      const cart = await talk.load('cart', () => ({ items: ['Rice'] }))
      const order = await talk.once('order', () => ({ items: ['Rice'] }))
      const size = await talk.choose('Size?', [{ label: 'Small', tags: ['s'] }])
      seen.push(structuredClone([cart.items, order.items, size.tags]))
      cart.items.push('Beans')
      order.items.push('Yam')
      Object.assign(size.tags, ['xl'])
      await talk.show('Good')
      await talk.show('Better')
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').reply('1').reply('7').reply('1').expectScreen('Goodbye')
    expect(seen).toEqual([seen[0], seen[0], seen[0]])
    expect(seen[0]).toEqual([['Rice'], ['Rice'], ['s']])
  })

  it('is not what was drawn: an answer means what the screen said', async () => {
    const meals = [{ label: 'Rice', amount: 5 }]
    const { phone } = await world().start(async (talk) => {
      const { label, amount } = await talk.choose('Shop', meals)
      return talk.end(`${label} ${amount}`)
    })
    const caller = phone()
    await caller.dial('*713#').expectScreen('Shop\n1. Rice')
    for (const meal of meals) Object.assign(meal, { label: 'Beans', amount: 50 })
    await caller.reply('1').expectScreen('Rice 5')
  })

  it('is gone with a turn that failed: who dials again goes on from the last screen', async () => {
    let isDown = true
    const { phone } = await world().start(async (talk) => {
      const name = await talk.ask('Name?', text())
      const street = await talk.ask('Street?', text())
      if (isDown) throw new Error('no such table')
      return talk.end(`${name}, ${street}`)
    })
    const caller = phone()
    await caller.dial('*713#').reply('Ama').reply('High Street').expectScreen(failed)
    isDown = false
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Street\?/)
      .reply('Low Street')
      .expectScreen('Ama, Low Street')
  })

  it('is no word, once it was left', async () => {
    const weather = Promise.withResolvers<void>()
    const spoke = Promise.withResolvers<void>()
    const { phone } = await world().start(async (talk) => {
      const speaking = weather.promise.then(() => talk.speak({ resume: 'Reprendre ?' })).then(spoke.resolve)
      const name = await talk.ask('Name?', text())
      await talk.ask('Street?', text())
      await speaking
      return talk.end(name)
    })
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('Ama')
      .expectScreen(/^Street\?/)
    weather.resolve()
    await spoke.promise
    await caller.dial('*713#').expectScreen(/^You did not finish\. Continue\?/)
  })
})
