import { setImmediate } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { conversation, type Script, type Talk, text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { worlds } from './world.ts'

const waiting = /^Please wait, we are/

/** A step that a test lets go on. */
function slowly<Value>(value: Value) {
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const run = async (): Promise<Value> => {
    begun.resolve()
    await done.promise
    return value
  }
  return { begun: begun.promise, done: done.resolve, run }
}

const asking = (step: (talk: Talk) => Promise<string>): Script => {
  return async (talk) => {
    const name = await talk.ask('Your name?', text())
    const given = await step(talk)
    await talk.show(`${name}: ${given}`)
    return talk.end('Goodbye')
  }
}

describe.each(dealt(worlds))('A slow conversation, %s', (_name, world, it) => {
  it.each([
    ['effect', (talk: Talk, run: () => Promise<string>) => talk.once('order', run)],
    ['reading', (talk: Talk, run: () => Promise<string>) => talk.load('price', run)],
    ['code of its own', (_talk: Talk, run: () => Promise<string>) => run()],
  ])('shows the waiting screen, and what came of its %s on the next turn', async (_what, step) => {
    const { start, clock } = world()
    const slow = slowly('order-1')
    const { phone } = await start(asking((talk) => step(talk, slow.run)))
    const caller = phone()
    await caller.dial('*713#')
    const answered = caller.reply('Ama').run()
    await slow.begun
    clock.advance(6_000)
    await answered
    await caller.expectScreen(waiting)
    slow.done()
    await setImmediate()
    await caller
      .reply('1')
      .expectScreen(/^Ama: order-1/)
      .reply('1')
      .expectScreen('Goodbye')
  })

  it('goes on at the next dial from its slow effect, which is not done twice, where it took too long in all', async () => {
    const { start, clock } = world()
    const slow = slowly('order-1')
    let orders = 0
    const { phone } = await start(
      asking((talk) =>
        talk.once('order', () => {
          orders += 1
          return slow.run()
        }),
      ),
      { talk: { resume: 'continue' } },
    )
    const caller = phone()
    await caller.dial('*713#')
    const answered = caller.reply('Ama').run()
    await slow.begun
    clock.advance(6_000)
    await answered
    clock.advance(50_000)
    await setImmediate()
    await caller.reply('1').expectScreen('Sorry, something went wrong. Try later.')
    slow.done()
    await setImmediate()
    await caller.dial('*713#').expectScreen(/^Ama: order-1/)
    expect(orders).toBe(1)
  })

  it('keeps what was answered where a release goes out at the deadline', async () => {
    const { start, clock } = world()
    const slow = slowly('order-1')
    let orders = 0
    const script = asking((talk) =>
      talk.once('order', () => {
        orders += 1
        return slow.run()
      }),
    )
    const { phone } = await start(script, {
      ussd: { handler: conversation(script, { resume: 'continue' }), onDeadline: 'release' },
    })
    const caller = phone()
    await caller.dial('*713#')
    const answered = caller.reply('Ama').run()
    await slow.begun
    clock.advance(6_000)
    await answered
    await caller.expectScreen(({ type }) => type === 'release')
    slow.done()
    await setImmediate()
    await caller.dial('*713#').expectScreen(/^Ama: order-1/)
    expect(orders).toBe(1)
  })

  it('keeps the rest of what was dialled with the code, while it checks the first of it', async () => {
    const { start, clock } = world()
    const slow = slowly(true)
    const { phone } = await start(async (talk) => {
      const name = await talk.ask('Your name?', text({ check: slow.run }))
      const street = await talk.ask('Your street?', text())
      return talk.end(`${name}, ${street}`)
    })
    const caller = phone()
    const dialled = caller.dial('*713*Ama*High Street#').run()
    await slow.begun
    clock.advance(6_000)
    await dialled
    await caller.expectScreen(waiting)
    slow.done()
    await setImmediate()
    await caller.reply('1').expectScreen('Ama, High Street')
  })
})
