import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { type Script, type Talk, text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { type World, worlds } from './world.ts'

const asksToGoOn = /^You did not finish\. Continue\?/

/** A step that takes as long as a test wants the first time, and no time after that. */
function slowAtFirst<Value>(value: Value) {
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const counted = { times: 0 }
  const run = async (): Promise<Value> => {
    counted.times += 1
    begun.resolve()
    if (counted.times === 1) await done.promise
    return value
  }
  return { begun: begun.promise, done: done.resolve, counted, run }
}

async function passing({ clock }: World, ms = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    clock.advance(50)
  }
}

const asking = (step: (talk: Talk) => Promise<unknown>): Script => {
  return async (talk) => {
    const name = await talk.ask('Name?', text())
    const town = await talk.ask('Town?', text())
    await step(talk)
    const street = await talk.ask('Street?', text())
    return talk.end(`${name}, ${town}, ${street}`)
  }
}

describe.each(dealt(worlds))('Who dials again while the script is at work, %s', (_name, world, it) => {
  it.each<[string, (talk: Talk, run: () => Promise<true>) => Promise<unknown>]>([
    ['reads', (talk, run) => talk.load('price', run)],
    ['checks an answer', (talk, run) => talk.ask('Code?', text({ check: run }))],
  ])('goes on where it %s, and is not ended when that comes to its end', async (_what, step) => {
    const own = world()
    const slow = slowAtFirst<true>(true)
    const { phone } = await own.start(asking((talk) => step(talk, slow.run)))
    const [before, after] = [phone(), phone()]
    await before.dial('*713#').reply('Ama')
    const isChecked = step.toString().includes('Code?')
    if (isChecked) await before.reply('Accra')
    const lost = before.reply(isChecked ? '7' : 'Accra').run()
    await slow.begun
    await after.dial('*713#').expectScreen(asksToGoOn).reply('1')
    slow.done()
    await passing(own)
    await lost
    await before.expectScreen('This has ended. Please dial again.')
    await after.reply(isChecked ? '7' : 'Accra').expectScreen(/^Street\?/)
    await after.reply('High Street').expectScreen('Ama, Accra, High Street')
  })

  it('gets what its effect comes to, which is done once, and is not ended either', async () => {
    const own = world()
    const slow = slowAtFirst('order-1')
    const { phone } = await own.start(asking((talk) => talk.once('order', slow.run)))
    const [before, after] = [phone(), phone()]
    await before.dial('*713#').reply('Ama')
    const lost = before.reply('Accra').run()
    await slow.begun
    const dialled = after.dial('*713#').run()
    await passing(own, 400)
    slow.done()
    await passing(own)
    await dialled
    await after.expectScreen(/^Street\?/)
    await lost
    await before.expectScreen('This has ended. Please dial again.')
    await after.reply('High Street').expectScreen('Ama, Accra, High Street')
    expect(slow.counted.times).toBe(1)
  })

  it('does not order twice where the effect follows the first answer', async () => {
    const own = world()
    const slow = slowAtFirst('order-1')
    const { phone } = await own.start(async (talk) => {
      const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
      await talk.once('order', slow.run)
      await talk.show(`${meal} is on its way`)
      return talk.end('Goodbye')
    })
    const [before, after] = [phone(), phone()]
    await before.dial('*713#')
    const lost = before.reply('1').run()
    await slow.begun
    const dialled = after.dial('*713#').run()
    await passing(own, 400)
    slow.done()
    await passing(own)
    await dialled
    await lost
    await after
      .expectScreen(/^Rice is on its way/)
      .reply('1')
      .expectScreen('Goodbye')
    expect(slow.counted.times).toBe(1)
  })

  it('does not order twice where the script threw behind its effect', async () => {
    const keys: string[] = []
    let isBroken = true
    const { phone } = await world().start(async (talk) => {
      const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
      const number = await talk.once('order', (key) => keys.push(key))
      if (isBroken) throw new Error('no such template')
      return talk.end(`${meal}, order ${number}`)
    })
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen('Sorry, something went wrong. Try later.')
    isBroken = false
    await caller.dial('*713#').expectScreen('Rice, order 1')
    expect(keys).toHaveLength(1)
  })

  it('is not ended by a session that had left nothing yet, and comes to its next question later', async () => {
    const own = world()
    const slow = slowAtFirst(5)
    const { phone } = await own.start(async (talk) => {
      const name = await talk.ask('Name?', text())
      await talk.load('price', slow.run)
      const street = await talk.ask('Street?', text())
      return talk.end(`${name}, ${street}`)
    })
    const [before, after] = [phone(), phone()]
    await before.dial('*713#')
    const lost = before.reply('Ama').run()
    await slow.begun
    await after
      .dial('*713#')
      .expectScreen(/^Name\?/)
      .reply('Kofi')
      .expectScreen(/^Street\?/)
    slow.done()
    await passing(own)
    await lost
    await after.reply('High Street').expectScreen('Kofi, High Street')
  })
})
